import assert from 'node:assert/strict';
import type { BoundKey } from '../../../../../src/core/service/credentials/credential.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { standIn } from '../../../../support/fakes/vscode-stand-in.ts';

const { editApiKey } = await import('../../../../../src/host/account/api-key/api-key-dialog.ts');

const verdicts = {
  good: { verdict: 'accepted', text: 'It works.' },
  wrong: { verdict: 'refused', text: 'It was refused.' },
  unclear: { verdict: 'unknown', text: 'Nobody answered.' },
} as const;
type Typed = keyof typeof verdicts;

/** A person who types these keys one after another, and presses that button wherever a key is not confirmed. */
async function setKey(typed: readonly Typed[], pressed: string | null, demoKey: Secret | null = null) {
  const [stored, tried, asked, told]: [string[], string[], unknown[], unknown[]] = [[], [], [], []];
  const keys = [...typed];
  Object.assign(standIn.window, {
    showInputBox: () => Promise.resolve(keys.shift()),
    showQuickPick: (rows: readonly unknown[]) => Promise.resolve(rows[0]),
    showWarningMessage: (text: string, _options: unknown, ...buttons: readonly { title: string }[]) => {
      asked.push([text, ...buttons.map(({ title }) => title)]);
      return Promise.resolve(buttons.find(({ title }) => title === pressed));
    },
    showInformationMessage: (text: string) => {
      told.push(text);
      return Promise.resolve(undefined);
    },
    withProgress: (_options: unknown, task: (progress: object, token: unknown) => Promise<unknown>) =>
      task({}, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
  });
  const apiKey = {
    current: null,
    receiver: () => Promise.resolve('https://keys.example'),
    set: ({ key }: BoundKey) => {
      stored.push(key.reveal());
      return Promise.resolve();
    },
  };
  const trial = {
    spending: () => '',
    test: ({ key }: BoundKey) => {
      const text = key.reveal();
      tried.push(text);
      return Promise.resolve(verdicts[text in verdicts ? (text as Typed) : 'good']);
    },
  };
  await editApiKey(apiKey as never, trial, demoKey);
  return { stored, tried, asked, told };
}

describe('a key that is set', () => {
  const original = { ...standIn.window };
  afterEach(() => void Object.assign(standIn.window, original));

  it('is tried before it is stored, and the verdict is said with it', async () => {
    assert.deepEqual(await setKey(['good'], null), {
      stored: ['good'],
      tried: ['good'],
      asked: [],
      told: ['It works. The API key is stored. You are asked before it pays for an answer.'],
    });
  });

  for (const typed of ['wrong', 'unclear'] as const) {
    it(`is not stored where the test does not confirm it (${typed}) and the person leaves`, async () => {
      const { stored, asked, told } = await setKey([typed], null);
      assert.deepEqual([stored, asked, told], [[], [[verdicts[typed].text, 'Enter Another Key', 'Keep This Key']], []]);
    });

    it(`is stored all the same where the person keeps it (${typed})`, async () => {
      const { stored, told } = await setKey([typed], 'Keep This Key');
      assert.deepEqual(
        [stored, told],
        [[typed], ['The API key is stored. You are asked before it pays for an answer.']],
      );
    });
  }

  it('gives way to another one, which is tried as well', async () => {
    const { stored, tried } = await setKey(['wrong', 'good'], 'Enter Another Key');
    assert.deepEqual([stored, tried], [['good'], ['wrong', 'good']]);
  });

  it("is the demo's own without a word typed, where the demo is connected", async () => {
    const { stored, tried } = await setKey([], null, new Secret('demo-key'));
    assert.deepEqual([stored, tried], [['demo-key'], ['demo-key']]);
  });
});
