// Any extension may ask for the plan's models: who was not seen before is asked about, once, by name.
import '../../../support/fakes/vscode-stand-in.ts';
import assert from 'node:assert/strict';
import { standIn } from '../../../support/fakes/vscode-stand-in.ts';
import { MemoryMemento } from '../../../support/fakes/memory-memento.ts';

const { Callers } = await import('../../../../src/host/language-model/callers.ts');

describe('whoever asks for the plan’s models', () => {
  const original = { window: { ...standIn.window }, extensions: { ...standIn.extensions } };
  let state: MemoryMemento;
  let callers: InstanceType<typeof Callers>;
  /** The button that is pressed; none where the person leaves by Escape. */
  let pressed: string | undefined;
  let asked: { readonly text: unknown; readonly detail: unknown; readonly buttons: readonly unknown[] }[];

  beforeEach(() => {
    state = new MemoryMemento();
    callers = new Callers(state);
    pressed = 'Allow';
    asked = [];
    standIn.extensions.getExtension = (id) =>
      id === 'acme.helper' ? { packageJSON: { displayName: 'Acme \u202EHelper' } } : undefined;
    Object.assign(standIn.window, {
      showWarningMessage: (
        text: unknown,
        options: { readonly modal: boolean; readonly detail: string },
        ...items: readonly { readonly title: string }[]
      ) => {
        assert.equal(options.modal, true);
        asked.push({ text, detail: options.detail, buttons: items.map(({ title }) => title) });
        return Promise.resolve(items.find(({ title }) => title === pressed));
      },
    });
  });
  after(() => {
    Object.assign(standIn.window, original.window);
    Object.assign(standIn.extensions, original.extensions);
  });

  it('is asked about by name and identifier, and told what it costs; the first button does no harm', async () => {
    assert.equal(await callers.mayAsk({ requestInitiator: 'Acme.Helper' }), true);
    assert.deepEqual(asked, [
      {
        text: 'Acme Helper wants to use the models of your plan',
        detail: [
          'Its identifier is acme.helper.',
          'Its requests count against your quota. Where your plan refuses one, your setting for the API key applies.',
        ].join('\n'),
        buttons: ['Don’t Allow', 'Allow'],
      },
    ]);
  });

  it('is asked about once, in every window, however it writes its identifier', async () => {
    await callers.mayAsk({ requestInitiator: 'acme.helper' });
    assert.equal(await callers.mayAsk({ requestInitiator: 'ACME.helper' }), true);
    assert.equal(await new Callers(state).mayAsk({ requestInitiator: 'acme.helper' }), true);
    assert.equal(asked.length, 1);
  });

  it('is asked about by one question for all its requests that wait', async () => {
    const wait = ['acme.helper', 'acme.helper', 'other.one'].map((requestInitiator) =>
      callers.mayAsk({ requestInitiator }),
    );
    assert.deepEqual(await Promise.all(wait), [true, true, true]);
    assert.deepEqual(
      asked.map(({ text }) => text),
      ['Acme Helper wants to use the models of your plan', 'other.one wants to use the models of your plan'],
    );
  });

  it('is turned away by a no and by Escape, and asked about anew in the next window only', async () => {
    for (const answer of ['Don’t Allow', undefined]) {
      pressed = answer;
      const window = new Callers(state);
      assert.equal(await window.mayAsk({ requestInitiator: 'acme.helper' }), false);
      pressed = 'Allow';
      assert.equal(await window.mayAsk({ requestInitiator: 'acme.helper' }), false);
    }
    assert.equal(asked.length, 2);
    assert.equal(await callers.mayAsk({ requestInitiator: 'acme.helper' }), true);
  });

  it('is one with all that VS Code does not name, which the question says', async () => {
    for (const options of [undefined, {}, { requestInitiator: '' }, { requestInitiator: 5 }])
      assert.equal(await callers.mayAsk(options), true);
    assert.deepEqual(
      asked.map(({ text }) => text),
      ['Something in VS Code wants to use the models of your plan'],
    );
    assert.match(
      String(asked[0]?.detail),
      /^This version of VS Code does not say who it is: .+ all of your extensions may\./u,
    );
    assert.equal(await callers.mayAsk({ requestInitiator: 'acme.helper' }), true);
    assert.equal(asked.length, 2);
  });

  it('is nobody known where what was kept cannot be read', async () => {
    await state.update('tidemark.languageModel.callers', { 'acme.helper': true });
    await callers.mayAsk({ requestInitiator: 'acme.helper' });
    assert.equal(asked.length, 1);
  });
});
