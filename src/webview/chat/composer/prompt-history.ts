// The prompts that were sent before, and the place among them while a person browses them; what they had written
// meanwhile is the newest entry.
import type { HostPort } from '../state/host-port.ts';

const mostPrompts = 50;

export interface PromptHistory {
  /** Whether a prompt of before is shown, so that Down leads somewhere. */
  isBrowsing(): boolean;
  /** The prompt before the one shown, or null at the oldest. `current` comes back by browsing to the end. */
  older(current: string): string | null;
  newer(): string | null;
  /** Keeps a prompt that is sent, and ends browsing. */
  add(prompt: string): void;
  /** Something was typed: what is shown is a draft of its own now. */
  typed(): void;
}

export function createPromptHistory(host: HostPort): PromptHistory {
  let place: number | null = null;
  let draft = '';
  return {
    isBrowsing: () => place !== null,
    older(current) {
      const { sent } = host.kept();
      const next = (place ?? sent.length) - 1;
      const found = sent[next];
      if (found === undefined) return null;
      if (place === null) draft = current;
      place = next;
      return found;
    },
    newer() {
      if (place === null) return null;
      const found = host.kept().sent[place + 1];
      place = found === undefined ? null : place + 1;
      return found ?? draft;
    },
    add(prompt) {
      place = null;
      host.keep({ sent: [...host.kept().sent.filter((other) => other !== prompt), prompt].slice(-mostPrompts) });
    },
    typed() {
      place = null;
    },
  };
}
