import * as vscode from 'vscode';
import { inertMarkdown, longest } from '../../core/display/inert-text.ts';

/** A link that runs a command. It is made from these two alone, and never read out of a text. */
export interface CommandLink {
  readonly label: string;
  readonly command: `tidemark.${string}` | 'workbench.trust.manage';
}

/** A piece of a line. Whatever is drawn otherwise than as plain text is said here, and never read out of a text. */
export type HoverPiece =
  | string
  | { readonly kind: 'bold' | 'bar'; readonly text: string }
  /** A codicon by its name, and a space. */
  | { readonly kind: 'icon'; readonly name: string }
  | ({ readonly kind: 'link' } & CommandLink);

export type HoverLine = readonly HoverPiece[];

/** A break inside a paragraph, so that what belongs together stays together. */
const lineBreak = '  \n';

/** Paragraphs of lines of pieces. Only the commands of its links can be run from it. */
export function createHover(paragraphs: readonly (readonly HoverLine[])[]): vscode.MarkdownString {
  const pieces = paragraphs.flat(2);
  const text = paragraphs
    .map((lines) => lines.map((line) => line.map(markdownOf).join('')).join(lineBreak))
    .join('\n\n');
  const hover = new vscode.MarkdownString(text, true);
  hover.isTrusted = {
    enabledCommands: pieces.flatMap((piece) =>
      typeof piece !== 'string' && piece.kind === 'link' ? [piece.command] : [],
    ),
  };
  return hover;
}

function markdownOf(piece: HoverPiece): string {
  if (typeof piece === 'string') return plain(piece);
  switch (piece.kind) {
    case 'bold':
      return `**${plain(piece.text)}**`;
    case 'bar':
      // Nothing of Markdown is read in code, and nothing ends it but its own mark.
      return `\`${piece.text.replaceAll(/[^█░·]/g, '')}\``;
    case 'icon':
      return `$(${piece.name}) `;
    case 'link':
      return `[${plain(piece.label)}](command:${piece.command})`;
  }
}

/** A space at either end is kept: it separates this from its neighbour. */
function plain(text: string): string {
  return `${text.startsWith(' ') ? ' ' : ''}${inertMarkdown(text, longest.line)}${text.endsWith(' ') ? ' ' : ''}`;
}
