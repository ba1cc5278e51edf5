// Loads the chat when it is first needed: at the side, in an editor or by a command.
import * as vscode from 'vscode';
import { systemClock } from '../../core/ports.ts';
import { afterStart } from '../after-start.ts';
import type { CommandTable } from '../commands.ts';
import { showError, showInformation, showWarning, type PassingVoice } from '../display/notification.ts';
import { LoadedOnce } from '../loaded-once.ts';
import type { Chat, ChatPorts } from './create-chat.ts';
import { LazyProposalFiles } from './editor/review/lazy-proposal-files.ts';
import type { AskIntent } from './panel/ask.ts';
import { errorName } from '../../core/service/failure/error-name.ts';

type ChatCommandId =
  | `tidemark.${'focusChat' | 'openChatInEditor' | 'findInChat' | 'newChat' | 'showConversations' | 'exportChat' | 'importChat'}`
  | `tidemark.${'chooseTools' | 'restoreFiles'}`
  | `tidemark.${'acceptChange' | 'acceptChangeAtCursor' | 'discardChange'}`
  | `tidemark.${'ask' | 'askFile' | 'attach' | 'explain' | 'fix' | 'sendSelection'}`;

/** A window has better things to do in its first minute than to look for deleted conversations. */
const quietMilliseconds = 60_000;

export class LazyChat implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer, vscode.CodeActionProvider {
  readonly #ports: ChatPorts;
  readonly #loaded: LoadedOnce<Chat>;
  #endPurges: () => void;
  #chat: Chat | null = null;
  /** The view at the side, where it could not be filled yet. */
  #empty: vscode.WebviewView | null = null;
  #closed = false;
  readonly #proposalFiles = new LazyProposalFiles(async () => (await this.open()).review.files);

  constructor(ports: ChatPorts) {
    this.#ports = ports;
    this.#loaded = new LoadedOnce(() => import('./create-chat.ts').then(({ createChat }) => createChat(ports)));
    this.#endPurges = systemClock.after(quietMilliseconds, () => void this.#startPurges());
    void this.#openForWaiting();
  }

  /** A prompt that waits for a reset needs the chat, whether anybody looks at it or not. Never rejects. */
  async #openForWaiting(): Promise<void> {
    try {
      await afterStart();
      const { arePromptsWaiting } = await import('./conversations/postponed-files.ts');
      if (await arePromptsWaiting(this.#ports.storage)) await this.open();
    } catch (error) {
      this.#ports.log.warn(`Waiting prompts cannot be sent: ${errorName(error)}`);
    }
  }

  async #startPurges(): Promise<void> {
    const { startPurges } = await import('./conversations/deleted-conversations.ts');
    if (!this.#closed)
      this.#endPurges = startPurges(this.#ports.storage, () => this.#chat?.history ?? null, this.#ports.log);
  }

  /** Loads the chat, once. Where that fails, the next who needs it tries again. */
  async open(): Promise<Chat> {
    const chat = await this.#loaded.get();
    this.#chat = chat;
    if (this.#closed) chat.dispose();
    if (this.#empty !== null) chat.panel.resolve(this.#empty);
    this.#empty = null;
    return chat;
  }

  /** Never rejects: a view that cannot be filled says so, and is filled as soon as the chat can be opened. */
  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    this.#empty = view;
    view.onDidDispose(() => {
      if (this.#empty === view) this.#empty = null;
    });
    const again = vscode.l10n.t('Try Again');
    for (;;) {
      try {
        await this.open();
        return;
      } catch (error) {
        this.#ports.log.warn(`The chat could not be opened: ${errorName(error)}`);
        const text = vscode.l10n.t(
          'The chat could not be opened. Nothing is lost: your conversations are where they were.',
        );
        if ((await showError(text, again)) !== again) return;
      }
    }
  }

  /** Brings back the editor that showed the chat before the window was loaded again. */
  async deserializeWebviewPanel(editor: vscode.WebviewPanel): Promise<void> {
    const { panel } = await this.open();
    panel.adopt(editor);
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    return (await import('./editor/code-actions.ts')).codeActionsFor(document, range, context);
  }

  /** What the palette, the editor's menus, keys and code actions run. */
  get commands(): Pick<CommandTable, ChatCommandId> {
    const run = (act: (chat: Chat) => Promise<void> | void) => async () => act(await this.open());
    const ask =
      (intent: AskIntent) =>
      async (...args: readonly unknown[]) =>
        (await this.open()).ask(intent, args);
    return {
      'tidemark.focusChat': run(({ panel }) => panel.focusSide()),
      'tidemark.openChatInEditor': run(({ panel }) => panel.openInEditor()),
      'tidemark.findInChat': run(({ panel }) => panel.find()),
      'tidemark.newChat': run(({ panel, session }) => {
        session.clear();
        return panel.focus();
      }),
      'tidemark.showConversations': run(({ conversations }) => conversations.list()),
      'tidemark.chooseTools': run(({ agent }) => agent.chooseTools()),
      'tidemark.restoreFiles': run(({ files, panel }) => files.restore.offerPicked(() => panel.focus())),
      'tidemark.exportChat': run(({ conversations }) => conversations.exportShown()),
      'tidemark.importChat': run(({ conversations }) => conversations.import()),
      'tidemark.ask': ask('editor'),
      'tidemark.askFile': ask('explorer'),
      'tidemark.attach': ask('attach'),
      'tidemark.explain': ask('explain'),
      'tidemark.fix': ask('fix'),
      'tidemark.sendSelection': ask('editor'),
      'tidemark.acceptChange': run(({ review }) => review.accept()),
      'tidemark.acceptChangeAtCursor': run(({ review }) => review.acceptAtCursor()),
      'tidemark.discardChange': run(({ review }) => review.discard()),
    };
  }

  /** The window closes: resolves when nothing of the conversations is in memory only. */
  async close(): Promise<void> {
    await this.#chat?.close();
  }

  /** All that is kept is to be deleted: ends what runs and lets go of it, in this window. Never rejects. */
  async forget(): Promise<void> {
    await this.#chat?.forget();
  }

  /** Sign-in or plan changed: an open page gets a message; a closed one asks when it opens. */
  availabilityChanged(): void {
    this.#chat?.availabilityChanged();
  }

  /** Speaks in the panel where the person sees it, else by VS Code's notifications. */
  get voice(): PassingVoice {
    const outside = { inform: showInformation, warn: showWarning };
    return this.#chat?.voice ?? { ...outside, until: () => outside };
  }

  /** Lets what is typed wait for the reset of the plan; null where nothing is, or no reset is known. */
  get draftAtReset(): (() => Promise<void>) | null {
    return this.#chat?.draftAtReset() ?? null;
  }

  /** What VS Code asks the chat for. */
  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider('tidemark.chat', this),
      vscode.window.registerWebviewPanelSerializer('tidemark.chat', this),
      vscode.workspace.registerFileSystemProvider('tidemark-proposal', this.#proposalFiles, { isCaseSensitive: true }),
      vscode.languages.registerCodeActionsProvider('*', this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.Refactor],
      }),
    );
  }

  dispose(): void {
    this.#closed = true;
    this.#endPurges();
    this.#chat?.dispose();
  }
}
