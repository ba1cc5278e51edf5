// The agent of a window: the mode that the person has chosen, what it has to work with in each conversation, and what
// it asks.
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import * as vscode from 'vscode';
import type { QuotaReading } from '../../../core/chat/conversation/runs/quota-share.ts';
import type { ConversationTree } from '../../../core/chat/conversation/tree.ts';
import type { HistoryCopies } from '../../../core/chat/history/copies.ts';
import type { PlaceName } from '../../../core/chat/history/place.ts';
import { FileKeeper } from '../../../core/chat/restore/file-keeper.ts';
import type { AgentAnswerPorts } from '../../../core/chat/session/agent/agent-answer-ports.ts';
import type { ModelChoice } from '../../../core/chat/session/model-choice.ts';
import { externalTools } from '../../../core/chat/tools/calls/external-tools.ts';
import { ownTools } from '../../../core/chat/tools/calls/own-tools.ts';
import { Allowances } from '../../../core/chat/tools/consent/allowances.ts';
import type { Mode } from '../../../core/chat/tools/consent/consent.ts';
import { agentInstructions } from '../../../core/chat/tools/runs/instructions.ts';
import { RunQuestions } from '../../../core/chat/tools/runs/run-questions.ts';
import { localDay } from '../../../core/usage/counted-answer.ts';
import { readRunLimits } from '../../settings.ts';
import { bytesOfFile } from './file-bytes.ts';
import { VscodeTools } from './vscode-tools.ts';
import { runFolders } from './run-folders.ts';
import { type NotOffered, Sandbox } from './commands/sandbox.ts';
import { shellFor } from './commands/shells.ts';
import { CommandTerminals } from './commands/terminals.ts';
import { pickTools } from './tool-picker.ts';
import { vscodeWorkspace } from './vscode-workspace.ts';

/** How a prompt is answered: in words alone, or by the agent with this consent. */
export type AnswerMode = 'ask' | Mode;

export interface AgentPorts {
  /** `person` is where the windows of this machine's VS Code share their files. */
  readonly storage: { readonly person: vscode.Uri; readonly state: vscode.Memento };
  /** How much of the plan's tightest limit is used, as it was read last; null where unknown. */
  readonly quotaReading: () => QuotaReading | null;
  /** An answer of a run has ended, and the next one follows. */
  readonly onStepEnded: () => void;
  /** What the person wrote for the run in this conversation since the last time this was asked. */
  readonly takeWords: (conversationId: string) => readonly string[];
  /** Null where the conversation is open no more. */
  readonly treeOf: (conversationId: string) => ConversationTree | null;
}

export class Agent implements vscode.Disposable {
  readonly #models: ModelChoice;
  readonly #copies: HistoryCopies;
  readonly #ports: AgentPorts;
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #modeChosen = new vscode.EventEmitter<void>();
  readonly #tools: VscodeTools;
  readonly #sandbox: Sandbox;
  readonly #terminals: CommandTerminals;
  /** What was allowed, by conversation. */
  readonly #allowances = new Map<string, Allowances>();
  #mode: AnswerMode = 'ask';
  readonly questions = new RunQuestions(randomUUID, (conversationId) => this.#changed.fire(conversationId));
  /** With the id of the conversation in which something else is asked, or planned, than before. */
  readonly onDidChange = this.#changed.event;
  readonly onDidChooseMode = this.#modeChosen.event;

  constructor(models: ModelChoice, copies: HistoryCopies, ports: AgentPorts) {
    this.#models = models;
    this.#copies = copies;
    this.#ports = ports;
    this.#tools = new VscodeTools(ports.storage.state);
    this.#sandbox = new Sandbox(ports.storage.person);
    this.#terminals = new CommandTerminals(this.#sandbox, () => this.#mode === 'sandbox');
    this.#sandbox.onDidChange(() => this.#modeChosen.fire());
  }

  /** An agent works in a folder, and in none that nobody trusts. */
  get isPossible(): boolean {
    return vscode.workspace.isTrusted && (vscode.workspace.workspaceFolders ?? []).length > 0;
  }

  get mode(): AnswerMode {
    return this.isPossible ? this.#chosen : 'ask';
  }

  /** Why commands cannot run in a sandbox here; null where they can. */
  get noSandbox(): NotOffered | null {
    return this.#sandbox.notOffered;
  }

  choose(mode: AnswerMode): void {
    if (mode === 'sandbox' && this.noSandbox !== null) return;
    this.#mode = mode;
    this.#modeChosen.fire();
  }

  /** The person picks which external tools it has from the next run on. */
  chooseTools(): Promise<void> {
    return pickTools(this.#tools);
  }

  /**
   * Null where the next answer is to be one in words. @param goesOn whether a run goes on: whatever the mode, it asks
   * then
   */
  readonly answerPorts = (conversationId: string, goesOn: boolean, place: PlaceName): AgentAnswerPorts | null => {
    if (!goesOn) this.questions.dropPlan(conversationId);
    if (this.mode === 'ask' && !goesOn) return null;
    const allowances = this.#allowances.get(conversationId) ?? new Allowances();
    this.#allowances.set(conversationId, allowances);
    const { treeOf } = this.#ports;
    const workspace = vscodeWorkspace(() => this.#models.model?.images === true);
    return {
      tools: [
        ...ownTools(workspace, this.#terminals, this.questions.display(conversationId)),
        ...externalTools(this.#tools),
      ],
      instructions: instructions(this.#consentMode),
      consent: () => ({ mode: this.#consentMode, isTrusted: vscode.workspace.isTrusted, allowances }),
      takeWords: () => this.#ports.takeWords(conversationId),
      person: this.questions.person(conversationId),
      folders: runFolders(this.#ports.storage.person, treeOf(conversationId)?.title ?? '', (wait) =>
        this.questions.waitFor(conversationId, wait),
      ),
      keeper: new FileKeeper({
        read: bytesOfFile,
        keep: (bytes) =>
          this.#copies.keep(conversationId, place, bytes, treeOf(conversationId)?.files.firstHashes ?? new Set()),
      }),
      limits: readRunLimits(),
      quota: { reading: this.#ports.quotaReading, answered: this.#ports.onStepEnded },
    };
  };

  get #consentMode(): Mode {
    return this.#chosen === 'ask' ? 'askAll' : this.#chosen;
  }

  /** Folders may be opened that the sandbox cannot stand around. */
  get #chosen(): AnswerMode {
    return this.#mode === 'sandbox' && this.noSandbox !== null ? 'askAll' : this.#mode;
  }

  dispose(): void {
    this.#terminals.dispose();
    this.#sandbox.dispose();
    this.#changed.dispose();
    this.#modeChosen.dispose();
  }
}

function instructions(mode: Mode): string {
  return agentInstructions({
    system: `${os.type()} ${os.release()}`,
    shell: shellFor(vscode.env.shell).shell,
    folders: (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name),
    date: localDay(Date.now()),
    mode,
  });
}
