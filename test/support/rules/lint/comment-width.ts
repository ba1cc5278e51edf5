// Comments are as wide as code may be; a formatter leaves them alone, so a fixer fills their lines.
import type { AST, Rule } from 'eslint';

const widest = 120;

export const commentWidth: Rule.RuleModule = {
  meta: {
    type: 'layout',
    fixable: 'whitespace',
    messages: { wide: `This comment is wider than ${String(widest)} columns.` },
  },
  create(context) {
    const { lines } = context.sourceCode;
    const report = (first: number, last: number, written: readonly string[] | null): void => {
      const before = lines.slice(first, last + 1);
      if (written?.join('\n') === before.join('\n')) return;
      const start = { line: first + 1, column: 0 };
      const end = { line: last + 1, column: lines[last]?.length ?? 0 };
      const range: AST.Range = [context.sourceCode.getIndexFromLoc(start), context.sourceCode.getIndexFromLoc(end)];
      context.report({
        loc: { start, end },
        messageId: 'wide',
        fix: written === null ? null : (fixer) => fixer.replaceTextRange(range, written.join('\n')),
      });
    };
    return {
      Program() {
        let checked = -1;
        for (const { loc } of context.sourceCode.getAllComments()) {
          if (loc === null || loc === undefined) continue;
          for (let index = Math.max(checked + 1, loc.start.line - 1); index < loc.end.line; index += 1) {
            if (width(lines[index]) <= widest) continue;
            const { last, written } = filled(lines, index);
            report(index, last, written);
            checked = last;
          }
        }
      },
    };
  },
};

const width = (line = ''): number => Array.from(line).length;

interface Filled {
  /** The last line of the paragraph. */
  readonly last: number;
  /** Null where it takes a person to break it: beside code, say. */
  readonly written: readonly string[] | null;
}

/** The paragraph from a line on that is too wide, in lines that are not. */
function filled(lines: readonly string[], first: number): Filled {
  const line = lines[first] ?? '';
  const single = /^(\s*)\/\*\*? (.*) \*\/$/.exec(line);
  if (single !== null) {
    const [, indent = '', text = ''] = single;
    return { last: first, written: [`${indent}/**`, ...fill(text, `${indent} * `), `${indent} */`] };
  }
  const prefix = /^\s*(?:\/\/|\*) /.exec(line)?.[0];
  if (prefix === undefined || line.endsWith('*/')) return { last: first, written: null };
  let last = first;
  while (continues(lines[last + 1], prefix)) last += 1;
  const text = lines.slice(first, last + 1).map((one) => one.slice(prefix.length));
  return { last, written: fill(text.join(' '), prefix) };
}

/** Whether a line goes on with the paragraph before it: it is no tag, item, table, sample or end. */
function continues(line: string | undefined, prefix: string): boolean {
  if (line?.startsWith(prefix) !== true) return false;
  return !/^(?:@|- |\d+\. |\||`{3}|\s|$)/.test(line.slice(prefix.length)) && !line.endsWith('*/');
}

/** A word that is wider by itself stays whole, and a reference with what it refers to. */
function fill(text: string, prefix: string): string[] {
  const written: string[] = [];
  let line = '';
  for (const word of text.split(/(?<!@see) /)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && width(prefix + longer) > widest) {
      written.push(prefix + line);
      line = word;
    } else line = longer;
  }
  return [...written, prefix + line];
}
