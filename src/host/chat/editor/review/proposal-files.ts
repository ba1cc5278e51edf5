// The right side of a proposed change as a file of a file system of ours, which can be written: VS Code's own ways to
// revert a part of a diff, or to edit it, then work on a proposal as on any file.
import * as vscode from 'vscode';
import type { LazyFiles } from './lazy-proposal-files.ts';

/** Behind the id of a change: there is no file on this side of it. */
const nothing = '.none';

/** What the files hold, as somebody else decides. */
export interface ProposalTexts {
  readonly onDidChangeText: vscode.Event<string>;
  /** Undefined where there is no such change any more. */
  textOf(id: string): Promise<string | undefined>;
  /** Rejects where the text is too long. */
  rewrite(id: string, text: string): Promise<void>;
}

/** What the authority of an address is that stands for no file: before one is created, or after it is deleted. */
export function nothingBehind(id: string): string {
  return `${id}${nothing}`;
}

export function changeIdOf({ authority }: vscode.Uri): string {
  return authority.endsWith(nothing) ? authority.slice(0, -nothing.length) : authority;
}

interface SeenText {
  readonly uri: vscode.Uri;
  readonly changedAt: number;
}

export class ProposalFiles implements LazyFiles, vscode.Disposable {
  readonly #texts: ProposalTexts;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeFile = this.#changed.event;
  /** Each by its id; VS Code reads a file anew only where its time is another one. */
  readonly #seen = new Map<string, SeenText>();

  constructor(texts: ProposalTexts) {
    this.#texts = texts;
    this.#subscription = texts.onDidChangeText((id) => {
      const uri = this.#seen.get(id)?.uri;
      if (uri === undefined) return;
      this.#note(id, uri);
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    });
  }

  #note(id: string, uri: vscode.Uri): SeenText {
    const seen = { uri, changedAt: Math.max(Date.now(), (this.#seen.get(id)?.changedAt ?? 0) + 1) };
    this.#seen.set(id, seen);
    return seen;
  }

  async #textOf(uri: vscode.Uri): Promise<Uint8Array> {
    const text = await this.#texts.textOf(changeIdOf(uri));
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return isEmptySide(uri) ? new Uint8Array() : encoded(text);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.#textOf(uri);
    const id = uri.authority;
    const { changedAt } = this.#seen.get(id) ?? this.#note(id, uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: changedAt,
      size: length,
      ...(isEmptySide(uri) ? { permissions: vscode.FilePermission.Readonly } : {}),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return this.#textOf(uri);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    if (isEmptySide(uri) || (await this.#texts.textOf(uri.authority)) === undefined)
      throw vscode.FileSystemError.NoPermissions(uri);
    await this.#texts.rewrite(uri.authority, new TextDecoder().decode(content));
    this.#note(uri.authority, uri);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function isEmptySide({ authority }: vscode.Uri): boolean {
  return authority.endsWith(nothing);
}

/**
 * With a byte order mark, or VS Code would read it in the encoding that the person's settings give to their own files.
 */
function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(`\u{FEFF}${text}`);
}
