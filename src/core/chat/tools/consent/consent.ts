// Whether something that a model wants to do is done, asked about or refused. The table is the specification.
import { type AttachReason, attachReasons, type FileOrigin, type GitAnswer } from '../../attachments/attach-reasons.ts';
import { isProtected } from '../../edits/protected-paths.ts';
import { readCommandLine } from '../commands/command-line.ts';
import { reachOf } from '../commands/reach.ts';
import type { Allowances, CommandToRun, ExternalTool } from './allowances.ts';

export const modes = ['askAll', 'acceptEdits', 'sandbox', 'plan'] as const;
export type Mode = (typeof modes)[number];

export const subjects = [
  'readInside',
  'readPrivate',
  'readOutside',
  'edit',
  'protectedEdit',
  'delete',
  'command',
  'sandboxedCommand',
  'externalTool',
] as const;
export type Subject = (typeof subjects)[number];

/** `askUnlessAllowed`: not asked where the person has allowed it for the conversation. */
export type Rule = 'free' | 'ask' | 'askUnlessAllowed' | 'refuse';

export const consentTable: Readonly<Record<Mode, Readonly<Record<Subject, Rule>>>> = {
  askAll: {
    readInside: 'free',
    readPrivate: 'ask',
    readOutside: 'ask',
    edit: 'ask',
    protectedEdit: 'ask',
    delete: 'ask',
    command: 'askUnlessAllowed',
    sandboxedCommand: 'askUnlessAllowed',
    externalTool: 'askUnlessAllowed',
  },
  acceptEdits: {
    readInside: 'free',
    readPrivate: 'ask',
    readOutside: 'ask',
    edit: 'free',
    protectedEdit: 'ask',
    delete: 'ask',
    command: 'askUnlessAllowed',
    sandboxedCommand: 'askUnlessAllowed',
    externalTool: 'askUnlessAllowed',
  },
  sandbox: {
    readInside: 'free',
    readPrivate: 'ask',
    readOutside: 'ask',
    edit: 'free',
    protectedEdit: 'ask',
    delete: 'ask',
    command: 'ask',
    sandboxedCommand: 'free',
    externalTool: 'askUnlessAllowed',
  },
  plan: {
    readInside: 'free',
    readPrivate: 'ask',
    readOutside: 'ask',
    edit: 'refuse',
    protectedEdit: 'refuse',
    delete: 'refuse',
    command: 'refuse',
    sandboxedCommand: 'refuse',
    externalTool: 'refuse',
  },
};

/** A file or folder as it was found right before; a new one lies where its folder does. */
export interface FoundFile extends FileOrigin {
  /**
   * Its path and its real path, each within the folder of the workspace that it lies in, whole where it lies in none:
   * by these it is asked whether it is protected, so that the folders around the workspace do not count.
   */
  readonly within: readonly string[];
  readonly git: GitAnswer;
}

export type Action =
  /** `files` are all that may be read; empty for what only the workspace's names or open problems tell. */
  | { readonly kind: 'read'; readonly files: readonly FoundFile[] }
  | {
      readonly kind: 'edit';
      /** All that change, at their old place and at their new one. */
      readonly files: readonly FoundFile[];
      readonly concerns: readonly EditConcern[];
    }
  | { readonly kind: 'delete'; readonly files: readonly FoundFile[] }
  | {
      readonly kind: 'command';
      readonly command: CommandToRun;
      readonly liesInside: boolean;
      /** Whether it would run in the sandbox, and nowhere else. */
      readonly isSandboxed: boolean;
    }
  | { readonly kind: 'externalTool'; readonly tool: ExternalTool }
  /** Nothing is touched: the person is asked a question, or shown a plan. */
  | { readonly kind: 'show' };

/** Those that it changes, as far as that is known before. */
export function changedFiles(action: Action): readonly FoundFile[] {
  return action.kind === 'edit' || action.kind === 'delete' ? action.files : [];
}

export type EditConcern =
  /** What runs by itself changes with it. */
  | 'lifecycleScripts'
  /** An editor holds changes that are not saved: a command would see the file without them. */
  | 'unsavedChanges';

export type AskReason =
  | AttachReason
  | EditConcern
  /** Something runs what the file says, or agents are told by it. */
  | 'protected'
  /** The command is not read surely, sends something elsewhere, or names such a file. */
  | 'commandAlwaysAsked'
  /** Commands are wanted in the sandbox, and this one is for outside. */
  | 'outsideSandbox'
  /** The result holds what looks like a secret. */
  | 'secretInResult';

export type Decision =
  | { readonly kind: 'free' }
  /** `reasons` are empty where the mode alone is the reason. */
  | { readonly kind: 'ask'; readonly reasons: readonly AskReason[] }
  | { readonly kind: 'refuse'; readonly why: 'planMode' | 'untrusted' };

export interface ConsentState {
  readonly mode: Mode;
  /** Of VS Code: a workspace that nobody trusts has no agent. */
  readonly isTrusted: boolean;
  readonly allowances: Allowances;
}

export function decide(action: Action, { mode, isTrusted, allowances }: ConsentState): Decision {
  if (!isTrusted) return { kind: 'refuse', why: 'untrusted' };
  if (action.kind === 'show') return { kind: 'free' };
  const subject = subjectOf(action);
  switch (consentTable[mode][subject]) {
    case 'free':
      return { kind: 'free' };
    case 'ask': {
      const leavesSandbox = mode === 'sandbox' && subject === 'command';
      return { kind: 'ask', reasons: [...(leavesSandbox ? ['outsideSandbox' as const] : []), ...reasonsOf(action)] };
    }
    case 'askUnlessAllowed':
      return isAllowed(action, allowances) ? { kind: 'free' } : { kind: 'ask', reasons: reasonsOf(action) };
    case 'refuse':
      return { kind: 'refuse', why: 'planMode' };
  }
}

/** In which column of the table it is: the strictest one of its files. */
export function subjectOf(action: Exclude<Action, { kind: 'show' }>): Subject {
  switch (action.kind) {
    case 'read':
      if (action.files.some(({ lies }) => lies !== 'inside')) return 'readOutside';
      return reasonsOf(action).length > 0 ? 'readPrivate' : 'readInside';
    case 'edit':
      return reasonsOf(action).length > 0 ? 'protectedEdit' : 'edit';
    case 'delete':
      return 'delete';
    case 'command':
      return action.isSandboxed ? 'sandboxedCommand' : 'command';
    case 'externalTool':
      return 'externalTool';
  }
}

function reasonsOf(action: Exclude<Action, { kind: 'show' }>): readonly AskReason[] {
  switch (action.kind) {
    case 'read':
      return unique(action.files.flatMap((file) => attachReasons(file, '', file.git)));
    case 'edit':
    case 'delete':
      return unique([...action.files.flatMap(changeReasons), ...(action.kind === 'edit' ? action.concerns : [])]);
    case 'command': {
      const { line, shell } = action.command;
      const isOnce = reachOf(readCommandLine(line, shell)).kind === 'once';
      return [...(action.liesInside ? [] : ['outside' as const]), ...(isOnce ? ['commandAlwaysAsked' as const] : [])];
    }
    case 'externalTool':
      return [];
  }
}

function changeReasons(file: FoundFile): AskReason[] {
  const { within, lies } = file;
  // A folder that is moved or deleted takes along what it is protected for.
  const isGuarded = within.some((one) => isProtected(one) || isProtected(`${one}/any`));
  return [...(lies === 'inside' ? [] : [lies]), ...(isGuarded ? ['protected' as const] : [])];
}

function isAllowed(action: Action, allowances: Allowances): boolean {
  switch (action.kind) {
    case 'command':
      return action.liesInside && allowances.coversCommand(action.command);
    case 'externalTool':
      return allowances.coversTool(action.tool);
    case 'read':
    case 'edit':
    case 'delete':
    case 'show':
      return false;
  }
}

function unique(reasons: readonly AskReason[]): readonly AskReason[] {
  return [...new Set(reasons)];
}
