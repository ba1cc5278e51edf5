// Which name a line declares, told by its text alone, in whatever language.

const declaration =
  /(?:^|\s)(?:function\s?\*?|class|interface|type|enum|struct|trait|impl|module|mod|namespace|def|fn|func|fun|sub|proc|object|protocol|extension|record|macro_rules!|const|let|var|val)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u;

const receiver = /^func\s?\([^)]*\)\s?([\p{L}_][\p{L}\p{N}_]*)/u;

/** What stands before brackets without declaring anything. */
const controls: ReadonlySet<string> = new Set([
  'if',
  'else',
  'elif',
  'for',
  'foreach',
  'while',
  'until',
  'switch',
  'match',
  'case',
  'catch',
  'except',
  'with',
  'using',
  'lock',
  'return',
  'await',
  'throw',
  'raise',
  'new',
  'do',
  'try',
  'yield',
  'assert',
  'when',
  'unless',
  'describe',
  'it',
  'test',
]);

const calledName = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s?(?:<[^<>()]{0,80}>)?\s?$/u;
const key = /^["']?([\p{L}\p{N}_$.@/-]{1,80})["']?\s?[:=]/u;

/**
 * The name that a line declares; null where it declares none.
 *
 * @param body the line without its indentation.
 * @param opensBlock whether the next line is indented deeper, or the line ends in what opens a block.
 */
export function declaredName(body: string, opensBlock: boolean): string | null {
  const line = body.slice(0, 300);
  const received = receiver.exec(line)?.[1];
  if (received !== undefined) return received;
  const declared = declaration.exec(line)?.[1];
  if (declared !== undefined && !isInsideString(line, declared)) return declared;
  const first = /^[\p{L}_$]+/u.exec(line)?.[0] ?? '';
  if (controls.has(first) || !opensBlock) return null;
  const bracket = line.indexOf('(');
  if (bracket > 0 && !line.slice(0, bracket).includes('=') && !line.endsWith(';')) {
    const called = calledName.exec(line.slice(0, bracket))?.[1];
    // A call that takes a block is told from a method by what stands before its name.
    if (called !== undefined && !line.slice(0, bracket).includes('.')) return called;
  }
  return key.exec(line)?.[1] ?? null;
}

function isInsideString(line: string, name: string): boolean {
  const before = line.slice(0, line.indexOf(name));
  return /["'`]/u.test(before) || /^(?:\/\/|#|\*|\/\*|--|;)/u.test(line);
}

const word = /[\p{L}\p{N}_$]+/gu;

/** How much of the shorter of two lines the other has too, from 0 to 1, counted in words. */
export function similarity(one: string, other: string): number {
  const words = new Map<string, number>();
  const first = one.slice(0, 300).match(word) ?? [];
  const second = other.slice(0, 300).match(word) ?? [];
  if (first.length + second.length === 0) return one === other ? 1 : 0;
  for (const found of first) words.set(found, (words.get(found) ?? 0) + 1);
  let shared = 0;
  for (const found of second) {
    const left = words.get(found) ?? 0;
    if (left > 0) shared++;
    words.set(found, left - 1);
  }
  return shared / Math.max(3, Math.min(first.length, second.length));
}
