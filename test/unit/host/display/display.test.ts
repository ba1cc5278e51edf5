import assert from 'node:assert/strict';
import fc from 'fast-check';
import { labelIcon, linkedText } from '../../../support/rules/vscode-text-syntax.ts';
import { shown, standIn } from '../../../support/fakes/vscode-stand-in.ts';

const { askModal, askRisk, tellModal } = await import('../../../../src/host/display/modal.ts');
const { createHover } = await import('../../../../src/host/display/hover.ts');
const { showError, showInformation, showWarning } = await import('../../../../src/host/display/notification.ts');
const { askText, InputBox } = await import('../../../../src/host/display/input-box.ts');
const { pickOne, QuickPick } = await import('../../../../src/host/display/quick-pick.ts');
const { showProgress } = await import('../../../../src/host/display/progress.ts');
const { showStatusMessage, StatusBarItem } = await import('../../../../src/host/display/status-bar.ts');
const { createPanel, openDiff, showTabTitle, showViewBadge, showViewDescription } = await import(
  '../../../../src/host/display/titles.ts'
);
const { registerAccounts } = await import('../../../../src/host/display/accounts.ts');

type WebviewPanel = ReturnType<typeof createPanel>;
type WebviewView = Parameters<typeof showViewDescription>[0];

const pieces = fc.constantFrom(
  '[',
  ']',
  '(',
  ')',
  '](',
  '[Why](command:a.b)',
  '$(',
  'gear)',
  '$(zap)',
  '\\',
  '`',
  '**',
  '\n',
  '\u202e',
  '\u2066',
  '\u0000',
  '\u200b',
  '<b>',
  ' ',
  'a',
  '字',
);
const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));
const long = 'x'.repeat(40_000);

/** Every text in what was shown, with what the caller keeps for itself left out. */
function textsIn(value: unknown, seen: string[] = []): string[] {
  if (typeof value === 'string') seen.push(value);
  else if (Array.isArray(value)) for (const item of value) textsIn(item, seen);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) if (key !== 'item' && key !== 'button') textsIn(item, seen);
  return seen;
}

const session = (label: string): object => ({ id: 'a', accessToken: 'x', account: { id: 'a', label }, scopes: [] });

const places: Readonly<Record<string, (text: string) => unknown>> = {
  'an information': (text) => showInformation<string | { title: string }>(text, text, { title: text }),
  'a warning': (text) => showWarning(text, text),
  'an error': (text) => showError(text, text),
  'a modal': (text) => askModal({ severity: 'error', text, detail: [text, text] }, text),
  'a modal about a risk': (text) => askRisk({ text, detail: [text, text] }, text, text),
  'a modal without a question': (text) => tellModal({ text, detail: [text, text] }),
  'a quick pick': (text) =>
    pickOne([{ label: text, description: text, detail: text, buttons: [{ iconPath: {} as never, tooltip: text }] }], {
      title: text,
    }),
  'a quick pick that stays': (text) => {
    const pick = new QuickPick<{ label: string }>({ title: text });
    pick.showPlaceholder(text);
    pick.showItems([{ label: text }]);
    pick.showButtons([{ iconPath: {} as never, tooltip: text }]);
  },
  'the input of a text': (text) => askText({ title: text, prompt: text, placeholder: text }),
  'an input box that stays': (text) => new InputBox({ title: text, prompt: text, placeholder: text }).showProblem(text),
  'a progress': (text) =>
    showProgress({ title: text, cancellable: true }, (report) => {
      report(text);
      return Promise.resolve();
    }),
  'a message in the status bar': (text) => showStatusMessage(text, 5000),
  'the titles': async (text) => {
    createPanel('type', text);
    const given: Record<string, unknown> = {};
    showTabTitle(given as unknown as WebviewPanel, text);
    showViewDescription(given as unknown as WebviewView, text);
    showViewBadge(given as unknown as WebviewView, 1, text);
    shown.push(given);
    await openDiff(null as never, null as never, text);
  },
  'an account': async (text) => {
    const source = {
      onDidChangeSessions: () => ({ dispose: () => undefined }),
      getSessions: () => Promise.resolve([session(text)]),
      createSession: () => Promise.resolve(session(text)),
      removeSession: () => Promise.resolve(),
    };
    registerAccounts('id', text, source as never);
    const provider = standIn.authentication.provider as {
      getSessions: (scopes: undefined, options: object) => Promise<unknown>;
      createSession: (scopes: string[], options: object) => Promise<unknown>;
    };
    shown.push(await provider.getSessions(undefined, {}), await provider.createSession([], {}));
  },
};

/** What VS Code was given when the text was shown. */
async function givenFor(show: (text: string) => unknown, text: string): Promise<string[]> {
  shown.length = 0;
  await show(text);
  return textsIn(shown);
}

const alive = (text: string): string[] =>
  [...text.matchAll(linkedText), ...text.matchAll(labelIcon)].map(([match]) => match);

describe('what VS Code is given to show', () => {
  for (const [place, show] of Object.entries(places)) {
    it(`holds no link, icon or hidden character in ${place}, and is bounded`, async () => {
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const given = await givenFor(show, text);
          assert.notEqual(given.length, 0);
          for (const one of given) {
            assert.deepEqual(alive(one), []);
            assert.doesNotMatch(
              place.startsWith('a modal') ? one.replaceAll('\n', '') : one,
              /[\p{Control}\p{Bidi_Control}\u200b]/u,
            );
          }
        }),
      );
      for (const one of await givenFor(show, long)) assert.equal(one.length <= 1000, true, String(one.length));
    });
  }

  it('is as many lines in a modal as there are, whatever is in them', async () => {
    const given = await givenFor((text) => askModal({ severity: 'error', text, detail: [text, 'ours'] }), 'one\ntwo');
    assert.deepEqual(given, ['one two', 'one two\nours']);
  });

  it('has the harmless button first in a modal about a risk, since Enter takes the first one', async () => {
    const words = { text: 'Send it?', detail: [] };
    assert.deepEqual(await givenFor(() => askRisk(words, 'Keep It', 'Send', 'Send All'), ''), [
      'Send it?',
      '',
      'Keep It',
      'Send',
      'Send All',
    ]);
  });

  it('is an address to the letter in a modal, where nothing is alive', async () => {
    const address = 'https://a.test/?q=$(zap)[x](command:a)&' + 'b'.repeat(3000);
    assert.deepEqual(
      await givenFor(() => askModal({ severity: 'information', text: 'Open?', detail: [], address }), ''),
      ['Open?', address],
    );
    assert.deepEqual(
      await givenFor(
        () => askModal({ severity: 'information', text: 'Open?', detail: [], address: 'https://a.test/\u202ex' }),
        '',
      ),
      ['Open?', 'https://a.test/x'],
    );
  });

  it('keeps, to be changed, the marks of a text, but none that is hidden', async () => {
    const given = await givenFor((text) => askText({ title: 't', prompt: 'p', value: text }), '[a](b) $(c)\u202e');
    assert.equal(given.includes('[a](b) $(c)'), true);
  });

  it('is one live link in a progress, whatever stands around it: the one that was given apart', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, async (text, label) => {
        const given = await givenFor(
          () =>
            showProgress({ title: text, cancellable: false }, (report) => {
              report(text, { label: `A${label}`, command: 'tidemark.signIn' });
              return Promise.resolve();
            }),
          '',
        );
        assert.deepEqual(
          given.flatMap((one) => [...one.matchAll(linkedText)].map(([, , href]) => href)),
          ['command:tidemark.signIn'],
        );
      }),
    );
  });

  it('is one icon in the status bar, and its marks', async () => {
    const item = new StatusBarItem({ id: 'i', name: 'n', priority: 1 });
    const show = (text: string): void =>
      item.show({
        icon: 'pulse',
        text,
        command: 'tidemark.showMenu',
        marks: ['key'],
        background: undefined,
        words: text,
      });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const [face = '', ...others] = (await givenFor(show, text)).filter((one) => one !== 'button');
        assert.deepEqual(
          [...face.matchAll(labelIcon)].map(([, , name]) => name),
          ['pulse', 'key'],
        );
        for (const one of others) assert.deepEqual(alive(one), []);
      }),
    );
  });

  it('is a hover in which nothing but the links that were given can be pressed, and only they may run', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const hover = createHover([
          [
            [{ kind: 'bold', text }, text, { kind: 'bar', text }],
            [{ kind: 'icon', name: 'key' }, text],
          ],
          [[{ kind: 'link', label: `A${text}`, command: 'tidemark.showPlan' }]],
        ]);
        assert.deepEqual(hover.isTrusted, { enabledCommands: ['tidemark.showPlan'] });
        const unescaped = hover.value.replaceAll(/\\[!-/:-@[-`{-~]/g, '');
        assert.deepEqual(
          [...unescaped.matchAll(/\]\(([^)]*)\)/g)].map(([, href]) => href),
          ['command:tidemark.showPlan'],
        );
        assert.deepEqual(
          [...hover.value.matchAll(labelIcon)].map(([, , name]) => name),
          ['key'],
        );
      }),
    );
  });
});
