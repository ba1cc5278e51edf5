// Knows how the chat is put together when it is first needed; this file and all that it imports load only then.
import type { Standing } from '../../core/chat/panel-messages.ts';
import { ReadyShelf } from '../../core/chat/ready-shelf.ts';
import { planEndpoint } from '../../core/chat/providers.ts';
import type { Failure } from '../../core/service/errors.ts';
import type { AnsweringParts } from './answering.ts';
import { sourceInEditor, sourcesAtProblem, sourcesInExplorer } from './ask-about.ts';
import { ChatSession } from './chat-session.ts';
import { ComposerDesk } from './composer-desk.ts';
import type { ContextSource } from './context-sources.ts';
import { ConversationActions } from './conversation-actions.ts';
import type { History } from '../../core/chat/history.ts';
import { createFiles } from './history-files.ts';
import { openHistory, openLastShown, placeForNew, restoreShown, type Storage } from './history-room.ts';
import { type KeyringTrouble, keyringText } from '../keyring-text.ts';
import { KeptText } from './kept-text.ts';
import { ChatPanel, type PanelParts } from './panel.ts';
import { type Footing, standingOf } from './standing.ts';
import { createStopQuestion } from './stop-question.ts';

export interface ChatRoomParts extends AnsweringParts, Pick<PanelParts, 'extensionUri' | 'useDemo'> {
  readonly plan: () => Footing;
  /** Why the sign-in cannot be read; null where it can. */
  readonly keyring: () => KeyringTrouble | null;
  readonly storage: Storage;
  readonly planModels: () => readonly string[];
  readonly onAnswerEnded: (failure: Failure | null) => void;
}

export interface ChatRoom {
  readonly dispose: () => void;
  readonly panel: ChatPanel;
  readonly session: ChatSession;
  readonly conversations: ConversationActions;
  /** Does what a command of the editor asks for, with the panel in front. */
  readonly ask: (intent: AskIntent, args: readonly unknown[]) => Promise<void>;
  readonly history: History;
  /** Ends what runs and lets go of all that is kept, which is to be deleted: nothing of it is written any more. Never rejects. */
  readonly forget: () => Promise<void>;
  /** Ends what runs; resolves when all that was typed, asked and received is on disk, or cannot get there. */
  readonly close: () => Promise<void>;
}

function wordsOf(trouble: KeyringTrouble | null): string | null {
  return trouble === null ? null : keyringText(trouble);
}

function needsKey({ connection, session }: AnsweringParts): boolean {
  const [connected, signedIn] = [connection(), session()];
  return connected !== null && signedIn !== null && planEndpoint(connected.profile, signedIn) === null;
}

/** `editor` and `explorer` lay something ready, `attach` asks what, `explain` and `fix` also send. */
export type AskIntent = 'editor' | 'explorer' | 'attach' | 'explain' | 'fix';

export async function createChatRoom(parts: ChatRoomParts): Promise<ChatRoom> {
  const { storage, log } = parts;
  const history = openHistory(storage, log);
  const newPlace = (): ReturnType<typeof placeForNew> => placeForNew(storage);
  const onAnswerEnded = (failure: Failure | null): void => {
    parts.onAnswerEnded(failure);
    desk.answerEnded();
  };
  const session = new ChatSession({ ...parts, onAnswerEnded, history, newPlace, mayStop: createStopQuestion() });
  const lastShown = openLastShown(storage);
  await restoreShown(session, history, lastShown, log);
  const remembering = session.onSwitched(() => lastShown.note(session.tree.id));
  const standing = (): Standing =>
    standingOf({ plan: parts.plan(), hasKey: parts.apiKey() !== null, needsKey: needsKey(parts), keyring: wordsOf(parts.keyring()) });
  const files = createFiles(storage.workspace ?? storage.person);
  const [draft, ready] = await Promise.all([KeptText.open(files, 'draft.txt', log), KeptText.open(files, 'ready.json', log)]);
  const desk = new ComposerDesk({ chat: session, shelf: new ReadyShelf(ready), canAsk: () => standing().canAsk, log });
  const panel = new ChatPanel({ ...parts, chat: session, desk, standing, draft });
  return {
    panel,
    session,
    conversations: new ConversationActions({ session, history, newPlace, focus: () => panel.focus() }),
    history,
    async forget() {
      await session.abandon();
      desk.forget();
      draft.text = '';
      await history.forget();
      await Promise.all([lastShown, draft, ready].map((kept) => kept.flush()));
    },
    async close() {
      await session.close();
      await Promise.all([history, lastShown, draft, ready].map((kept) => kept.flush()));
    },
    async ask(intent, args) {
      // Read before the panel takes the focus, and shown while something may still be asked.
      const sources = await sourcesFor(intent, args);
      // A list closes where the focus leaves it, and a page takes the focus some time after it was told to.
      if (intent === 'attach') await desk.fulfil({ kind: 'attachContext' });
      else await panel.focus();
      if (intent === 'explain' || intent === 'fix') await desk.ask(intent, sources);
      else for (const source of sources) await desk.attach(source);
      // A question about a secret, or the list, has taken the focus meanwhile.
      await panel.focus();
    },
    dispose() {
      remembering.dispose();
      panel.dispose();
      desk.dispose();
      session.dispose();
    },
  };
}

async function sourcesFor(intent: AskIntent, args: readonly unknown[]): Promise<ContextSource[]> {
  switch (intent) {
    case 'editor': {
      const source = sourceInEditor();
      return source === null ? [] : [source];
    }
    case 'explorer':
      return sourcesInExplorer(args);
    case 'explain':
    case 'fix':
      return sourcesAtProblem(args);
    case 'attach':
      return [];
  }
}
