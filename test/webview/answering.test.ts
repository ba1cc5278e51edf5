// What a person reads of an answer and can do with it, in Chromium under the policy that the extension gives the page.
import assert from 'node:assert/strict';
import { settle, type ShownPage } from '../support/webview-page.ts';
import { servePages } from '../support/webview-suite.ts';
import { answer, conversation, failedConversation, fallbackConversation, prompt, richConversation } from './conversation-samples.ts';

const source = { payer: 'plan', provider: 'Tidemark Pro', model: 'svc-large-4' } as const;
const running = answer('a1', '', { progress: { kind: 'waiting' }, source: null, usage: null, seconds: null });
const finished = { kind: 'answerEnded', id: 'a1', progress: { kind: 'done' }, usage: null, seconds: 2 } as const;

describe('the chat page', () => {
  const pages = servePages();

  const press = async (shown: ShownPage, name: string): Promise<void> => shown.page.getByRole('button', { name }).click();

  describe('an answer', () => {
    it('streams in, frame by frame, and ends with who gave it', async () => {
      await using shown = await pages.show();
      const article = shown.page.getByRole('article', { name: 'Answer' });
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
      assert.equal(await article.innerText(), 'Waiting for the first words…');
      await shown.show({ kind: 'answerStarted', id: 'a1', source }, { kind: 'textAppended', id: 'a1', text: 'Because **it' });
      await shown.show({ kind: 'textAppended', id: 'a1', text: '** is.' });
      assert.equal(await article.locator('p').first().innerHTML(), 'Because <strong>it</strong> is.');
      await shown.show({ ...finished, usage: { inputTokens: 1000, outputTokens: 200 } });
      assert.equal(await article.locator('footer').innerText(), 'Plan · Tidemark Pro · svc-large-4 · 1,200 tokens · 2 s');
    });

    it('says that it waits until the first word is there, however long it has been known who answers', async () => {
      await using shown = await pages.show();
      const word = shown.page.getByRole('article', { name: 'Answer' }).getByText('Waiting for the first words…');
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running }, { kind: 'answerStarted', id: 'a1', source });
      assert.equal(await word.count(), 1);
      await shown.show({ kind: 'thinkingAppended', id: 'a1', text: 'Hm' });
      assert.equal(await word.count(), 0);
    });

    it('draws at most once a frame, however many pieces come', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
      await shown.show({ kind: 'answerStarted', id: 'a1', source });
      const { draws, frames } = await shown.page.evaluate(async () => {
        const text = document.querySelector('.markdown');
        if (text === null) throw new Error('There is no answer.');
        const counted = { draws: 0, frames: 0 };
        new MutationObserver(() => counted.draws++).observe(text, { childList: true, characterData: true, subtree: true });
        for (let index = 0; index < 200; index++) {
          window.postMessage({ kind: 'textAppended', id: 'a1', text: `word${index} ` }, '*');
        }
        while (!text.textContent.includes('word199')) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          counted.frames++;
        }
        return counted;
      });
      assert.ok(draws >= 1 && draws <= frames + 1 && draws < 20, `${draws} draws in ${frames} frames`);
    });

    it('is drawn afresh when it is tried again', async () => {
      await using shown = await pages.show();
      await shown.show(...failedConversation, { kind: 'turnReplaced', turn: running });
      assert.equal(await shown.page.getByRole('button', { name: 'Sign In' }).count(), 0);
      await shown.show({ kind: 'textAppended', id: 'a1', text: 'second' });
      assert.equal(await shown.page.locator('.markdown').innerText(), 'second');
      await shown.show({ kind: 'turnReplaced', turn: answer('a1', 'third') });
      assert.equal(await shown.page.locator('.markdown').innerText(), 'third');
    });

    it('shows by sign and word that the API key paid', async () => {
      await using shown = await pages.show();
      await shown.show(...fallbackConversation);
      const payer = shown.page.locator('.payer');
      assert.equal(await payer.innerText(), 'API key');
      assert.equal(await payer.locator('.codicon-key').count(), 1);
      await shown.show(...richConversation);
      assert.equal(await payer.innerText(), 'Plan');
      assert.equal(await payer.locator('.codicon-key').count(), 0);
    });

    it('says in words how it ended, when not simply done', async () => {
      await using shown = await pages.show();
      const article = shown.page.getByRole('article', { name: 'Answer' });
      await shown.show(...conversation(answer('a1', 'Half', { progress: { kind: 'stopped' } })));
      assert.match(await article.innerText(), /Half\s+You stopped this answer\./u);
      await shown.show(...conversation(answer('a1', '', { progress: { kind: 'stopped' } })));
      assert.match(await article.innerText(), /You stopped this answer before it began\./u);
      await shown.show(...conversation(answer('a2', 'Half', { progress: { kind: 'truncated' } })));
      assert.match(await article.innerText(), /Half\s+The answer reached the longest length/u);
    });

    it('folds the thinking away with its length', async () => {
      await using shown = await pages.show();
      const thinking = shown.page.locator('details');
      await shown.show(...conversation(), { kind: 'turnAdded', turn: running }, { kind: 'answerStarted', id: 'a1', source });
      await shown.show({ kind: 'thinkingAppended', id: 'a1', text: 'Let me ' }, { kind: 'thinkingAppended', id: 'a1', text: 'see.' });
      assert.equal(await thinking.innerText(), 'Thinking…');
      await shown.show({ kind: 'textAppended', id: 'a1', text: 'Yes.' }, finished);
      assert.equal(await thinking.innerText(), 'Thoughts, 11 characters');
      await thinking.locator('summary').press('Enter');
      assert.match(await thinking.innerText(), /Let me see\./u);
    });

    it('sends what its buttons ask for, with its id', async () => {
      await using shown = await pages.show();
      await shown.show(...failedConversation);
      await press(shown, 'Set API Key…');
      assert.deepEqual(await shown.next('pressButton'), { kind: 'pressButton', action: 'setApiKey', turnId: 'a1' });
      await shown.show(...fallbackConversation);
      await press(shown, 'Always Use the Key');
      assert.deepEqual(await shown.next('pressButton'), { kind: 'pressButton', action: 'alwaysUseKey', turnId: 'a1' });
    });

    it('is copied as the markdown that came', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a1', '**bold**')));
      await press(shown, 'Copy Answer');
      assert.deepEqual(await shown.next('copyText'), { kind: 'copyText', text: '**bold**' });
      await shown.page.getByRole('button', { name: 'Copied' }).waitFor();
    });

    it('gives its code to the clipboard, the editor, a diff and a new file, character for character', async () => {
      await using shown = await pages.show();
      const code = 'const a =\t"<b>&amp;";  \n\n  // ünï 😀';
      await shown.show(...conversation(answer('a1', `\`\`\`ts\n${code}\n\`\`\``)));
      await shown.page.locator('pre span').first().waitFor();
      await shown.page.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
      assert.deepEqual(await shown.next('copyText'), { kind: 'copyText', text: code });
      await press(shown, 'Insert at Cursor');
      assert.deepEqual(await shown.next('insertText'), { kind: 'insertText', text: code });
      await press(shown, 'Apply to the Open File');
      assert.deepEqual(await shown.next('applyText'), { kind: 'applyText', text: code });
      await press(shown, 'Open as New File');
      assert.deepEqual(await shown.next('openText'), { kind: 'openText', text: code, language: 'ts' });
    });

    it('asks the host to open a link, and goes nowhere itself', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a1', '[docs](https://docs.example/a?b=1#c)')));
      const before = shown.page.url();
      let beyond = false;
      await shown.page.exposeFunction('__beyond', () => (beyond = true));
      await shown.page.evaluate("document.addEventListener('click', () => __beyond())");
      const link = shown.page.getByRole('link', { name: 'docs' });
      for (const act of [() => link.click(), () => link.press('Enter'), () => link.click({ modifiers: ['Control'] })]) {
        await act();
        assert.deepEqual(await shown.next('openLink'), { kind: 'openLink', href: 'https://docs.example/a?b=1#c' });
      }
      await link.click({ button: 'middle' });
      await settle(shown.page);
      assert.equal(shown.page.url(), before);
      assert.equal(shown.page.context().pages().length, 1);
      assert.equal(beyond, false);
    });

    it('cannot forge a control of the page', async () => {
      await using shown = await pages.show();
      const forged = '<button class="send" onclick="x()">Sign In</button> <a class="icon-button codicon-copy" href="command:x">x</a>';
      await shown.show(...conversation(answer('a1', `${forged}\n\n[Sign In](command:signIn)\n\n\`\`\`x" onclick="y\n1\n\`\`\``)));
      const names = await shown.page.getByRole('button').evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
      assert.deepEqual(names, ['Copy', 'Insert at Cursor', 'Apply to the Open File', 'Open as New File', 'Answer Again', 'Copy Answer', 'Attach', 'Send (Enter)']);
      assert.equal(await shown.page.getByRole('link').count(), 0);
    });
  });
});
