// What the list at an @ in the prompt offers for the letters behind it.
import type * as vscode from 'vscode';
import { searchPaths } from '../../../core/chat/attachments/name-search.ts';
import type { Log } from '../../../core/ports.ts';
import type { HostMessage, OfferView } from '../../../protocol/chat.ts';
import {
  type ContextOffer,
  offersOfEditor,
  offersOfSymbols,
  offersOfWorkspace,
  type WorkspaceOffers,
} from './offers.ts';
import type { ContextSource } from './sources/sources.ts';
import { TerminalRecords } from './sources/terminal-records.ts';

const mostOffers = 40;
const mostRemembered = 2_000;
/** Fewer letters are in nearly every symbol. */
const fewestSymbolLetters = 2;

export class ContextMention implements vscode.Disposable {
  readonly #terminals = new TerminalRecords();
  readonly #isAttached: (label: string) => boolean;
  readonly #log: Log;
  #workspace: Promise<WorkspaceOffers> | null = null;
  /** By id: what the page shows may be older than what was offered last. */
  readonly #offered = new Map<string, ContextSource>();
  #asked = 0;

  /** @param isAttached whether something of this label goes along already. */
  constructor(isAttached: (label: string) => boolean, log: Log) {
    this.#isAttached = isAttached;
    this.#log = log;
  }

  /**
   * Tells what is offered, and once more where symbols join it; nothing once more letters are asked for. Never rejects.
   */
  async find(letters: string, tell: (message: HostMessage) => void): Promise<void> {
    const asked = ++this.#asked;
    // An @ that was just typed may be about files that are new.
    if (letters === '') this.#workspace = null;
    if (this.#offered.size > mostRemembered) this.#offered.clear();
    this.#workspace ??= offersOfWorkspace().catch(() => ({ files: [], folders: [] }));
    const { files, folders, note } = await this.#workspace;
    const editor = searchPaths(letters, offersOfEditor(this.#terminals.sources), ({ label }) => label, mostOffers);
    const paths = searchPaths(letters, [...files, ...folders], ({ source }) => source.label, mostOffers);
    const found = [...editor, ...paths];
    const show = (offers: readonly ContextOffer[]): void => {
      if (asked !== this.#asked) return;
      const shown = offers.slice(0, mostOffers).map((each) => this.#offer(each));
      tell({ kind: 'contextFound', offers: shown, ...(note === undefined ? {} : { note }) });
    };
    show(found);
    if (letters.length < fewestSymbolLetters) return;
    try {
      const symbols = await offersOfSymbols(letters);
      if (symbols.length > 0) show([...found.slice(0, mostOffers - symbols.length), ...symbols]);
    } catch {
      this.#log.warn('The symbols of the workspace could not be listed.');
    }
  }

  /** What was offered under this id; undefined where nothing was. */
  source(id: string): ContextSource | undefined {
    return this.#offered.get(id);
  }

  dispose(): void {
    this.#terminals.dispose();
  }

  #offer({ icon, label, source }: ContextOffer): OfferView {
    const id = `${icon}:${source.label}`;
    this.#offered.set(id, source);
    return { id, icon, label, detail: source.label, isAttached: this.#isAttached(source.label) };
  }
}
