// A tool that a model may call, as the loop sees it: what it would do is known before anybody is asked, and done only
// after.
import type { JsonObject } from '../../messages/blocks.ts';
import type { Tool, ToolOutcome } from '../../messages/message.ts';
import type { ExternalTool } from '../consent/allowances.ts';
import type { Action } from '../consent/consent.ts';

export type { ToolOutcome };

/** What a file becomes by a call. */
export interface FileChange {
  readonly path: string;
  /** Null where there is no such file. */
  readonly before: string | null;
  /** Null where it is deleted. */
  readonly after: string | null;
}

/** What a person sees before saying yes: all of it, never a part. */
export type CallPreview =
  | { readonly kind: 'changes'; readonly changes: readonly FileChange[] }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'command';
      readonly line: string;
      readonly folder: string;
      /** What of the line is known to send something off this machine; null for nothing. */
      readonly sends: string | null;
      readonly outside: OutsideWish | null;
    }
  /** What a command has left, by path. */
  | { readonly kind: 'leftFiles'; readonly names: readonly string[] }
  /** With all that the tool is given. */
  | { readonly kind: 'externalTool'; readonly tool: ExternalTool; readonly input: JsonObject }
  /** Everything else: the input as it came. */
  | { readonly kind: 'input'; readonly input: JsonObject };

/** The model wants a command outside of the sandbox, in which the same line may have failed before. */
export interface OutsideWish {
  readonly hasFailed: boolean;
  /** Null where that is not known. */
  readonly exitCode: number | null;
}

/** How a call ended, before it is looked at. */
export interface CallResult extends ToolOutcome {
  /**
   * What the result was taken from, whole and as it was before it was numbered, cut or trimmed, where that is more than
   * the result says. It is looked at, and neither sent nor stored.
   */
  readonly sources?: readonly string[];
  /** What a command has left that others run or obey. It is looked at, and neither sent nor stored. */
  readonly left?: LeftFiles;
}

/** They are where nobody obeys them by now. */
export interface LeftFiles {
  /** Paths as the person knows them. */
  readonly names: readonly string[];
  /** The folder that they are in; they stay there until they are put back. */
  readonly folder: string;
  putBack(): Promise<void>;
}

export interface PreparedCall {
  readonly kind: 'prepared';
  readonly action: Action;
  readonly preview: CallPreview;
  /**
   * Does what was prepared, and nothing else: where the world has changed since so that it would be something else, it
   * does nothing and says so. Ends soon after `signal` is aborted, with what there is by then.
   */
  readonly run: (signal: AbortSignal) => Promise<CallResult>;
  /** The same command in the sandbox, where a person may have it there instead; absent where it cannot be. */
  readonly inSandbox?: Pick<PreparedCall, 'action' | 'run'>;
}

/** The call cannot be made as it was put: the model is told why. */
export interface ImpossibleCall {
  readonly kind: 'impossible';
  readonly outcome: ToolOutcome;
}

export interface OfferedTool {
  readonly definition: Tool;
  /** Whether calls change nothing, so that several may run side by side. */
  readonly isReadOnly: boolean;
  /** Looks, and changes nothing. */
  readonly prepare: (input: JsonObject, signal: AbortSignal) => Promise<PreparedCall | ImpossibleCall>;
}

export function succeeded(text: string): ToolOutcome {
  return { isError: false, content: [{ kind: 'text', text: text.trim() === '' ? '(empty)' : text }] };
}

export function failed(text: string): ToolOutcome {
  return { isError: true, content: [{ kind: 'text', text }] };
}

export function impossible(text: string): ImpossibleCall {
  return { kind: 'impossible', outcome: failed(text) };
}
