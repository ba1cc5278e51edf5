// Chooses and frames the scripted answer to a question, by keywords.
import * as texts from './answer-texts.ts';
import type { ToolCall, ToolReport } from './tool-calls.ts';

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
  /** The tools that it calls behind its text. */
  readonly calls: readonly ToolCall[];
  /** Why it ends, but for what the request's limits end and for tools, which are waited for. */
  readonly ending: 'end_turn' | 'refusal' | 'pause_turn';
  /** How many times slower than the demo's pace this answer comes. */
  readonly slowness: number;
}

interface Script {
  readonly keyword: RegExp;
  readonly text: (asked: Question) => string;
  readonly slowness?: number;
  readonly ending?: ScriptedAnswer['ending'];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const greeting = /^(?:hi|hello|hey|hallo|moin|servus|good (?:morning|evening|afternoon))\b[\s\S]{0,40}$/i;

/** As Tidemark asks for the message of a commit: the name of the first file follows. */
const commitQuestion = /^The changes:\n([^\n]{1,200})/m;

const scripts: readonly Script[] = [
  {
    keyword: commitQuestion,
    text: ({ question }) => texts.commitMessage(commitQuestion.exec(question)?.[1] ?? ''),
  },
  { keyword: /\brefusal\b/i, text: () => texts.refusal, ending: 'refusal' },
  { keyword: /\bpaused? turn\b/i, text: () => texts.pausedTurn, ending: 'pause_turn' },
  { keyword: /\bslow(?:ly)?\b/i, text: () => texts.slow, slowness: 12 },
  { keyword: /\b(?:long|longer|essay)\b/i, text: () => texts.long },
  { keyword: /\bthink(?:ing)?\b/i, text: ({ thinks }) => (thinks ? texts.thoughtful : texts.thoughtless) },
  { keyword: /\btables?\b/i, text: () => texts.table },
  { keyword: /\b(?:code|function|snippet|refactor|test)\b/i, text: () => texts.code },
  { keyword: greeting, text: () => texts.greeting },
];

/**
 * The person's words on one line, shortened, with every character that markdown could read as more than text escaped
 * (https://spec.commonmark.org/0.31.2/#backslash-escapes).
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
  return {
    thinking: asked.thinks ? texts.thoughts : '',
    text: `${seen}${text}`,
    calls: [],
    ending: script?.ending ?? 'end_turn',
    slowness: script?.slowness ?? 1,
  };
}

/** An answer that waits for tools. */
export function callingAnswer(calls: readonly ToolCall[], thinks: boolean): ScriptedAnswer {
  return {
    thinking: thinks ? texts.thoughts : '',
    text: texts.callingTools(calls.map(({ name }) => name)),
    calls,
    ending: 'end_turn',
    slowness: 1,
  };
}

/** The answer to a question for which tools were called. */
export function reportingAnswer(reports: readonly ToolReport[], thinks: boolean): ScriptedAnswer {
  const lines = reports.map(({ name, answered, isError }) => texts.toolReport(name, asPlainText(answered), isError));
  return { thinking: thinks ? texts.thoughts : '', text: lines.join('\n'), calls: [], ending: 'end_turn', slowness: 1 };
}
