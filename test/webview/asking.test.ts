// Asking, and the draft, as a person does it in Chromium under the policy that the extension gives the page.
import assert from 'node:assert/strict';
import type { PageMessage } from '../../src/protocol/chat.ts';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { composer as composerShown } from './composer-samples.ts';
import { answer, conversation, prompt, ready, signedOut } from './conversation-samples.ts';

const running = answer('a1', '', { progress: { kind: 'waiting' }, source: null, usage: null, seconds: null });
const finished = { kind: 'answerEnded', id: 'a1', progress: { kind: 'done' }, usage: null, seconds: 2 } as const;

describe('the chat page', () => {
  const pages = servePages();

  const composer = ({ page }: ShownPage): ReturnType<ShownPage['page']['locator']> => page.getByLabel('Your prompt');
  const kinds = (sent: readonly PageMessage[]): string[] => sent.map(({ kind }) => kind);
  /** From here on the page's time passes only where a test lets it: nothing depends on how fast the machine types. */
  const holdTime = async ({ page }: ShownPage): Promise<void> => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
  };
  const press = async (shown: ShownPage, name: string): Promise<void> =>
    shown.page.getByRole('button', { name }).click();

  describe('asking', () => {
    it('sends the prompt with Enter, empties the box and keeps the focus there', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation());
      await composer(shown).fill('Why?');
      await composer(shown).press('Enter');
      assert.deepEqual(await shown.next('sendPrompt'), { kind: 'sendPrompt', text: 'Why?' });
      assert.equal(await composer(shown).inputValue(), '');
      assert.equal(await composer(shown).evaluate((field) => field === document.activeElement), true);
    });

    it('sends what was sent before the host has said how things stand as soon as it says so, once', async () => {
      await using shown = await pages.show();
      await composer(shown).fill('Why?');
      await composer(shown).press('Enter');
      assert.equal(await composer(shown).inputValue(), 'Why?');
      await shown.show(
        { kind: 'availabilityShown', availability: ready },
        { kind: 'availabilityShown', availability: ready },
      );
      assert.deepEqual(await shown.next('sendPrompt'), { kind: 'sendPrompt', text: 'Why?' });
      assert.equal(await composer(shown).inputValue(), '');
      assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
    });

    it('leaves it where it is if it was changed meanwhile, or nobody could answer', async () => {
      await using shown = await pages.show();
      await composer(shown).fill('Why?');
      await composer(shown).press('Enter');
      await composer(shown).pressSequentially(' And');
      await shown.show({ kind: 'availabilityShown', availability: ready });
      await using other = await pages.show();
      await composer(other).fill('Why?');
      await composer(other).press('Enter');
      await other.show({ kind: 'availabilityShown', availability: signedOut });
      await other.show({ kind: 'availabilityShown', availability: ready });
      assert.deepEqual([await composer(shown).inputValue(), await composer(other).inputValue()], ['Why? And', 'Why?']);
      assert.equal([...kinds(shown.sent), ...kinds(other.sent)].includes('sendPrompt'), false);
    });

    it('breaks the line with Shift+Enter', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation());
      await composer(shown).pressSequentially('one');
      await composer(shown).press('Shift+Enter');
      await composer(shown).pressSequentially('two');
      assert.equal(await composer(shown).inputValue(), 'one\ntwo');
      assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
    });

    it('sends nothing while an input method composes', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation());
      await composer(shown).focus();
      const cdp = await shown.page.context().newCDPSession(shown.page);
      await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
      await composer(shown).evaluate((field) =>
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
        ),
      );
      assert.equal(await composer(shown).inputValue(), 'に');
      assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
      await cdp.send('Input.insertText', { text: '日' });
      await composer(shown).press('Enter');
      assert.deepEqual(await shown.next('sendPrompt'), { kind: 'sendPrompt', text: '日' });
    });

    describe('with Ctrl+Enter as the key that sends', () => {
      const open = async (): Promise<ShownPage> => {
        const shown = await pages.show();
        await shown.show(...conversation(), composerShown({ sendKey: 'ctrlEnter' }));
        return shown;
      };

      it('breaks the line with Enter, and sends with Ctrl+Enter or Cmd+Enter', async () => {
        await using shown = await open();
        for (const key of ['Control+Enter', 'Meta+Enter']) {
          await composer(shown).pressSequentially('one');
          await composer(shown).press('Enter');
          await composer(shown).press('Shift+Enter');
          await composer(shown).pressSequentially('two');
          assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
          await composer(shown).press(key);
          assert.deepEqual(await shown.next('sendPrompt'), { kind: 'sendPrompt', text: 'one\n\ntwo' });
        }
      });

      it('sends nothing while an input method composes', async () => {
        await using shown = await open();
        await composer(shown).fill('に');
        await composer(shown).evaluate((field) => {
          for (const init of [{ key: 'Enter', isComposing: true }, { key: 'Process' }]) {
            field.dispatchEvent(
              new KeyboardEvent('keydown', { ...init, ctrlKey: true, bubbles: true, cancelable: true }),
            );
          }
        });
        assert.equal(await composer(shown).inputValue(), 'に');
        assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
      });

      it('edits a prompt by the same keys', async () => {
        await using shown = await open();
        await shown.show({ kind: 'turnAdded', turn: prompt('p1', 'Why?') });
        await shown.page.getByRole('article', { name: 'You asked' }).hover();
        await press(shown, 'Edit');
        const field = shown.page.getByLabel('Edit your prompt');
        await field.press('Enter');
        await field.pressSequentially('And how?');
        await field.press('Control+Enter');
        assert.deepEqual(await shown.next('editPrompt'), { kind: 'editPrompt', turnId: 'p1', text: 'Why?\nAnd how?' });
      });
    });

    it('follows the setting at once, in its words too, and keeps what is being typed', async () => {
      await using shown = await pages.show();
      const words = async (): Promise<(string | null)[]> => [
        await composer(shown).getAttribute('placeholder'),
        await shown.page.locator('.send').getAttribute('aria-label'),
      ];
      await shown.show(...conversation(), composerShown());
      assert.deepEqual(await words(), ['Ask (Enter sends)', 'Send (Enter)']);
      await composer(shown).fill('Why?');
      await shown.show(composerShown({ sendKey: 'ctrlEnter' }));
      assert.deepEqual(await words(), ['Ask (Ctrl+Enter sends)', 'Send (Ctrl+Enter)']);
      assert.equal(await composer(shown).inputValue(), 'Why?');
      await shown.show(composerShown());
      await composer(shown).press('Enter');
      assert.deepEqual(await shown.next('sendPrompt'), { kind: 'sendPrompt', text: 'Why?' });
    });

    it('sends a prompt of half a million characters whole', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(), composerShown());
      const long = 'Why does the tide come in twice a day? '.repeat(13_000);
      await composer(shown).fill(long);
      await composer(shown).press('Enter');
      assert.equal((await shown.next('sendPrompt')).text === long, true);
    });

    it('sends neither blanks nor, where nobody could answer, anything', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation());
      await composer(shown).fill(' \n ');
      await composer(shown).press('Enter');
      assert.equal(await shown.page.getByRole('button', { name: 'Send' }).isDisabled(), true);
      await shown.show({ kind: 'availabilityShown', availability: signedOut });
      await composer(shown).fill('Why?');
      await composer(shown).press('Enter');
      assert.equal(await composer(shown).inputValue(), 'Why?');
      assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
    });

    it('stops an answer with the button that sends otherwise, and keeps what is being typed meanwhile', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
      await composer(shown).fill('next');
      assert.equal(await shown.page.getByRole('button', { name: 'Send (Enter)', exact: true }).count(), 0);
      await press(shown, 'Stop');
      await shown.next('stopAnswer');
      assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
      assert.equal(await composer(shown).inputValue(), 'next');
      await shown.show(finished);
      assert.equal(await shown.page.getByRole('button', { name: 'Send' }).isEnabled(), true);
    });

    it('grows with the text to two fifths of the height and no further', async () => {
      await using shown = await pages.show({ height: 500 });
      await shown.show(...conversation());
      const height = async (): Promise<number> => (await composer(shown).boundingBox())?.height ?? 0;
      const one = await height();
      await composer(shown).fill('a\nb\nc\nd\n');
      assert.ok((await height()) > one + 50);
      await composer(shown).fill('line\n'.repeat(100));
      assert.equal(await height(), 200);
    });

    it('takes the keyboard when the host asks for it', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(), { kind: 'composerFocused' });
      assert.equal(await composer(shown).evaluate((field) => field === document.activeElement), true);
    });
  });

  describe('the draft', () => {
    it('is saved when typing rests, and kept in the page', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation());
      await holdTime(shown);
      await composer(shown).pressSequentially('half a ');
      await shown.page.clock.runFor(299);
      await composer(shown).pressSequentially('thought');
      assert.deepEqual(await shown.page.evaluate('__kept()'), { draft: 'half a thought', sent: [] });
      await shown.page.clock.runFor(299);
      assert.equal(kinds(shown.sent).includes('saveDraft'), false);
      await shown.page.clock.runFor(1);
      assert.deepEqual(await shown.next('saveDraft'), { kind: 'saveDraft', text: 'half a thought' });
    });

    it('comes back from what VS Code kept, and then from the host', async () => {
      await using shown = await pages.show({ kept: { draft: 'kept' } });
      assert.equal(await composer(shown).inputValue(), 'kept');
      await shown.show({ kind: 'draftShown', text: 'saved' });
      assert.equal(await composer(shown).inputValue(), 'saved');
    });

    it('is not overwritten while it is newer than what the host knows', async () => {
      await using shown = await pages.show();
      await holdTime(shown);
      await composer(shown).fill('typed early');
      await shown.page.evaluate((message) => window.postMessage(message, '*'), { kind: 'draftShown', text: 'old' });
      await shown.page.clock.runFor(100);
      assert.equal(await composer(shown).inputValue(), 'typed early');
      assert.deepEqual(await shown.next('saveDraft'), { kind: 'saveDraft', text: 'typed early' });
    });

    it('survives state that something else has left', async () => {
      await using shown = await pages.show({ kept: { draft: 7 } });
      assert.equal(await composer(shown).inputValue(), '');
      assert.deepEqual(shown.faults, []);
    });
  });
});
