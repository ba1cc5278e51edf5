// What is said and asked about an answer that stands in a place of others.
import '../../../support/fakes/vscode-stand-in.ts';
import assert from 'node:assert/strict';
import { shown, standIn } from '../../../support/fakes/vscode-stand-in.ts';
import type { Failure } from '../../../../src/core/service/failure/errors.ts';

const { askAboutKey, failureInAnswer, tellOfFailure } = await import(
  '../../../../src/host/language-model/failure-notification.ts'
);

const usedUp: Failure = { kind: 'balanceExhausted' };
const byPlan = { payer: 'plan', hasKey: false, signedIn: true, elsewhere: null } as const;

describe('a failure that VS Code’s own chat shows', () => {
  const original = { ...standIn.window };
  let buttons: string[];
  /** Closes the questions that are open, the oldest first. */
  let open: ((title: string | undefined) => void)[];
  const press = (title: string | undefined): void => (open.shift() ?? assert.fail())(title);

  beforeEach(() => {
    shown.splice(0);
    buttons = [];
    open = [];
    Object.assign(standIn.window, {
      showWarningMessage: (text: unknown, ...rest: readonly unknown[]) => {
        shown.push(text);
        const items = rest.flatMap((item) =>
          typeof item === 'object' && item !== null && 'title' in item ? [{ ...item, title: String(item.title) }] : [],
        );
        buttons = items.map(({ title }) => title);
        return new Promise((resolve) => {
          open.push((title) => resolve(items.find((item) => item.title === title)));
        });
      },
    });
  });
  after(() => Object.assign(standIn.window, original));

  for (const [button, answer] of [
    ['This Request', 'thisRequest'],
    ['Next 30 Minutes', 'forHalfAnHour'],
    ['Not Now', 'notNow'],
    [undefined, 'notNow'],
  ] as const) {
    it(`lets the key pay by a question whose answer "${button ?? 'Escape'}" means ${answer}`, async () => {
      const asked = askAboutKey(usedUp);
      assert.deepEqual(
        [shown, buttons],
        [['Your plan refused. Let your API key answer instead?'], ['Not Now', 'This Request', 'Next 30 Minutes']],
      );
      press(button);
      assert.equal(await asked, answer);
    });
  }

  it('is also a notification with what can be done, one of each kind at a time', async () => {
    const told = tellOfFailure(usedUp, byPlan);
    await tellOfFailure(usedUp, byPlan);
    assert.deepEqual([shown, buttons], [['Your plan is used up.'], ['Set API Key…', 'Show Plan']]);
    press('Set API Key…');
    await told;
    assert.deepEqual(shown, ['Your plan is used up.', 'tidemark.setApiKey']);
    const again = [tellOfFailure(usedUp, byPlan), tellOfFailure({ kind: 'forbidden' }, byPlan)];
    assert.deepEqual(shown.slice(2), ['Your plan is used up.', 'Your plan does not allow this request (403).']);
    press(undefined);
    press(undefined);
    await Promise.all(again);
  });

  it('offers another account that has something left, and switches to it only when that is pressed', async () => {
    const elsewhere = { account: 'b', name: 'Ben' };
    const told = tellOfFailure(usedUp, { ...byPlan, elsewhere });
    assert.deepEqual(buttons, ['Switch to Ben', 'Set API Key…', 'Show Plan']);
    assert.deepEqual(shown, ['Your plan is used up.']);
    press('Switch to Ben');
    await told;
    assert.deepEqual(shown.slice(1), ['tidemark.switchAccount', 'b']);
    for (const request of [{ payer: 'apiKey' } as const, { signedIn: false }]) {
      const other = tellOfFailure(usedUp, { ...byPlan, elsewhere, ...request });
      assert.equal(buttons.includes('Switch to Ben'), false);
      press(undefined);
      await other;
    }
  });

  it('is no notification where who pays is not what went wrong', async () => {
    await tellOfFailure({ kind: 'overloaded', retryAt: null }, byPlan);
    assert.deepEqual(shown, []);
  });

  it('says what to do in the place of the answer, where there are no buttons', () => {
    assert.deepEqual(
      (
        [
          { kind: 'noPlan' },
          { kind: 'requestRefused', status: 400, code: null },
          { kind: 'cut' },
          { kind: 'signedOut' },
        ] satisfies Failure[]
      ).map((failure) => failureInAnswer(failure, byPlan)),
      [
        'This account has no plan. A notification of Tidemark offers what you can do: Set API Key…, Sign In, Show Plan.',
        'The service rejected the request as invalid (400). Ask in a new chat, or pick another model.',
        'The connection ended before the answer was whole. What arrived is kept. Ask again.',
        'You are signed out. Sign in, or set an API key.',
      ],
    );
  });
});
