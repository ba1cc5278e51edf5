// Asking, and the draft, as a person does it in Chromium under the policy that the extension gives the page.
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { PageMessage } from '../../src/core/chat/panel-messages.ts';
import { launchChromium, showPage, startPageServer, type PageServer, type ShownPage } from '../support/webview-page.ts';
import { answer, conversation, prompt, signedOut } from './conversation-samples.ts';

const running = answer('a1', '', { progress: { kind: 'waiting' }, source: null, usage: null, seconds: null });
const finished = { kind: 'answerEnded', id: 'a1', progress: { kind: 'done' }, usage: null, seconds: 2 } as const;

describe('the chat page', () => {
  let browser: Browser;
  let server: PageServer;
  before(async () => {
    browser = await launchChromium();
    server = await startPageServer();
  });
  after(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });

  const composer = ({ page }: ShownPage): ReturnType<ShownPage['page']['locator']> => page.getByLabel('Your prompt');
  const kinds = (sent: readonly PageMessage[]): string[] => sent.map(({ kind }) => kind);
  const press = async (shown: ShownPage, name: string): Promise<void> => shown.page.getByRole('button', { name }).click();

  describe('asking', () => {
    it('sends the prompt with Enter, empties the box and keeps the focus there', async () => {
      await using shown = await showPage(browser, server);
      await shown.show(...conversation());
      await composer(shown).fill('Why?');
      await composer(shown).press('Enter');
      assert.deepEqual(await shown.next('sendPrompt'), { kind: 'sendPrompt', text: 'Why?' });
      assert.equal(await composer(shown).inputValue(), '');
      assert.equal(await composer(shown).evaluate((field) => field === document.activeElement), true);
    });

    it('breaks the line with Shift+Enter', async () => {
      await using shown = await showPage(browser, server);
      await shown.show(...conversation());
      await composer(shown).pressSequentially('one');
      await composer(shown).press('Shift+Enter');
      await composer(shown).pressSequentially('two');
      assert.equal(await composer(shown).inputValue(), 'one\ntwo');
      assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
    });

    it('sends nothing while an input method composes', async () => {
      await using shown = await showPage(browser, server);
      await shown.show(...conversation());
      await composer(shown).focus();
      const cdp = await shown.page.context().newCDPSession(shown.page);
      await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
      await composer(shown).evaluate((field) =>
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })),
      );
      assert.equal(await composer(shown).inputValue(), 'に');
      assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
      await cdp.send('Input.insertText', { text: '日' });
      await composer(shown).press('Enter');
      assert.deepEqual(await shown.next('sendPrompt'), { kind: 'sendPrompt', text: '日' });
    });

    it('sends neither blanks nor, where nobody could answer, anything', async () => {
      await using shown = await showPage(browser, server);
      await shown.show(...conversation());
      await composer(shown).fill(' \n ');
      await composer(shown).press('Enter');
      assert.equal(await shown.page.getByRole('button', { name: 'Send' }).isDisabled(), true);
      await shown.show({ kind: 'standingShown', standing: signedOut });
      await composer(shown).fill('Why?');
      await composer(shown).press('Enter');
      assert.equal(await composer(shown).inputValue(), 'Why?');
      assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
    });

    it('stops an answer with the button that sends otherwise, and keeps what is being typed meanwhile', async () => {
      await using shown = await showPage(browser, server);
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
      await composer(shown).fill('next');
      assert.equal(await shown.page.getByRole('button', { name: 'Send', exact: true }).count(), 0);
      await press(shown, 'Stop');
      await shown.next('stopAnswer');
      assert.equal(kinds(shown.sent).includes('sendPrompt'), false);
      assert.equal(await composer(shown).inputValue(), 'next');
      await shown.show(finished);
      assert.equal(await shown.page.getByRole('button', { name: 'Send' }).isEnabled(), true);
    });

    it('grows with the text to two fifths of the height and no further', async () => {
      await using shown = await showPage(browser, server, { height: 500 });
      await shown.show(...conversation());
      const height = async (): Promise<number> => (await composer(shown).boundingBox())?.height ?? 0;
      const one = await height();
      await composer(shown).fill('a\nb\nc\nd\n');
      assert.ok((await height()) > one + 50);
      await composer(shown).fill('line\n'.repeat(100));
      assert.equal(await height(), 200);
    });

    it('takes the keyboard when the host asks for it', async () => {
      await using shown = await showPage(browser, server);
      await shown.show(...conversation(), { kind: 'composerFocused' });
      assert.equal(await composer(shown).evaluate((field) => field === document.activeElement), true);
    });
  });

  describe('the draft', () => {
    it('is saved when typing rests, and kept in the page', async () => {
      await using shown = await showPage(browser, server);
      await shown.show(...conversation());
      await composer(shown).pressSequentially('half a thought');
      assert.deepEqual(await shown.next('saveDraft'), { kind: 'saveDraft', text: 'half a thought' });
      assert.deepEqual(await shown.page.evaluate('__kept()'), { draft: 'half a thought', sent: [] });
    });

    it('comes back from what VS Code kept, and then from the host', async () => {
      await using shown = await showPage(browser, server, { kept: { draft: 'kept' } });
      assert.equal(await composer(shown).inputValue(), 'kept');
      await shown.show({ kind: 'draftShown', text: 'saved' });
      assert.equal(await composer(shown).inputValue(), 'saved');
    });

    it('is not overwritten while it is newer than what the host knows', async () => {
      await using shown = await showPage(browser, server);
      await composer(shown).fill('typed early');
      await shown.show({ kind: 'draftShown', text: 'old' });
      assert.equal(await composer(shown).inputValue(), 'typed early');
      assert.deepEqual(await shown.next('saveDraft'), { kind: 'saveDraft', text: 'typed early' });
    });

    it('survives state that something else has left', async () => {
      await using shown = await showPage(browser, server, { kept: { draft: 7 } });
      assert.equal(await composer(shown).inputValue(), '');
      assert.deepEqual(shown.faults, []);
    });
  });
});
