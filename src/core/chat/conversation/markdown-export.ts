// A conversation as one markdown document.
import { asCode } from '../attachments/attachment.ts';
import { textOf } from '../messages/blocks.ts';
import type { Conversation, PromptTurn } from './conversation.ts';

export interface MarkdownWords {
  readonly you: string;
  readonly answer: string;
  /** Stands before the names of what went along. */
  readonly attached: string;
}

export function conversationMarkdown(title: string, { turns }: Conversation, words: MarkdownWords): string {
  const parts = turns.map((turn) => {
    if (turn.kind === 'prompt') return [`## ${words.you}`, turn.text.trim(), ...attachedLine(turn, words)].join('\n\n');
    const model = turn.source === null ? '' : ` (${turn.source.model})`;
    return `## ${words.answer}${model}\n\n${textOf(turn.blocks).trim()}`;
  });
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`;
}

function attachedLine({ attachments = [] }: PromptTurn, words: MarkdownWords): string[] {
  return attachments.length === 0
    ? []
    : [`${words.attached} ${attachments.map(({ label }) => asCode(label)).join(', ')}`];
}
