// The public examples and attacks that the page is held to, as texts by name.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

const dataFolder = path.resolve(import.meta.dirname, '../conformance-data');
const markdownSchema = z.object({
  cases: z.array(z.object({ markdown: z.string(), html: z.string(), section: z.string(), example: z.number() })),
});
const attackSchema = z.object({ cases: z.array(z.object({ title: z.optional(z.string()), payload: z.string() })) });

export interface Example {
  readonly name: string;
  readonly text: string;
  /** The structure that the specification gives. */
  readonly html: string;
}

export interface Attack {
  readonly name: string;
  readonly text: string;
}

export type ExampleSet = 'commonmark-0.31.2' | 'gfm-spec' | 'gfm-extensions' | 'gfm-regression';

export function readExamples(set: ExampleSet): Example[] {
  const { cases } = markdownSchema.parse(read(`markdown/${set}.json`));
  return cases.map(({ markdown, html, section, example }) => ({
    name: `${set} ${example}, ${section}`,
    text: markdown,
    html,
  }));
}

/** Every attack; those that are printed with backslashes before their brackets also without them, as they are meant. */
export function readAttacks(): Attack[] {
  const attacksOf = (set: string): Attack[] =>
    attackSchema.parse(read(`xss/${set}.json`)).cases.map(({ title, payload }, index) => ({
      name: `${set} ${index + 1}, ${title ?? ''}`,
      text: payload,
    }));
  const evasions = attacksOf('owasp-xss-filter-evasion');
  const meant = evasions.flatMap(({ name, text }) => {
    const plain = text.replaceAll(/\\([<>])/gu, '$1');
    return plain === text ? [] : [{ name: `${name}, without backslashes`, text: plain }];
  });
  return [...attacksOf('dompurify-expect'), ...evasions, ...meant];
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(dataFolder, file), 'utf8'));
}
