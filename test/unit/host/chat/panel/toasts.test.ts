import assert from 'node:assert/strict';
import { Toasts } from '../../../../../src/host/chat/panel/toasts.ts';
import type { Toast } from '../../../../../src/protocol/toasts.ts';
import { HeardVoice } from '../../../../support/fakes/heard-voice.ts';

describe('what the chat says of what was done last', () => {
  let isInView: boolean;
  let shown: readonly Toast[];
  let outside: HeardVoice;
  let toasts: Toasts;
  beforeEach(() => {
    isInView = true;
    shown = [];
    outside = new HeardVoice();
    let ids = 0;
    toasts = new Toasts(
      {
        isInView: () => isInView,
        tell(message) {
          if (message.kind === 'toastsShown') shown = message.toasts;
        },
        outside: { info: outside.inform, warning: outside.warn },
      },
      () => `t${++ids}`,
    );
  });
  const texts = (): string[] => shown.map(({ text }) => text);

  it('is said in the panel where the person sees it, else by VS Code', async () => {
    void toasts.inform('Deleted.', 'Undo');
    assert.deepEqual(shown, [{ id: 't1', tone: 'info', text: 'Deleted.', buttons: ['Undo'] }]);
    isInView = false;
    assert.equal(await toasts.warn('80% used.', 'Show Plan'), undefined);
    assert.deepEqual([outside.heard, texts()], [['80% used.'], ['Deleted.']]);
  });

  it('has its button pressed, once', async () => {
    const pressed = toasts.inform('Deleted.', 'Keep', 'Undo');
    toasts.answer('t1', 1);
    toasts.answer('t1', 0);
    assert.deepEqual([await pressed, texts()], ['Undo', []]);
  });

  it('is closed without a button, and a button that it does not have is none', async () => {
    const [closed, odd] = [toasts.inform('One.'), toasts.inform('Two.', 'Undo')];
    toasts.answer('t1', null);
    toasts.answer('t2', 7);
    assert.deepEqual([await closed, await odd, texts()], [undefined, undefined, []]);
  });

  it('leaves no more open than three, and lets the oldest go', async () => {
    const first = toasts.inform('1');
    for (const text of ['2', '3', '4']) void toasts.inform(text);
    assert.deepEqual([await first, texts()], [undefined, ['2', '3', '4']]);
  });

  it('goes when the person goes on, and a warning waits until it is closed', async () => {
    const deleted = toasts.inform('Deleted.', 'Undo');
    void toasts.warn('80% used.');
    toasts.goOn();
    assert.deepEqual([await deleted, texts()], [undefined, ['80% used.']]);
  });

  it('stays while the conversation stays, and goes with it', () => {
    toasts.showConversation('a');
    void toasts.inform('Deleted.', 'Undo');
    toasts.showConversation('a');
    assert.deepEqual(texts(), ['Deleted.']);
    toasts.showConversation('b');
    assert.deepEqual(texts(), []);
  });

  it('goes with the conversation that it warns of, and not before', () => {
    toasts.showConversation('a');
    void toasts.warnOfConversation('The conversation was not compacted.');
    void toasts.warn('80% used.');
    toasts.goOn();
    toasts.showConversation('a');
    assert.deepEqual(texts(), ['The conversation was not compacted.', '80% used.']);
    toasts.showConversation('b');
    assert.deepEqual(texts(), ['80% used.']);
  });

  it('goes when it is over, and nothing else with it', async () => {
    const over = new AbortController();
    const { warn, inform } = toasts.until(over.signal);
    const closed = [warn('80% used.', 'Show Plan'), inform('Reset.')];
    void toasts.warn('Not written.');
    over.abort();
    assert.deepEqual([await Promise.all(closed), texts()], [[undefined, undefined], ['Not written.']]);
  });

  it('is there for a page that comes later', () => {
    void toasts.inform('Deleted.');
    assert.deepEqual(toasts.shown(), { kind: 'toastsShown', toasts: shown });
  });
});
