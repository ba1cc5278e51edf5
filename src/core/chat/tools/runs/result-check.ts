// What is looked at in a result before it goes to the model.
import { secretSign } from '../../attachments/secret-scan.ts';
import { withHiddenNamed } from '../../code/hidden-characters.ts';
import type { CallResult, ToolOutcome } from '../calls/offered-tool.ts';

/** Whether the result, or anything that it was taken from, looks like a secret. */
export function looksSecret({ content, sources = [] }: CallResult): boolean {
  const texts = content.flatMap((block) => (block.kind === 'text' ? [block.text, withoutPlaces(block.text)] : []));
  return [...sources, ...texts].some((text) => secretSign('', text) !== null);
}

/** Without what programs and tools put before each line: the file that it is of, and its number there. */
function withoutPlaces(text: string): string {
  return text.replace(/^(?:[^\s:]{1,300}[:-])?[ \t]{0,9}(?:\d{1,9} ?[:|\u2192\t-][ \t]?)?/gm, '');
}

/**
 * What is sent and stored of a result: what does not show is named, so that no text tells the model more than a person.
 */
export function shownOutcome({ isError, content, lines, exitCode, isSandboxed }: CallResult): ToolOutcome {
  const shown = content.map((block) =>
    block.kind === 'text' ? { ...block, text: withHiddenNamed(block.text) } : block,
  );
  const known = {
    ...(lines === undefined ? {} : { lines }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(isSandboxed === undefined ? {} : { isSandboxed }),
  };
  return { isError, content: shown, ...known };
}
