// The step of a sign-in in which a person pastes the address on which their browser ended.
import * as vscode from 'vscode';
import type { PasteReception } from '../../../core/account/sign-in-stage.ts';
import { InputBox } from '../../display/input-box.ts';

const { l10n } = vscode;

/** What becomes of what a person does with the step. */
interface PasteActions {
  /** Called with what was entered; whatever is accepted or a mismatch ends the step from outside. */
  readonly judge: (text: string) => PasteReception;
  readonly onBack: () => void;
  readonly onHidden: () => void;
}

export class PasteInput implements vscode.Disposable {
  readonly #input: InputBox;

  /** @param text what the input holds at first */
  constructor(title: string, text: string, { judge, onBack, onHidden }: PasteActions) {
    const prompt = l10n.t(
      'Sign in in the browser. Its last page may be an error page: copy the whole address of that page and paste it here.',
    );
    const input = new InputBox({
      title,
      prompt,
      value: text,
      placeholder: 'http://127.0.0.1:…/callback?code=…&state=…',
    });
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
      return l10n.t(
        'This is not a whole address. Copy everything in the address bar, from the very beginning to the end.',
      );
    case 'signInPage':
      return l10n.t(
        'This is the address of the sign-in page. Sign in there first, then copy the address of the page that follows.',
      );
    case 'noAnswer':
      return l10n.t(
        'This address has no sign-in code in it. The right one contains “code” and “state” after a question mark.',
      );
  }
}
