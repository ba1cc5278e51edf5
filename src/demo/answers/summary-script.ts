// The demo model asked to compact a conversation: it lists what the person asked, and what an earlier summary listed.
import { blocksOf, type MessageRequest, questionIn, type RequestMessage } from '../wire/message-request.ts';
import { asPlainText, type ScriptedAnswer } from './answers.ts';

/** As Tidemark asks for it. */
const wish = 'Summarise this conversation.';
const listed = /^- Asked: .*$/gm;

/** Null where it is asked for something else. */
export function summaryAnswer(request: MessageRequest): ScriptedAnswer | null {
  if (!questionIn(request).startsWith(wish)) return null;
  const before = request.messages.slice(0, -1);
  const asked = before.flatMap(asksIn);
  const results = before.flatMap(blocksOf).filter(({ type }) => type === 'tool_result').length;
  const text = [
    'The demo lists what was asked so far. A real model would also say what came of it.',
    '',
    ...asked,
    ...(results === 0 ? [] : [`- Results of tools: ${String(results)}`]),
  ].join('\n');
  return { thinking: '', text, calls: [], ending: 'end_turn', slowness: 1 };
}

function asksIn(message: RequestMessage): string[] {
  if (message.role === 'assistant') return [];
  const texts = blocksOf(message).flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.flatMap((text) => text.match(listed) ?? [`- Asked: ${asPlainText(text)}`]);
}
