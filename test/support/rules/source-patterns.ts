// Every regular expression in a set of source files given as text, and what text is bad for one: pieces that it names,
// over and over.
import ts from 'typescript';

export interface SourcePattern {
  readonly file: string;
  /** As it is in the source. */
  readonly text: string;
}

export interface SourcePatterns {
  readonly literals: readonly SourcePattern[];
  /** Expressions that are put together at run time. */
  readonly constructed: readonly SourcePattern[];
}

export function patternsIn(files: ReadonlyMap<string, string>): SourcePatterns {
  const literals: SourcePattern[] = [];
  const constructed: SourcePattern[] = [];
  for (const [file, source] of files) {
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) literals.push({ file, text: node.text });
      const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
      if (isMade) constructed.push({ file, text: node.getText() });
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  }
  return { literals, constructed };
}

/** The expression that a literal stands for. */
export function regexOf(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

const samples: Readonly<Record<string, readonly string[]>> = {
  s: [' ', '\t', '\n'],
  S: ['x'],
  d: ['1'],
  D: ['x'],
  w: ['a', '_'],
  W: [' ', '-'],
  n: ['\n'],
  r: ['\r'],
  t: ['\t'],
  b: [' a'],
  p: ['é', '1'],
  P: ['-'],
};

/** What an expression names: single characters, and runs of them that are together. */
function named({ source }: RegExp): { readonly characters: readonly string[]; readonly runs: readonly string[] } {
  const characters = new Set<string>();
  const runs: string[] = [];
  let run = '';
  const endRun = (): void => {
    if (run.length > 1) runs.push(run);
    run = '';
  };
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '\\') {
      const escaped = source.charAt(++at);
      const known = samples[escaped];
      for (const sample of known ?? [escaped]) characters.add(sample);
      if (known === undefined) run += escaped;
      else endRun();
      if (/[pP]/u.test(escaped)) at = source.indexOf('}', at);
    } else if ('^$.*+?()[]{}|'.includes(character)) {
      if (character === '.') characters.add('x');
      endRun();
    } else {
      characters.add(character);
      run += character;
    }
  }
  endRun();
  return { characters: [...characters].filter((sample) => sample !== ''), runs };
}

export interface BadInput {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

/** Text that an expression may begin to match over and over, and never does. */
export function badInputs(regex: RegExp): BadInput[] {
  const { characters, runs } = named(regex);
  const few = characters.slice(0, 12);
  const pairs = few.flatMap((left) => few.map((right) => left + right));
  const pumps = new Set([
    ...characters,
    ...runs,
    ...pairs,
    ' ',
    'a',
    '1',
    '\n',
    ...runs.map((run) => `${run} `),
    ...runs.map((run) => `\n${run}`),
  ]);
  const prefixes = new Set([
    '',
    ...runs,
    ...runs.map((run) => `${run}x`),
    ...characters.slice(0, 4),
    runs.slice(0, 1).join('') + '\n',
    'a',
  ]);
  return [...prefixes].flatMap((prefix) =>
    [...pumps].flatMap((pump) => ['', '\u0001', 'x'].map((suffix) => ({ prefix, pump, suffix }))),
  );
}

/** Bad input of about `length` characters. */
export function badText({ prefix, pump, suffix }: BadInput, length: number): string {
  return prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix;
}
