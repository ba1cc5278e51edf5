// What another program's conversation becomes as messages of a request: its texts, images, data, tool calls, their
// results and thinking.
import { imageTypeOf } from '../attachments/image.ts';
import { type AnswerBlock, isJsonObject, textBlock, type TextBlock } from '../messages/blocks.ts';
import type { ImageBlock, Message, UserBlock } from '../messages/message.ts';
import type { ThinkingMemory } from './thinking-memory.ts';

/** A part of a turn, as far as it is understood. */
export type CallerPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly mimeType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'toolCall'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly kind: 'toolResult';
      readonly id: string;
      readonly isError: boolean;
      readonly content: readonly CallerPart[];
    }
  | { readonly kind: 'thinking'; readonly text: string; readonly signature: string; readonly redacted: string };

export interface CallerTurn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly parts: readonly CallerPart[];
}

export interface CallerMessages {
  readonly system: readonly string[];
  readonly messages: readonly Message[];
}

/** Of these only whoever wrote them makes anything. */
const privateTypes = new Set(['cache_control', 'usage', 'stateful_marker', 'thinking', 'context_management']);

/** @param takesImages whether the model does; where it takes none, a line says that one was there. */
export function messagesOfCaller(
  turns: readonly CallerTurn[],
  takesImages: boolean,
  thinking: ThinkingMemory,
): CallerMessages {
  const system = turns.flatMap(({ role, parts }) => (role === 'system' ? [textsOf(parts)] : []));
  const messages = turns.flatMap(({ role, parts }): Message[] => {
    switch (role) {
      case 'system':
        return [];
      case 'user':
        return [{ role, content: parts.flatMap((part) => userBlocks(part, takesImages)) }];
      case 'assistant':
        return [{ role, content: thinking.putBack(parts.flatMap(answerBlocks)) }];
    }
  });
  return { system: system.filter((text) => text.trim() !== ''), messages };
}

function textsOf(parts: readonly CallerPart[]): string {
  return parts
    .flatMap((part) => shownBlocks(part, false).map((block) => (block.kind === 'text' ? block.text : '')))
    .join('\n');
}

function userBlocks(part: CallerPart, takesImages: boolean): UserBlock[] {
  if (part.kind !== 'toolResult') return shownBlocks(part, takesImages);
  const { id: useId, isError, content } = part;
  return [{ kind: 'toolResult', useId, isError, content: content.flatMap((one) => shownBlocks(one, takesImages)) }];
}

function shownBlocks(part: CallerPart, takesImages: boolean): (TextBlock | ImageBlock)[] {
  switch (part.kind) {
    case 'text':
      return [textBlock(part.text)];
    case 'data':
      return dataBlocks(part.mimeType, part.bytes, takesImages);
    // They have no place here, and are said rather than left out.
    case 'toolCall':
      return [textBlock(`${part.name} ${JSON.stringify(part.input)}`)];
    case 'toolResult':
      return part.content.flatMap((one) => shownBlocks(one, takesImages));
    case 'thinking':
      return [];
  }
}

function dataBlocks(mimeType: string, bytes: Uint8Array, takesImages: boolean): (TextBlock | ImageBlock)[] {
  if (privateTypes.has(mimeType)) return [];
  const mediaType = mimeType.startsWith('image/') ? imageTypeOf(bytes) : null;
  if (mediaType !== null && takesImages) return [{ kind: 'image', mediaType, data: base64(bytes) }];
  if (isTextual(mimeType)) return [textBlock(new TextDecoder().decode(bytes))];
  return [textBlock(`(Data of the type ${mimeType}, ${bytes.length} bytes, was here. It is left out.)`)];
}

function isTextual(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)\b/.test(mimeType);
}

function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}

function answerBlocks(part: CallerPart): AnswerBlock[] {
  switch (part.kind) {
    case 'toolCall': {
      const { id, name, input } = part;
      return [{ kind: 'toolUse', id, name, input: { kind: 'read', value: isJsonObject(input) ? input : {} } }];
    }
    case 'thinking':
      return part.redacted === ''
        ? [{ kind: 'thinking', text: part.text, signature: part.signature }]
        : [{ kind: 'redactedThinking', data: part.redacted }];
    case 'text':
    case 'data':
    case 'toolResult':
      return shownBlocks(part, false).filter((block) => block.kind === 'text');
  }
}
