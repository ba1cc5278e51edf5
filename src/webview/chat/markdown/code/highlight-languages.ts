// The languages that code is coloured in. highlight.js builds elements here instead of HTML text: nothing in the page
// ever hands text to the browser's own HTML parser. It is a chunk of its own, loaded with the first code block.
import type { Emitter, LanguageFn } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { characterEnd } from '../plain/plain-pieces.ts';

interface Grammar {
  readonly define: LanguageFn;
  /** What else is behind a fence for it. */
  readonly aliases?: readonly string[];
  /** Languages that it may hold pieces of. */
  readonly holds?: readonly string[];
}

const grammars: ReadonlyMap<string, Grammar> = new Map(
  Object.entries<Grammar>({
    bash: { define: bash, aliases: ['sh', 'zsh'] },
    c: { define: c, aliases: ['h'] },
    cpp: { define: cpp, aliases: ['cc', 'c++', 'hpp', 'hh', 'hxx', 'cxx'] },
    csharp: { define: csharp, aliases: ['cs', 'c#'] },
    css: { define: css },
    diff: { define: diff, aliases: ['patch'] },
    dockerfile: { define: dockerfile, aliases: ['docker'], holds: ['bash'] },
    go: { define: go, aliases: ['golang'] },
    ini: { define: ini, aliases: ['toml'] },
    java: { define: java, aliases: ['jsp'] },
    javascript: { define: javascript, aliases: ['js', 'jsx', 'mjs', 'cjs'], holds: ['xml', 'css'] },
    json: { define: json, aliases: ['jsonc', 'json5'] },
    kotlin: { define: kotlin, aliases: ['kt', 'kts'] },
    lua: { define: lua },
    makefile: { define: makefile, aliases: ['mk', 'mak', 'make'] },
    markdown: { define: markdown, aliases: ['md', 'mkdown', 'mkd'], holds: ['xml'] },
    php: { define: php, holds: ['xml'] },
    powershell: { define: powershell, aliases: ['pwsh', 'ps', 'ps1'] },
    python: { define: python, aliases: ['py'] },
    ruby: { define: ruby, aliases: ['rb', 'gemspec', 'podspec'] },
    rust: { define: rust, aliases: ['rs'] },
    scss: { define: scss },
    shell: { define: shell, aliases: ['console', 'shellsession'], holds: ['bash'] },
    sql: { define: sql },
    swift: { define: swift },
    typescript: { define: typescript, aliases: ['ts', 'tsx', 'mts', 'cts'], holds: ['xml', 'css'] },
    xml: {
      define: xml,
      aliases: ['html', 'xhtml', 'rss', 'atom', 'xsd', 'xsl', 'plist', 'svg'],
      holds: ['css', 'javascript'],
    },
    yaml: { define: yaml, aliases: ['yml'] },
  }),
);
const namesByAlias: ReadonlyMap<string, string> = new Map(
  [...grammars].flatMap(([name, { aliases = [] }]) => aliases.map((alias) => [alias, name] as const)),
);

/**
 * Makes a language known to highlight.js with all that it holds; defining every one at once would take a frame or two.
 */
function define(name: string): boolean {
  const grammar = grammars.get(name);
  if (grammar === undefined) return false;
  if (hljs.getLanguage(name) !== undefined) return true;
  hljs.registerLanguage(name, grammar.define);
  for (const held of grammar.holds ?? []) define(held);
  return true;
}

/** Takes what highlight.js finds in code and builds spans of it. */
class SpanEmitter implements Emitter {
  readonly root = document.createDocumentFragment();
  readonly #open: (DocumentFragment | Element)[] = [this.root];

  addText(text: string): void {
    if (text === '') return;
    const into = this.#open.at(-1) ?? this.root;
    if (into.lastChild instanceof Text) into.lastChild.appendData(text);
    else into.append(text);
  }

  /** A scope has parts, like `title.function`: the first is a class of its own, the others end in underscores. */
  openNode(scope: string): void {
    const [first = '', ...parts] = scope.split('.');
    this.#push([`hljs-${first}`, ...parts.map((part, index) => `${part}${'_'.repeat(index + 1)}`)].join(' '));
  }

  closeNode(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  __addSublanguage(emitter: Emitter, language: string): void {
    this.#push(`language-${language}`).append(emitter instanceof SpanEmitter ? emitter.root : '');
    this.closeNode();
  }

  toHTML(): string {
    return '';
  }

  finalize(): void {
    this.#open.length = 1;
  }

  #push(className: string): Element {
    const span = document.createElement('span');
    span.className = className;
    (this.#open.at(-1) ?? this.root).append(span);
    this.#open.push(span);
    return span;
  }
}
hljs.configure({ __emitter: SpanEmitter });

/** So many characters are coloured at a time, which takes a millisecond or two, and so many at most. */
const pieceLength = 1_000;
const longestPiece = 16_000;
/** A longer line stays plain: some grammars take a time that grows with its square. */
const longestLine = 4 * 1024;
/** So many characters are coloured for now, again and again. */
const longestForNow = 2 * pieceLength;

/** A part of the code, from where the part before it ended. */
export interface ColouredPiece {
  readonly length: number;
  readonly spans: DocumentFragment;
}

/**
 * Colours code piece by piece, each of whole lines. Where the pieces end follows from the code alone, not from how much
 * of it was there when. A line that is too long is a piece without colours.
 *
 * highlight.js goes from the beginning to the end of what it is given. So a piece may end only where nothing is open
 * (no comment, no string, no tag), since the next piece begins with nothing open; one that ends elsewhere is tried
 * longer.
 */
export class CodeColouring {
  readonly #language: string;
  readonly #isKnown: boolean;
  /** The length at which the next piece is tried, and where the try before it ended. */
  #length = pieceLength;
  #tried = 0;
  #isInLongLine = false;

  constructor(alias: string) {
    this.#language = namesByAlias.get(alias) ?? alias;
    this.#isKnown = define(this.#language);
  }

  /**
   * The piece that begins with `code`, which follows the last piece; null where more code decides what it is, and where
   * the rest cannot be coloured: the language is unknown, what is open does not end, or colouring would change a
   * character.
   *
   * @param isWhole whether no more code follows.
   */
  next(code: string, isWhole: boolean): ColouredPiece | null {
    if (!this.#isKnown || code === '') return null;
    if (this.#isInLongLine || lineEnd(code, 0) > longestLine) return this.#longLine(code, isWhole);
    for (; this.#length <= longestPiece; this.#length *= 2) {
      const end = piecesEnd(code, this.#length, isWhole);
      if (end === null || end === this.#tried) return null;
      this.#tried = end;
      const coloured = colour(code.slice(0, end), this.#language);
      if (coloured === null) return null;
      if (coloured.isOpen && !(isWhole && end === code.length)) continue;
      this.#length = pieceLength;
      this.#tried = 0;
      return coloured;
    }
    return null;
  }

  /** The complete lines of `code`, which is no piece yet, as far as is known; null where they are too many, or none. */
  soFar(code: string): ColouredPiece | null {
    const end = code.lastIndexOf('\n') + 1;
    if (!this.#isKnown || this.#isInLongLine || end === 0 || end > longestForNow) return null;
    return colour(code.slice(0, end), this.#language);
  }

  #longLine(code: string, isWhole: boolean): ColouredPiece | null {
    const line = code.slice(0, lineEnd(code, 0));
    const length = characterEnd(line, longestLine);
    if (length === code.length && !line.endsWith('\n') && !isWhole) return null;
    this.#isInLongLine = !(length === line.length && line.endsWith('\n'));
    const spans = document.createDocumentFragment();
    spans.append(line.slice(0, length));
    return { length, spans };
  }
}

/** Null where it would change a character. */
function colour(code: string, language: string): (ColouredPiece & { readonly isOpen: boolean }) | null {
  const { _emitter: emitter, _top: top } = hljs.highlight(code, { language, ignoreIllegals: true });
  if (!(emitter instanceof SpanEmitter) || emitter.root.textContent !== code) return null;
  return { length: code.length, spans: emitter.root, isOpen: top !== undefined && 'parent' in top };
}

/**
 * The end of whole lines of `length` characters or more, or of fewer before a line that is too long; null where it is
 * not there yet.
 */
function piecesEnd(code: string, length: number, isWhole: boolean): number | null {
  let end = 0;
  while (end < code.length && end < length) {
    const next = lineEnd(code, end);
    if (next - end > longestLine) return end;
    if (next === code.length && !isWhole && !code.endsWith('\n')) return null;
    end = next;
  }
  return end < length && !isWhole ? null : end;
}

/** Behind the line break of the line that begins at `begin`. */
function lineEnd(code: string, begin: number): number {
  const end = code.indexOf('\n', begin);
  return end === -1 ? code.length : end + 1;
}
