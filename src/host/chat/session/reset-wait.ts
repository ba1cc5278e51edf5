// Prompts of this window that wait for a reset of the plan: kept beside the conversations, sent by the rules of
// core/chat/session/postponed/, with their files as they are then.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import type { Attachment, PendingAttachment } from '../../../core/chat/attachments/attachment.ts';
import type { ConversationStore, StoredConversation } from '../../../core/chat/history/history.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import {
  askedAgain,
  type PostponedPrompt,
  PostponedStore,
  promptOf,
} from '../../../core/chat/session/postponed/postponed-prompt.ts';
import { type PlanHeadroom, PostponedPrompts } from '../../../core/chat/session/postponed/postponed-prompts.ts';
import { type Files, systemClock } from '../../../core/ports.ts';
import { inertName } from '../../display/names.ts';
import { showError, showInformation } from '../../display/notification.ts';
import { listText } from '../../words/list-text.ts';
import { readAnew } from '../context/read-anew.ts';

const { l10n } = vscode;

/** What the plan tells of its resets. */
export interface PlanResets {
  /** Whose plan pays now, as `SessionCredentials.account` names it; null where nobody is signed in. */
  readonly account: () => string | null;
  /** See `PostponedPorts`. */
  readonly askPlan: (after: number) => Promise<PlanHeadroom>;
  /** When the first prompt that waits is sent, in milliseconds since the epoch; null where none waits. */
  readonly onWaiting: (dueAt: number | null) => void;
}

export interface ResetWaitPorts {
  readonly session: ChatSession;
  readonly history: ConversationStore;
  /** Of this window's workspace; see `postponedFolder`. */
  readonly files: Files;
  readonly resets: PlanResets;
  /** The limit that stops prompts now; null where none does. Its reset is in milliseconds since the epoch. */
  readonly usedUp: () => { readonly resetsAt: number | null } | null;
}

export class ResetWait implements vscode.Disposable {
  readonly #ports: ResetWaitPorts;
  readonly #prompts: PostponedPrompts;
  readonly #stopListening: () => void;

  constructor(ports: ResetWaitPorts, onChange: () => void) {
    this.#ports = ports;
    const { account, askPlan, onWaiting } = ports.resets;
    this.#prompts = new PostponedPrompts({
      store: new PostponedStore(ports.files, randomUUID),
      clock: systemClock,
      random: Math.random,
      ...{ account, askPlan },
      readiness: (prompt) => this.#readiness(prompt),
      send: (prompt) => this.#send(prompt),
      onChange: () => {
        onWaiting(this.#prompts.next?.dueAt ?? null);
        onChange();
      },
    });
    this.#stopListening = ports.session.events.listen((event) => {
      // Whoever asks something else behind it does not wait for it any more.
      if (event.kind === 'turnAdded' && event.turn.kind === 'prompt') void this.takeBack();
    });
  }

  /** Reads what waits from before the window was loaded. Never rejects. */
  open(): Promise<void> {
    return this.#prompts.open();
  }

  /** When an answer is asked for again by itself, in milliseconds since the epoch; null where it is not. */
  readonly dueAtOf = (answerId: string): number | null => this.#prompts.dueAtOf(answerId);

  /** Asks for this answer of the shown conversation again after the reset. Never rejects: says where that cannot be. */
  async wait(answerId: string): Promise<void> {
    const { session, usedUp } = this.#ports;
    const reset = usedUp()?.resetsAt ?? null;
    const isKept = reset !== null && (await this.#prompts.postpone(session.tree.id, answerId, reset));
    if (!isKept)
      void showError(l10n.t('The prompt cannot wait for the reset: it could not be kept. Send it again later.'));
  }

  /**
   * Adds this prompt to the shown conversation, to be sent after the reset. False where it is not added: no reset is
   * known any more, or an answer runs. Never rejects.
   */
  async waitWith(text: string, attachments: readonly PendingAttachment[]): Promise<boolean> {
    const { session, usedUp } = this.#ports;
    if ((usedUp()?.resetsAt ?? null) === null) return false;
    await this.takeBack();
    const answer = session.addUnsent(text, attachments);
    if (answer !== null) await this.wait(answer);
    return answer !== null;
  }

  /** The prompt of the shown conversation is not sent by itself any more. Never rejects. */
  takeBack(): Promise<void> {
    return this.#prompts.takeBack(this.#ports.session.tree.id);
  }

  /** None is. Never rejects. */
  takeAllBack(): Promise<void> {
    return this.#prompts.takeAllBack();
  }

  async #stored(conversation: string): Promise<StoredConversation | null> {
    const { session, history } = this.#ports;
    return session.tree.id === conversation ? session.current() : history.open(conversation);
  }

  async #readiness({ conversation, answer }: PostponedPrompt): Promise<'ready' | 'busy' | 'gone'> {
    const { session } = this.#ports;
    if (session.answering.has(conversation) || session.isFull) return 'busy';
    const stored = await this.#stored(conversation);
    return stored === null || promptOf(stored.tree, answer) === null ? 'gone' : 'ready';
  }

  async #send({ conversation, answer }: PostponedPrompt): Promise<void> {
    const stored = await this.#stored(conversation);
    const before = stored === null ? null : (promptOf(stored.tree, answer)?.attachments ?? []);
    if (stored === null || before === null) return;
    const { attachments, changed, kept } = await readAnew(before);
    const stamp = { newId: randomUUID, now: () => systemClock.now() };
    const asked = askedAgain(stored.tree, answer, changed.length === 0 ? null : attachments, stamp);
    if (asked === null) return;
    void this.#ports.session.askPlan(asked, stored);
    void showInformation(sentText(stored.tree.title, changed, kept));
  }

  dispose(): void {
    this.#stopListening();
    this.#prompts.dispose();
  }
}

function sentText(title: string, changed: readonly Attachment[], kept: readonly Attachment[]): string {
  const names = (attachments: readonly Attachment[]): string =>
    listText(attachments.map(({ label }) => inertName(label)));
  return [
    l10n.t('Your plan has something left again: the prompt of “{0}” is sent.', inertName(title)),
    ...(changed.length === 0 ? [] : [l10n.t('As it is now, since it has changed: {0}.', names(changed))]),
    ...(kept.length === 0 ? [] : [l10n.t('As it was when you asked, since it cannot be read now: {0}.', names(kept))]),
  ].join(' ');
}
