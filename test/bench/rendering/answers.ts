// Answers of any length as a model writes them: headings, paragraphs, lists, tables and code in many languages. The
// same length always gives the same text.

const words =
  `a stalled reader keeps its last event until the deadline passes and then says what it knows so that nothing which
arrived is lost while the writer goes on with smaller pieces since every layer bounds its own buffer and hands over whole
values only which makes the order of two calls easy to see in a test and a slow consumer harmless to the rest`.split(
    /\s+/u,
  );
const names =
  `account answer attempt backoff budget channel clock code credential deadline door entry envelope failure grant
ledger limit message monitor payload plan port prompt quota record retry session signal store turn window`.split(
    /\s+/u,
  );

/** A reproducible source of whole numbers below `limit` (a linear congruential generator). */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * limit);
  };
}

/** @param kilobytes the length, in units of 1,024 characters; the last part may go a little further. */
export function answerOf(kilobytes: number): string {
  const roll = dice(7);
  const pick = (list: readonly string[]): string => list[roll(list.length)] ?? '';
  const name = (): string => pick(names);
  const type = (): string => name().replace(/^./u, (letter) => letter.toUpperCase());
  const phrase = (): string => {
    const chance = roll(40);
    if (chance < 2) return `\`${name()}${type()}()\``;
    if (chance === 2) return `**${pick(words)} ${pick(words)}**`;
    if (chance === 3) return `[the ${name()}](https://docs.example/${name()}#${name()})`;
    return pick(words);
  };
  const sentence = (): string => `${type()} ${Array.from({ length: 8 + roll(12) }, phrase).join(' ')}.`;
  const many = (least: number, spread: number, part: (index: number) => string): string =>
    Array.from({ length: least + roll(spread) }, (_, index) => part(index)).join('');
  const lines: Readonly<Record<string, () => string>> = {
    ts: () =>
      pick([
        `const ${name()} = await ${name()}.read<${type()}>(\`/v1/\${${name()}}?limit=${roll(999)}\`);`,
        `if (${name()}.size > ${roll(99)}) throw new Error('The ${name()} is full.'); // ${name()} ${name()}`,
        `export interface ${type()}${type()} { readonly ${name()}: string; ${name()}?: number }`,
      ]),
    python: () =>
      pick([
        `def ${name()}_${name()}(self, ${name()}: str, ${name()}: int = ${roll(99)}) -> dict[str, int]:`,
        `    return {key: value for key, value in ${name()}.items() if value > ${roll(99)}}`,
        `    # ${name()} before ${name()}`,
      ]),
    rust: () =>
      pick([
        `pub fn ${name()}<T: Into<String>>(${name()}: &mut Vec<T>) -> Result<usize, Failure> {`,
        `    match ${name()} { Some(value) if value > ${roll(99)} => Ok(value), _ => Err(Failure::${type()}) }`,
        '}',
      ]),
    go: () =>
      pick([
        `func (s *${type()}) ${type()}(ctx context.Context, ${name()} string) error {`,
        `\tif err := s.${name()}.Do(ctx, ${roll(99)}); err != nil { return fmt.Errorf("${name()}: %w", err) }`,
        '}',
      ]),
    json: () => `  "${name()}_${roll(99)}": ["${name()}", ${roll(9999)}, {"${name()}": false}],`,
    bash: () =>
      pick([
        `curl -sS "$BASE/v1/${name()}" -H 'accept: application/json' | jq '.${name()}'`,
        `for file in src/*.${name()}; do echo "$file" >> ${name()}.log; done`,
      ]),
    sql: () =>
      `SELECT ${name()}.id, COUNT(*) FROM ${name()} LEFT JOIN ${name()} ON ${name()}.id = ${name()}.owner WHERE total > ${roll(99)};`,
    css: () => `.${name()}-${name()} { display: flex; margin: 0 ${roll(40)}px; color: var(--${name()}); }`,
  };
  const languages = Object.entries(lines);
  const parts: (() => string)[] = [
    () => `## ${type()} and ${name()}\n`,
    () => `${many(2, 4, () => `${sentence()} `).trim()}\n`,
    () => many(3, 5, () => `- ${sentence()}\n${roll(4) === 0 ? `  - ${sentence()}\n` : ''}`),
    () => {
      const [language, line] = languages[roll(languages.length)] ?? ['text', name];
      // Few blocks are long in a short answer, and some are very long in a long one.
      return `\`\`\`${language}\n${many(4, Math.min(120, 4 + kilobytes), () => `${line()}\n`)}\`\`\`\n`;
    },
    () => `${many(1, 3, () => `${sentence()} `).trim()}\n`,
    () => many(3, 4, (index) => `${index + 1}. ${sentence()}\n`),
    () =>
      `| ${type()} | ${type()} | ${type()} |\n| --- | ---: | --- |\n${many(3, 6, () => `| \`${name()}\` | ${roll(999)} | ${pick(words)} ${pick(words)} |\n`)}`,
  ];
  let text = '';
  for (let part = 0; text.length < kilobytes * 1_024; part++) text += `${parts[part % parts.length]?.() ?? ''}\n`;
  return text;
}
