import * as vscode from 'vscode';
import { askRisk } from '../../display/modal.ts';
import type { Tell } from '../../display/notification.ts';
import { listText } from '../../words/list-text.ts';
import { characterName, hiddenCharacters, withoutHidden } from '../../../core/chat/code/hidden-characters.ts';

const { l10n } = vscode;

/** So many different characters are named. */
const mostNamed = 8;

/** Null where the code is not used. */
export type HiddenCharactersAnswer = 'asItIs' | 'without' | null;

/** Asks what becomes of characters that do not show, which the lines of `detail` name. */
export type AskAboutHidden = (detail: readonly string[]) => Thenable<HiddenCharactersAnswer>;

/**
 * The code that a person wants in the editor: the same, unless they have its hidden characters taken out. Null where
 * they want none.
 */
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
  const text = l10n.t('This code contains invisible characters.');
  const answer = await askRisk({ text, detail }, without, asItIs);
  if (answer === undefined) return null;
  return answer === without ? 'without' : 'asItIs';
}

/**
 * Names what does not show of code that was copied; resolves to the code without that where the person wants it so,
 * else to null.
 */
export async function offerWithoutHidden(code: string, tell: Tell): Promise<string | null> {
  const hidden = hiddenCharacters(code);
  if (hidden.size === 0) return null;
  const without = l10n.t('Copy It Without Them');
  const text = l10n.t('The copied code contains invisible characters: {0}.', listText(namesOf(hidden)));
  return (await tell(text, without)) === without ? withoutHidden(code) : null;
}

function detailOf(hidden: ReadonlyMap<string, number>): readonly string[] {
  return [
    ...namesOf(hidden),
    '',
    l10n.t('They can make code look like other code than it is. The code block in the answer marks where they are.'),
  ];
}

function namesOf(hidden: ReadonlyMap<string, number>): readonly string[] {
  const lines = [...hidden]
    .slice(0, mostNamed)
    .map(([character, times]) =>
      times === 1 ? characterName(character) : l10n.t('{0}, {1} times', characterName(character), times),
    );
  if (hidden.size > mostNamed) lines.push(l10n.t('and {0} other characters', hidden.size - mostNamed));
  return lines;
}
