import { codePointOf } from '../../../core/chat/code/hidden-characters.ts';
import { withHiddenAs } from '../../../core/service/characters.ts';

/** A text that a person decides by: what would not show is named in its place. Lines stay lines. */
export function seenText(text: string): string {
  return text.toWellFormed().split('\n').map(seenLine).join('\n');
}

function seenLine(line: string): string {
  return withHiddenAs(line, (character) => (character === '\t' ? character : `⟨${codePointOf(character)}⟩`));
}
