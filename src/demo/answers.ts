// Chooses and frames the scripted answer to a question. It knows keywords and how to repeat a person's words safely;
// the texts stand in answer-texts.ts.
import * as texts from './answer-texts.ts';

export interface Question {
  /** The newest message of the person. */
  readonly question: string;
  /** The how-manieth question of the conversation this is, from 1. */
  readonly turn: number;
  /** Whether the request asked for thinking. */
  readonly thinks: boolean;
  /** How many images came with it. */
  readonly images: number;
}

export interface ScriptedAnswer {
  /** Empty where no thinking was asked for. */
  readonly thinking: string;
  readonly text: string;
  /** How many times slower than the demo's pace this answer comes. */
  readonly slowness: number;
}

interface Script {
  readonly keyword: RegExp;
  readonly text: (asked: Question) => string;
  readonly slowness?: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const greeting = /^(?:hi|hello|hey|hallo|moin|servus|good (?:morning|evening|afternoon))\b[\s\S]{0,40}$/i;

const scripts: readonly Script[] = [
  { keyword: /\bslow(?:ly)?\b/i, text: () => texts.slow, slowness: 12 },
  { keyword: /\b(?:long|longer|essay)\b/i, text: () => texts.long },
  { keyword: /\bthink(?:ing)?\b/i, text: ({ thinks }) => (thinks ? texts.thoughtful : texts.thoughtless) },
  { keyword: /\btables?\b/i, text: () => texts.table },
  { keyword: /\b(?:code|function|snippet|refactor|test)\b/i, text: () => texts.code },
  { keyword: greeting, text: () => texts.greeting },
];

/**
 * The person's words on one line, shortened, with every character that markdown could read as more than text escaped
 * (CommonMark, section 2.4).
 */
export function asPlainText(words: string, longest = 120): string {
  const line = words.replace(/\s+/g, ' ').trim();
  const letters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  const shortened = letters.length > longest ? `${letters.slice(0, longest).join('').trimEnd()}…` : line;
  return shortened.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

export function scriptedAnswer(asked: Question): ScriptedAnswer {
  const script = scripts.find(({ keyword }) => keyword.test(asked.question));
  const text = script ? script.text(asked) : texts.overview(asPlainText(asked.question), asked.turn);
  const seen = asked.images === 0 ? '' : texts.seenImages(asked.images);
  return { thinking: asked.thinks ? texts.thoughts : '', text: `${seen}${text}`, slowness: script?.slowness ?? 1 };
}
