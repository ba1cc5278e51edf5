// What the pages see of the agent, and what they ask of it: the choice of modes, what is asked, and the diff of what is
// asked about.
import * as vscode from 'vscode';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { RunQuestion, RunReply, RunSide } from '../../../core/chat/tools/runs/run-questions.ts';
import type { HostMessage } from '../../../protocol/chat.ts';
import { inertName } from '../../display/names.ts';
import type { Tell } from '../../display/notification.ts';
import type { Agent, AnswerMode } from '../agent/agent.ts';
import { agentChoices, askChoice } from '../agent/mode-choices.ts';
import { placed } from '../agent/places.ts';
import { ProposedDiffs } from '../agent/proposed-diffs.ts';
import { runSideShown } from '../present/question.ts';
import type { PromptCosts } from '../session/prompt-costs.ts';
import { RunTaken } from '../session/run-taken.ts';

const { l10n } = vscode;

export class AgentView implements vscode.Disposable {
  readonly #agent: Agent;
  readonly #session: ChatSession;
  readonly #tell: (message: HostMessage) => void;
  readonly #taken: RunTaken;
  readonly #diffs = new ProposedDiffs('tidemark-agent');
  readonly #subscriptions: vscode.Disposable;
  /** The question whose change is shown as a diff. */
  #shownQuestion: string | null = null;

  constructor(agent: Agent, session: ChatSession, costs: PromptCosts, tell: (message: HostMessage) => void) {
    this.#agent = agent;
    this.#session = session;
    this.#tell = tell;
    this.#taken = new RunTaken(session, costs, () => this.#tell(this.#sideShown()));
    const stopListening = session.events.listen(({ kind }) => {
      if (kind === 'conversationReplaced' || kind === 'summariesChanged') this.#tellSide();
    });
    this.#subscriptions = vscode.Disposable.from(
      { dispose: stopListening },
      this.#taken,
      agent.onDidChange((conversationId) => {
        if (conversationId === session.tree.id) this.#tellSide();
      }),
      agent.onDidChooseMode(() => this.#tell(this.#modes())),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#tell(this.#modes())),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#tell(this.#modes())),
    );
  }

  /** For a page that knows nothing yet. */
  shown(): HostMessage[] {
    return [this.#modes(), this.#sideShown()];
  }

  get #side(): RunSide {
    return this.#agent.questions.of(this.#session.tree.id);
  }

  #sideShown(): HostMessage {
    const behind = this.#session.compacting.behind;
    const isOfRun = behind !== null && this.#session.conversation().turns.at(-1)?.id !== behind;
    return runSideShown(this.#side, isOfRun, this.#taken.shown);
  }

  #tellSide(): void {
    this.#tell(this.#sideShown());
    void this.#followQuestion(this.#side.question);
  }

  /** A change that is asked about is seen as a diff, for as long as it is. */
  async #followQuestion(question: RunQuestion | null): Promise<void> {
    const before = this.#shownQuestion;
    if (before === (question?.id ?? null)) return;
    this.#shownQuestion = question?.id ?? null;
    if (before !== null) await this.#diffs.close(before);
    if (question !== null) await this.#showChange(question, 0);
  }

  async #showChange(asked: RunQuestion, file: number): Promise<void> {
    if (asked.kind !== 'consent' || asked.question.preview.kind !== 'changes') return;
    const change = asked.question.preview.changes[file];
    const isText = change !== undefined && (change.before !== null || change.after !== null);
    if (!isText) return;
    const name = change.path.slice(change.path.lastIndexOf('/') + 1);
    await this.#diffs.open(asked.id, change, l10n.t('{0}: what the agent wants to change', inertName(name)));
  }

  #modes(): HostMessage {
    const { isPossible, mode } = this.#agent;
    const note = isPossible ? null : l10n.t('The agent works in a folder that you have opened and trust.');
    const choices = isPossible ? [askChoice(), ...agentChoices(this.#agent.noSandbox)] : [askChoice()];
    return { kind: 'modesShown', choice: { mode, choices, note } };
  }

  choose(mode: AnswerMode): void {
    this.#agent.choose(mode);
  }

  reply(id: string, reply: RunReply): void {
    this.#agent.questions.reply(id, reply);
  }

  /** Of the question that is open, the change at this place. */
  async showChangeOf(id: string, file: number): Promise<void> {
    const { question } = this.#side;
    if (question?.id === id) await this.#showChange(question, file);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#diffs.dispose();
  }
}

/** Where a model says that a file is outside of the workspace, it is not opened on its word. */
export async function openRunFile(path: string, tell: Tell): Promise<void> {
  const place = await placed(path);
  if (place?.is === 'file' && place.found.lies === 'inside') {
    await vscode.window.showTextDocument(place.uri, { preview: true });
    return;
  }
  void tell(l10n.t('{0} is no file of this workspace.', inertName(path)));
}
