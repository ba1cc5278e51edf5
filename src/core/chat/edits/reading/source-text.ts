// A text as lines with their indentation, so that what is kept of a file stays as it was to the last character: its
// byte order mark, its line breaks, its tabs, and whether it ends in a line break.

export interface SourceLine {
  /** Without its line break. */
  readonly text: string;
  /** Without white space on either side. */
  readonly body: string;
  readonly indentation: string;
  /** How many columns the indentation takes. */
  readonly width: number;
  /** Empty where the text ends without one. */
  readonly lineBreak: string;
}

export interface SourceText {
  readonly byteOrderMark: string;
  readonly lines: readonly SourceLine[];
  /** The line break that most lines have. */
  readonly lineBreak: string;
  readonly endsInBreak: boolean;
  readonly indentUnit: IndentUnit;
}

export interface IndentUnit {
  readonly usesTabs: boolean;
  readonly columns: number;
}

const columnsOfTab = 4;

/** @param columns what a tab takes; null for what the text's own indentation says. */
export function readSource(text: string, columns: number | null = null): SourceText {
  const byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const pieces = text.slice(byteOrderMark.length).split(/(\r\n|\n|\r)/u);
  const raw: { text: string; lineBreak: string }[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    const line = { text: pieces[index] ?? '', lineBreak: pieces[index + 1] ?? '' };
    if (line.text !== '' || line.lineBreak !== '') raw.push(line);
  }
  const indentUnit = unitOf(raw.map((line) => line.text));
  const tab = columns ?? (indentUnit.usesTabs ? columnsOfTab : indentUnit.columns);
  return {
    byteOrderMark,
    lines: raw.map((line) => ({ ...line, ...measured(line.text, tab) })),
    lineBreak: commonest(raw.map((line) => line.lineBreak).filter((found) => found !== '')) ?? '\n',
    endsInBreak: raw.at(-1)?.lineBreak !== '',
    indentUnit: indentUnit.usesTabs ? { usesTabs: true, columns: tab } : indentUnit,
  };
}

function measured(text: string, tab: number): Pick<SourceLine, 'body' | 'indentation' | 'width'> {
  const indentation = /^[ \t]*/u.exec(text)?.[0] ?? '';
  let width = 0;
  for (const character of indentation) width += character === '\t' ? tab : 1;
  return { body: text.trim(), indentation, width };
}

function unitOf(texts: readonly string[]): IndentUnit {
  let tabs = 0;
  let spaces = 0;
  let before = 0;
  const steps: number[] = [];
  for (const text of texts) {
    if (text.trim() === '') continue;
    if (text.startsWith('\t')) tabs++;
    const width = /^ */u.exec(text)?.[0].length ?? 0;
    if (width > 1) spaces++;
    if (width - before > 1) steps.push(width - before);
    before = width;
  }
  return tabs > spaces
    ? { usesTabs: true, columns: columnsOfTab }
    : { usesTabs: false, columns: commonest(steps) ?? 4 };
}

function commonest<Value>(values: readonly Value[]): Value | null {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: { value: Value; count: number } | null = null;
  for (const [value, count] of counts) if (best === null || count > best.count) best = { value, count };
  return best?.value ?? null;
}

/** A line that is put together anew: at this width, with the rest of the line as it was written. */
export function lineAt(line: SourceLine, width: number, { usesTabs, columns }: IndentUnit): string {
  if (line.body === '') return '';
  const whole = usesTabs ? Math.floor(Math.max(0, width) / columns) : 0;
  const indentation = '\t'.repeat(whole) + ' '.repeat(Math.max(0, width - whole * columns));
  return indentation + line.text.slice(line.indentation.length);
}

/** A line of a text that comes about: one of the file's own, or a new one. */
export type WrittenLine = SourceLine | string;

/**
 * The text of these lines in the form of the file. What the file has at its end stays: a line break, or none.
 *
 * @param endsInBreak whether a diff says otherwise.
 */
export function writeSource(file: SourceText, lines: readonly WrittenLine[], endsInBreak = file.endsInBreak): string {
  const last = lines.length - 1;
  const texts = lines.map((line, index) => {
    const text = typeof line === 'string' ? line : line.text;
    const own = typeof line === 'string' || line.lineBreak === '' ? file.lineBreak : line.lineBreak;
    return text + (index < last || endsInBreak ? own : '');
  });
  return file.byteOrderMark + texts.join('');
}
