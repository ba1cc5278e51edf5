// Knows the step of a sign-in in which a person pastes the address on which their browser ended; not what is in it.
import * as vscode from 'vscode';
import type { PasteReception } from '../../core/account/sign-in-stage.ts';
import { InputBox } from '../display/input-box.ts';

const { l10n } = vscode;

export interface PasteInputParts {
  /** Called with what was entered; whatever is accepted or a mismatch ends the step from outside. */
  readonly judge: (text: string) => PasteReception;
  readonly onBack: () => void;
  readonly onHidden: () => void;
}

export class PasteInput implements vscode.Disposable {
  readonly #input: InputBox;

  /** @param text what the input holds at first */
  constructor(title: string, text: string, { judge, onBack, onHidden }: PasteInputParts) {
    const prompt = l10n.t('Sign in in the browser. It ends on a page, even if that page cannot be shown: copy its whole address and paste it here.');
    const input = new InputBox({ title, prompt, value: text, placeholder: 'http://127.0.0.1:…/callback?code=…&state=…' });
    this.#input = input;
    input.onDidPressBack(onBack);
    input.onDidHide(onHidden);
    input.onDidChangeValue(() => input.showProblem(undefined));
    input.onDidAccept(() => input.showProblem(problemText(judge(input.value))));
  }

  show(): void {
    this.#input.show();
  }

  dispose(): void {
    this.#input.dispose();
  }
}

function problemText(reception: PasteReception): string | undefined {
  switch (reception) {
    case 'accepted':
    case 'mismatch':
      return undefined;
    case 'notAnAddress':
      return l10n.t('This is not a whole address. Copy everything in the address bar, from the very beginning to the end.');
    case 'signInPage':
      return l10n.t('This is the address of the sign-in page. Sign in there first, then copy the address of the page that follows.');
    case 'noAnswer':
      return l10n.t('This address carries no answer. The right one holds “code” and “state” behind a question mark.');
  }
}
