// Texts of any length that are made to hold a renderer up. The same length always gives the same text.

/** A reproducible source of whole numbers below `limit` (a linear congruential generator). */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * limit);
  };
}

/** The same piece over and over; `{}` stands for a number that grows. */
function repeated(piece: string): (length: number) => string {
  return (length) => {
    const pieces: string[] = [];
    for (let at = 0, index = 0; at < length; index++) {
      const next = piece.replaceAll('{}', String(index));
      pieces.push(next);
      at += next.length;
    }
    return pieces.join('').slice(0, length);
  };
}

/** A line for each depth, from the margin to `depth` and on at that depth. */
function nested(mark: string, depth: number): (length: number) => string {
  return (length) => {
    const lines: string[] = [];
    for (let at = 0, index = 0; at < length; index++) {
      const line = `${mark.repeat(Math.min(index % (depth + 1), depth))}word${index}\n`;
      lines.push(line);
      at += line.length;
    }
    return lines.join('').slice(0, length);
  };
}

function wide(columns: number): (length: number) => string {
  return (length) => {
    const row = (cell: string): string => `|${cell.repeat(columns)}\n`;
    return `${row('a|')}${row('-|')}${repeated(row('1|'))(length)}`.slice(0, length);
  };
}

const signs = [
  '*',
  '**',
  '_',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '(',
  ')',
  '![',
  '](',
  ']: ',
  '<',
  '>',
  '&amp;',
  '&',
  '\\',
  '\\[',
  '$',
  '|',
  '\n',
  '\n\n',
  '\n- ',
  '\n1. ',
  '\n> ',
  '\n# ',
  '\n    ',
  '\n|-|-|\n',
  '\n```\n',
  ' ',
  'word',
  '1',
  'http://',
  'www.',
  '潮',
  'א',
  'é',
  ':',
  '/',
];

function mixed(seed: number): (length: number) => string {
  return (length) => {
    const roll = dice(seed);
    const pieces: string[] = [];
    for (let at = 0; at < length; ) {
      // A few at a time, so that runs come about.
      const few = Array.from({ length: 3 }, () => signs[roll(signs.length)] ?? '');
      const run = Array.from({ length: 1 + roll(200) }, () => few[roll(few.length)] ?? '').join('');
      pieces.push(run);
      at += run.length;
    }
    return pieces.join('').slice(0, length);
  };
}

export const bombs: Readonly<Record<string, (length: number) => string>> = {
  'inline elements without letters': repeated('*1* `2` '),
  'bold numbers': repeated('**{}** '),
  links: repeated('[{}](http://a.example/{}) '),
  images: repeated('![{}](http://a.example/{}) '),
  'a wide table': wide(50_000),
  'a table of 90 columns': wide(90),
  'a long table': (length) => `| a | b |\n|---|---|\n${repeated('| {} | **2** |\n')(length)}`.slice(0, length),
  'nested quotes': nested('> ', 120),
  'nested lists': nested('  ', 120),
  'lists in one line': repeated(`${'- '.repeat(1_000)}x\n`),
  'a long quote': repeated('> **{}**\n>\n'),
  'quoted items': repeated('>- {}\n'),
  'a long tight list': repeated('- {}\n'),
  'a long loose list': repeated('1. {}\n\n'),
  'escaped brackets': repeated('\\['),
  'open brackets': repeated('['),
  'open images': repeated('![]('),
  'open links': repeated('[a](<b '),
  'open emphasis': repeated('*a **b '),
  'closing emphasis': repeated('a* b_ '),
  'nested emphasis': (length) => `${'*a '.repeat(length / 6)}${'b* '.repeat(length / 6)}`,
  'open backticks': (length) =>
    Array.from({ length: Math.floor(Math.sqrt(2 * length)) }, (_, index) => '`'.repeat(index))
      .join(' ')
      .slice(0, length),
  'open formulas': repeated('$a \\(b '),
  'units without end': repeated(`$\\pu{{}${'m/'.repeat(1_900)}}$\n\n`),
  'chemistry without end': repeated(`$\\ce{{}${'A->[x]'.repeat(600)}}$\n\n`),
  'units of the longest kind': repeated(`$\\pu{{}${'m/'.repeat(90)}}$\n\n`),
  'columns of a formula': repeated('$\\begin{alignedat}{99999999}{}\\end{alignedat}$\n\n'),
  'one word': (length) => 'a'.repeat(length),
  'words without end': repeated('word '),
  spaces: (length) => `a${' '.repeat(length - 2)}b`,
  'line breaks': repeated('a\n'),
  entities: repeated('&amp;&#35;&notin;'),
  'reference definitions': repeated('[a{}]: b\n'),
  'references before definitions': (length) =>
    `${repeated('[a{}]\n\n')(length / 2)}\n\n${repeated('[a{}]: b\n')(length / 2)}`,
  'text like HTML': repeated('<div class="a"><!-- b --><![CDATA['),
  'a giant line of code': (length) => `\`\`\`java\n${'x = "a\\" + '.repeat(length / 11)}\n\`\`\`\n`,
  'giant code': (length) => `\`\`\`ts\n${repeated('const a{} = "b";\n')(length)}\n\`\`\`\nend`,
  'code in an item': (length) => `- a\n\n  \`\`\`ts\n${repeated('  const a{} = "b";\n')(length)}\n  \`\`\`\nend`,
  'small fences': repeated('```js\nlet a = {};\n```\n'),
  'indented code': repeated('    a {}\n'),
  footnotes: repeated('[^{}] [^{}]: note\n'),
  autolinks: repeated('http://a.example/{} <http://b.example/{}> www.c.example/{} '),
  'colons and slashes': repeated('http://'),
  'at signs': repeated('a@b.'),
  'one long address': (length) => `http://a.example/${'(a'.repeat(length / 2)}`,
  'CJK without spaces': repeated('潮汐标记'),
  'combining characters': (length) => `a${'\u0301'.repeat(length)}`,
  'right to left': repeated('123 **456** שלום عالم\n\n'),
  'right to left in one paragraph': repeated('1 *2* שלום '),
  'emoji with joiners': repeated('👩\u200d👩\u200d👧'),
  'control characters': repeated('\u202e\u2066a\u0000\u0007'),
  headings: repeated('# **{}**\n'),
  rules: repeated('***\n'),
  'short paragraphs': repeated('{}\n\n'),
  'lines that may be underlined': repeated('a {}\n='),
  tasks: repeated('- [ ] {}\n'),
  'tables in items': repeated(`- | a | b |\n  |---|---|\n${'  | {} | **2** |\n'.repeat(20)}`),
  'lists, quotes and tables in turn': repeated('> - | a |\n>   |---|\n>   | {} |\n>\n> 1. > b\n\n'),
  'a table of short rows': (length) => wide(30)(124) + '|\n'.repeat((length - 124) / 2),
  'many tables of short rows': repeated(wide(30)(124) + '|\n'.repeat(32) + '\n'),
  'deep emphasis in items': repeated(`- ${'**a *b '.repeat(40)}${'c* d** '.repeat(40)}\n`),
  'code in a line without end': (length) => `a \`${'b '.repeat(length / 2)}\` c`,
  'much code in a line': repeated('`{}`'),
  'words of ten thousand letters': repeated(`${'a'.repeat(10_000)} `),
  'marks of direction in words': repeated('a\u202eb\u2067c\u200f{}\u2069 '),
  'letters with fifty marks': repeated(`a${'\u0301\u0489\u20dd'.repeat(17)} `),
  'hidden characters in code': (length) => `\`\`\`\n${repeated('a\u200b{}\u202e\n')(length)}`,
  'images in links': repeated('[![{}](http://a.example/{} "b")](http://c.example/{} "d") '),
  'paragraphs of few links': repeated('[a](b) [c][{}]\n\n'),
  'fences of two kinds in turn': repeated('~~~\n{}\n```\n~~~\n```\n~~~\n```\n'),
  'long blocks of coloured code': repeated(`\`\`\`ts\n${'const a = [1, "2", /3/u];\n'.repeat(2_000)}\`\`\`\n`),
  'underlined headings': repeated('a **{}**\n===\n'),
  'HTML comments': repeated('<!-- {}\n\n--> <!---->\n'),
  'entities that are none': repeated('&a{};&#x110000;&'),
  'a line of signs without spaces': repeated('*_~`[]()!<>|#\\$&:/'),
  'blank lines': repeated('\n'),
  'tabs and markers': repeated('\t-\t{}\n'),
  'lines without letters': repeated('1 2 3 4 5 6 7 8 9 0 . , ; : ! ?\n'),
  'a mixture': mixed(3),
  'another mixture': mixed(11),
};
