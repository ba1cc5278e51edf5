// The messages as the interface takes them: whoever keeps a conversation may have lost a part of it, stopped a tool, or
// hold what another service's model wrote. What has no place on the wire is said in another form rather than left out.
// @see docs/decisions.md#29
import type { AnswerBlock, ToolUseBlock } from './blocks.ts';
import { type AssistantMessage, type Message, type ToolResultBlock, type UserBlock, userText } from './message.ts';

const interruptedText = 'This tool was interrupted: it has no result.';
const earlierLeftOut = '(What came before is left out.)';
const goOn = 'Continue.';

/** A result as it was given, and the id under which its use is written. */
type ResultsById = ReadonlyMap<string, ToolResultBlock>;

/**
 * Roles alternate and begin and end with the user's; every tool use has its one result right behind, before everything
 * else, under an id that no other use has; no text is blank, and no thinking is without its signature.
 */
export function wellFormed(messages: readonly Message[]): Message[] {
  const turns = alternating(messages);
  const usedIds = new Set<string>();
  const written: Message[] = [];
  for (const [index, turn] of turns.entries()) {
    if (turn.role === 'user') {
      // Behind an answer it was written together with that answer.
      if (turns[index - 1] === undefined) pushUnlessEmpty(written, userMessage(turn.content, [], new Set()));
      continue;
    }
    const next = turns[index + 1];
    const [answer, user] = answerWithResults(turn, next?.role === 'user' ? next.content : [], usedIds);
    if (written.length === 0) written.push(userText(earlierLeftOut));
    pushUnlessEmpty(written, answer);
    pushUnlessEmpty(written, user);
  }
  const whole = alternating(written);
  return whole.at(-1)?.role === 'assistant' ? [...whole, userText(goOn)] : whole;
}

function pushUnlessEmpty(messages: Message[], message: Message): void {
  if (message.content.length > 0) messages.push(message);
}

/** Neighbours of one role as one message. */
function alternating(messages: readonly Message[]): Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === 'user' && message.role === 'user')
      joined.splice(-1, 1, { role: 'user', content: [...last.content, ...message.content] });
    else if (last?.role === 'assistant' && message.role === 'assistant')
      joined.splice(-1, 1, { role: 'assistant', content: [...last.content, ...message.content] });
    else joined.push(message);
  }
  return joined;
}

function answerWithResults(
  { content }: AssistantMessage,
  behind: readonly UserBlock[],
  usedIds: Set<string>,
): [answer: AssistantMessage, user: Message] {
  const given = resultsIn(behind);
  const blocks: AnswerBlock[] = [];
  const results: ToolResultBlock[] = [];
  const seen = new Set<string>();
  for (const block of content) {
    if (block.kind !== 'toolUse') {
      if (canBeSent(block)) blocks.push(block);
      continue;
    }
    // Only the first of two uses of one id can be told which result is its own.
    const result = seen.has(block.id) ? undefined : given.get(block.id);
    seen.add(block.id);
    const id = unusedId(block.id, usedIds);
    blocks.push(withWireNames(block, id));
    results.push(
      result === undefined ? interrupted(id) : { ...result, useId: id, content: withoutBlank(result.content) },
    );
  }
  return [{ role: 'assistant', content: blocks }, userMessage(behind, results, seen)];
}

function resultsIn(blocks: readonly UserBlock[]): ResultsById {
  const results = new Map<string, ToolResultBlock>();
  for (const block of blocks)
    if (block.kind === 'toolResult' && !results.has(block.useId)) results.set(block.useId, block);
  return results;
}

/** Results that belong to the answer before stand first; what any other says is said as the user's own words. */
function userMessage(
  blocks: readonly UserBlock[],
  results: readonly ToolResultBlock[],
  answered: ReadonlySet<string>,
): Message {
  const written = new Set<string>();
  const rest = blocks.flatMap((block): readonly UserBlock[] => {
    if (block.kind !== 'toolResult') return withoutBlank([block]);
    const isWritten = answered.has(block.useId) && !written.has(block.useId);
    written.add(block.useId);
    return isWritten ? [] : withoutBlank(block.content);
  });
  return { role: 'user', content: [...results, ...rest] };
}

function withoutBlank<Block extends UserBlock>(blocks: readonly Block[]): Block[] {
  return blocks.filter((block) => block.kind !== 'text' || block.text.trim() !== '');
}

function canBeSent(block: Exclude<AnswerBlock, ToolUseBlock>): boolean {
  switch (block.kind) {
    case 'text':
      return block.text.trim() !== '';
    case 'thinking':
      return block.signature !== '';
    case 'redactedThinking':
      return block.data !== '';
  }
}

function interrupted(useId: string): ToolResultBlock {
  return { kind: 'toolResult', useId, isError: true, content: [{ kind: 'text', text: interruptedText }] };
}

/** The interface takes no other characters in the names of tools and of their uses, and no longer ones. */
const longestName = 128;
const wireName = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longestName) || '_';

function withWireNames(block: ToolUseBlock, id: string): ToolUseBlock {
  return { ...block, id, name: wireName(block.name) };
}

function unusedId(given: string, usedIds: Set<string>): string {
  const wanted = wireName(given);
  let id = wanted;
  for (let count = 2; usedIds.has(id); count += 1) id = `${wanted.slice(0, longestName - 8)}-${String(count)}`;
  usedIds.add(id);
  return id;
}
