// What a prompt cache would have kept of earlier requests: everything up to a breakpoint, per payer and model. Nothing
// of the texts themselves is remembered.
import { createHash } from 'node:crypto';
import type { InputPart } from '../wire/message-request.ts';
import { tokensIn } from './models.ts';

/** Tokens of a request by where they come from; together they are all of it. */
export interface InputTokens {
  readonly uncached: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
}

export interface PromptCache {
  /** Counts a request, and keeps what its breakpoints mark. */
  read: (owner: string, parts: readonly InputPart[]) => InputTokens;
}

/** Anything shorter is not worth keeping. */
const fewestTokens = 1024;
const mostPrefixes = 2000;

export function createPromptCache(): PromptCache {
  const kept = new Set<string>();
  return {
    read(owner, parts) {
      const hash = createHash('sha256').update(owner);
      let characters = 0;
      let read = 0;
      let written = 0;
      for (const part of parts) {
        hash.update(`\n${part.key}`);
        characters += part.characters;
        const tokens = tokensIn(characters);
        if (tokens < fewestTokens || !(part.isBreakpoint || kept.size > 0)) continue;
        const name = hash.copy().digest('base64');
        if (kept.has(name)) read = tokens;
        if (!part.isBreakpoint) continue;
        written = tokens;
        if (kept.size >= mostPrefixes) kept.clear();
        kept.add(name);
      }
      const cached = Math.max(read, written);
      return { uncached: tokensIn(characters) - cached, cacheRead: read, cacheWritten: cached - read };
    },
  };
}
