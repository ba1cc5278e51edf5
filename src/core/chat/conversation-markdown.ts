// Knows how a conversation is written as one markdown document; the headings' words are the caller's.
import type { Conversation } from './conversation.ts';

export interface MarkdownWords {
  readonly you: string;
  readonly answer: string;
}

export function conversationMarkdown(title: string, { turns }: Conversation, words: MarkdownWords): string {
  const parts = turns.map((turn) => {
    if (turn.kind === 'prompt') return `## ${words.you}\n\n${turn.text.trim()}`;
    const model = turn.source === null ? '' : ` (${turn.source.model})`;
    return `## ${words.answer}${model}\n\n${turn.text.trim()}`;
  });
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`;
}
