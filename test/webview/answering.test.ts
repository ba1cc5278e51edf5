// What a person reads of an answer and can do with it, in Chromium under the policy that the extension gives the page.
import assert from 'node:assert/strict';
import type { BlockEvent, HostMessage } from '../../src/protocol/chat.ts';
import { settle, type ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import {
  answer,
  conversation,
  failedConversation,
  fallbackConversation,
  prompt,
  richConversation,
  textGrew,
  thinkingGrew,
} from './conversation-samples.ts';
import { textAdded, textStarted } from '../support/samples/answer-blocks.ts';

const source = { payer: 'plan', provider: 'Tidemark Pro', model: 'svc-large-4' } as const;
const running = answer('a1', '', { progress: { kind: 'waiting' }, source: null, usage: null, seconds: null });
const finished = { kind: 'answerEnded', id: 'a1', progress: { kind: 'done' }, usage: null, seconds: 2 } as const;

describe('the chat page', () => {
  const pages = servePages();

  const press = async (shown: ShownPage, name: string): Promise<void> =>
    shown.page.getByRole('button', { name }).click();

  describe('an answer', () => {
    it('streams in, frame by frame, and ends with who gave it', async () => {
      await using shown = await pages.show();
      const article = shown.page.getByRole('article', { name: 'Answer' });
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
      assert.equal(await article.innerText(), 'Waiting for the first words…');
      await shown.show({ kind: 'answerStarted', id: 'a1', source }, textGrew('a1', 'Because **it'));
      await shown.show(textGrew('a1', '** is.'));
      assert.equal(await article.locator('p').first().innerHTML(), 'Because <strong>it</strong> is.');
      await shown.show({ ...finished, usage: { inputTokens: 1000, outputTokens: 200 } });
      assert.equal(
        await article.locator('footer').innerText(),
        'Plan · Tidemark Pro · svc-large-4 · 1,200 tokens · 2 s',
      );
    });

    it('says that it waits until the first word is there, however long it has been known who answers', async () => {
      await using shown = await pages.show();
      const word = shown.page.getByRole('article', { name: 'Answer' }).getByText('Waiting for the first words…');
      await shown.show(
        ...conversation(prompt('p1', 'Why?')),
        { kind: 'turnAdded', turn: running },
        { kind: 'answerStarted', id: 'a1', source },
      );
      assert.equal(await word.count(), 1);
      await shown.show(thinkingGrew('a1', 'Hm'));
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
        new MutationObserver(() => counted.draws++).observe(text, {
          childList: true,
          characterData: true,
          subtree: true,
        });
        for (let index = 0; index < 200; index++) {
          window.postMessage(
            { kind: 'answerGrew', id: 'a1', event: { kind: 'textAdded', index: 0, text: `word${index} ` } },
            '*',
          );
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
      await shown.show(textGrew('a1', 'second'));
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

    it('shows nothing of tools and of thinking that only the service can read, and everything around them', async () => {
      await using shown = await pages.show();
      const grew = (event: BlockEvent): HostMessage => ({ kind: 'answerGrew', id: 'a1', event });
      await shown.show(
        ...conversation(prompt('p1', 'Why?'), answer('a1', '', { progress: { kind: 'streaming' } })),
        grew({ kind: 'blockStarted', index: 0, block: { kind: 'redactedThinking', data: '' } }),
        grew(textStarted(1)),
        grew(textAdded(1, 'Let me look. ')),
        grew({ kind: 'blockStarted', index: 2, block: { kind: 'toolUse', id: 't', name: 'read_file' } }),
        grew(textStarted(3)),
        grew(textAdded(3, 'Because.')),
        finished,
      );
      const turn = shown.page.locator('.turn.answer');
      assert.equal(await turn.locator('.markdown').innerText(), 'Let me look. Because.');
      assert.equal(await turn.locator('details').count(), 0);
      assert.doesNotMatch(await turn.innerText(), /read_file/u);
    });

    it('folds the thinking away with its length', async () => {
      await using shown = await pages.show();
      const thinking = shown.page.locator('details');
      // How long it took is not known of an answer that was there before the page.
      await shown.show(...richConversation);
      assert.match(await thinking.innerText(), /^Thoughts, [\d,]+ characters$/u);
      await shown.show(...conversation());
      await shown.show(
        ...conversation(),
        { kind: 'turnAdded', turn: running },
        { kind: 'answerStarted', id: 'a1', source },
      );
      await shown.show(thinkingGrew('a1', 'Let me '), thinkingGrew('a1', 'see.'));
      assert.equal(await thinking.innerText(), 'Thinking…');
      await shown.show(textGrew('a1', 'Yes.'), finished);
      assert.equal(await thinking.innerText(), 'Thought for 1 s');
      await thinking.locator('summary').press('Enter');
      assert.match(await thinking.innerText(), /Let me see\./u);
    });

    it('counts the seconds once its first words are late', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(), { kind: 'turnAdded', turn: running });
      const words = shown.page.locator('.waiting');
      const first = await words.innerText();
      assert.doesNotMatch(first, /\d/u);
      await words.getByText(/\b[3-9] s$/u).waitFor();
      assert.ok((await words.innerText()).startsWith(first));
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
      assert.deepEqual(await shown.next('copyCode'), { kind: 'copyCode', text: code });
      await press(shown, 'Insert at Cursor');
      assert.deepEqual(await shown.next('insertText'), { kind: 'insertText', text: code });
      await press(shown, 'Apply to the Open File');
      assert.deepEqual(await shown.next('applyText'), { kind: 'applyText', text: code, info: 'ts', file: null });
      await press(shown, 'Open as New File');
      assert.deepEqual(await shown.next('openText'), { kind: 'openText', text: code, language: 'ts' });
    });

    it('gives code of a shell, and no other, to the terminal', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a1', '```ts\na\n```\n\n```bash\nnpm test\n```')));
      assert.equal(await shown.page.getByRole('button', { name: 'Put into the Terminal' }).count(), 1);
      await press(shown, 'Put into the Terminal');
      assert.deepEqual(await shown.next('putIntoTerminal'), { kind: 'putIntoTerminal', text: 'npm test' });
    });

    it('says why code goes nowhere while no file is open, and does nothing then', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a1', '```ts\na\n```')), { kind: 'editorShown', name: null });
      const insert = shown.page.getByRole('button', { name: 'Insert at Cursor' });
      assert.deepEqual(
        [await insert.getAttribute('aria-disabled'), await insert.getAttribute('title')],
        ['true', 'Insert at Cursor. Open a file first.'],
      );
      await insert.click({ force: true });
      // What the click had sent would be here before this.
      await shown.page.evaluate(() => undefined);
      assert.equal(
        shown.sent.some(({ kind }) => kind === 'insertText'),
        false,
      );
      await shown.show({ kind: 'turnAdded', turn: answer('a2', '```ts\nb\n```') });
      const buttons = shown.page.getByRole('button', { name: 'Apply to the Open File', disabled: true });
      assert.equal(await buttons.count(), 2);
      await shown.show({ kind: 'editorShown', name: 'price.ts' });
      assert.equal(await shown.page.getByRole('button', { name: 'Apply to price.ts' }).count(), 2);
      assert.deepEqual([await buttons.count(), await insert.first().getAttribute('title')], [0, 'Insert at Cursor']);
      await insert.first().click();
      await shown.next('insertText');
    });

    it('is applied to the file that it names also while none is open', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a1', '```ts src/cart.ts\na\n```')), {
        kind: 'editorShown',
        name: null,
      });
      const apply = shown.page.getByRole('button', { name: 'Apply to cart.ts', disabled: false });
      assert.equal(await apply.getAttribute('title'), 'Apply to cart.ts');
      await apply.click();
      assert.equal((await shown.next('applyText')).file, 'src/cart.ts');
    });

    it('offers to create the file that it names and that is not there, until it is', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a1', '```ts src/new.ts\na\n```')));
      assert.deepEqual((await shown.next('findPlaces')).names, ['src/new.ts']);
      await shown.show({ kind: 'placesFound', places: [{ name: 'src/new.ts', leadsTo: 'newFile' }] });
      await press(shown, 'Create src/new.ts');
      assert.equal((await shown.next('applyText')).file, 'src/new.ts');
      await shown.show({ kind: 'changesShown', changes: [] });
      assert.deepEqual((await shown.next('findPlaces')).names, ['src/new.ts']);
      await shown.show({ kind: 'placesFound', places: [{ name: 'src/new.ts', leadsTo: 'file' }] });
      assert.equal(await shown.page.getByRole('button', { name: 'Apply to new.ts' }).count(), 1);
    });

    it('links places of the workspace that the host has found, and nothing else', async () => {
      await using shown = await pages.show();
      const text =
        'In `src/cart.ts:12`, `totalOf()` and `gone.ts`; see [the tax](src/tax.ts#L3), [none](none.ts) and src/cart.ts:40.\n\nEnd';
      await shown.show(...conversation(answer('a1', text)));
      const { names } = await shown.next('findPlaces');
      assert.deepEqual(names.toSorted(), [
        'gone.ts',
        'none.ts',
        'src/cart.ts:12',
        'src/cart.ts:40',
        'src/tax.ts#L3',
        'totalOf()',
      ]);
      const links = shown.page.getByRole('article', { name: 'Answer' }).getByRole('link');
      assert.equal(await links.count(), 0);
      const leadsTo = (name: string): 'symbol' | 'newFile' | 'file' =>
        name === 'totalOf()' ? 'symbol' : /gone|none/u.test(name) ? 'newFile' : 'file';
      await shown.show({ kind: 'placesFound', places: names.map((name) => ({ name, leadsTo: leadsTo(name) })) });
      assert.deepEqual(await links.allInnerTexts(), ['src/cart.ts:12', 'totalOf()', 'the tax', 'src/cart.ts:40']);
      assert.equal(
        await shown.page.getByRole('article', { name: 'Answer' }).locator('p').first().innerText(),
        'In src/cart.ts:12, totalOf() and gone.ts; see the tax, none (none.ts) and src/cart.ts:40.',
      );
      await links.nth(2).click();
      assert.deepEqual(await shown.next('openPlace'), { kind: 'openPlace', name: 'src/tax.ts#L3' });
      await links.nth(3).press('Enter');
      assert.deepEqual(await shown.next('openPlace'), { kind: 'openPlace', name: 'src/cart.ts:40' });
    });

    it('names the file that its code is for, in its header and on the button, and tells the host', async () => {
      await using shown = await pages.show();
      const blocks = [
        '```ts src/cart.ts\na();\n```',
        '```ts\n// src/price.ts\nb();\n```',
        'In `src/tax.ts`, change `total`:\n\n```ts\nc();\n```',
        'Between `a.ts` and `b.ts`:\n\n```ts\nd();\n```',
      ];
      await shown.show(...conversation(answer('a1', blocks.join('\n\n'))));
      assert.deepEqual(await shown.page.locator('.code-language').allInnerTexts(), [
        'cart.ts · ts',
        'price.ts · ts',
        'tax.ts · ts',
        'ts',
      ]);
      await press(shown, 'Apply to tax.ts');
      assert.deepEqual(await shown.next('applyText'), {
        kind: 'applyText',
        text: 'c();',
        info: 'ts',
        file: 'src/tax.ts',
      });
      await shown.page.getByRole('button', { name: 'Apply to the Open File' }).waitFor();
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
        assert.deepEqual(await shown.next('openLink'), {
          kind: 'openLink',
          href: 'https://docs.example/a?b=1#c',
          text: 'docs',
        });
      }
      await link.click({ button: 'middle' });
      await settle(shown.page);
      assert.equal(shown.page.url(), before);
      assert.equal(shown.page.context().pages().length, 1);
      assert.equal(beyond, false);
    });

    it('cannot forge a control of the page', async () => {
      await using shown = await pages.show();
      const forged =
        '<button class="send" onclick="x()">Sign In</button> <a class="icon-button codicon-copy" href="command:x">x</a>';
      await shown.show(
        ...conversation(answer('a1', `${forged}\n\n[Sign In](command:signIn)\n\n\`\`\`x" onclick="y\n1\n\`\`\``)),
      );
      const names = await shown.page
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
      assert.deepEqual(names, [
        'Copy',
        'Insert at Cursor',
        'Apply to the Open File',
        'Open as New File',
        'Answer Again',
        'Copy Answer',
        'Attach',
        'Send (Enter)',
      ]);
      assert.equal(await shown.page.getByRole('link').count(), 0);
    });
  });
});
