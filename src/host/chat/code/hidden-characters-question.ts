// Knows the question that comes before code with characters that do not show is put into the editor; not what is done with it.
import * as vscode from 'vscode';
import { askModal } from '../../display/modal.ts';
import { characterName, hiddenCharacters, withoutHidden } from '../../../core/chat/code/hidden-characters.ts';

const { l10n } = vscode;

/** So many different characters are named. */
const mostNamed = 8;

/** Null where the code is not used. */
export type HiddenCharactersAnswer = 'asItIs' | 'without' | null;

/** Asks what becomes of characters that do not show, which the lines of `detail` name. */
export type AskAboutHidden = (detail: readonly string[]) => Thenable<HiddenCharactersAnswer>;

/** The code that a person wants in the editor: the same, unless they have its hidden characters taken out. Null where they want none. */
export async function wantedCode(code: string, ask: AskAboutHidden = askInDialog): Promise<string | null> {
  const hidden = hiddenCharacters(code);
  if (hidden.size === 0) return code;
  switch (await ask(detailOf(hidden))) {
    case 'asItIs':
      return code;
    case 'without':
      return withoutHidden(code);
    case null:
      return null;
  }
}

async function askInDialog(detail: readonly string[]): Promise<HiddenCharactersAnswer> {
  const without = l10n.t('Use It Without Them');
  const asItIs = l10n.t('Use It as It Is');
  const answer = await askModal({ severity: 'warning', text: l10n.t('This code holds characters that do not show.'), detail }, without, asItIs);
  if (answer === undefined) return null;
  return answer === without ? 'without' : 'asItIs';
}

function detailOf(hidden: ReadonlyMap<string, number>): readonly string[] {
  const lines = [...hidden].slice(0, mostNamed).map(([character, times]) => (times === 1 ? characterName(character) : l10n.t('{0}, {1} times', characterName(character), times)));
  if (hidden.size > mostNamed) lines.push(l10n.t('and {0} other characters', hidden.size - mostNamed));
  return [...lines, '', l10n.t('They can make code look like other code than it is. The code block in the answer marks where they are.')];
}
