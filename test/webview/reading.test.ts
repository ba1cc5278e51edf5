// Availability, scrolling, access and trust, in Chromium under the policy that the extension gives the page.
import assert from 'node:assert/strict';
import type { Button, HostMessage } from '../../src/protocol/chat.ts';
import { settle, type ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { answer, conversation, prompt, ready, richConversation, signedOut, textGrew } from './conversation-samples.ts';

const source = { payer: 'plan', provider: 'Tidemark Pro', model: 'svc-large-4' } as const;
const running = answer('a1', '', { progress: { kind: 'waiting' }, source: null, usage: null, seconds: null });
const finished = { kind: 'answerEnded', id: 'a1', progress: { kind: 'done' }, usage: null, seconds: 2 } as const;

describe('the chat page', () => {
  const pages = servePages();

  const composer = ({ page }: ShownPage): ReturnType<ShownPage['page']['locator']> => page.getByLabel('Your prompt');
  const press = async (shown: ShownPage, name: string): Promise<void> =>
    shown.page.getByRole('button', { name }).click();

  describe('availability', () => {
    it('fills the empty page with a headline and what to do', async () => {
      await using shown = await pages.show();
      await shown.show({ kind: 'availabilityShown', availability: signedOut });
      assert.equal(await shown.page.getByRole('heading').innerText(), signedOut.headline);
      await press(shown, 'Try the Demo');
      assert.deepEqual(await shown.next('pressButton'), { kind: 'pressButton', action: 'useDemo', turnId: null });
    });

    it('stays in sight above the composer as a banner', async () => {
      await using shown = await pages.show();
      const banner = {
        tone: 'warning',
        text: 'The key pays.',
        buttons: [{ action: 'refreshPlan', label: 'Check Again', primary: false }],
      } as const;
      await shown.show(...richConversation, {
        kind: 'availabilityShown',
        availability: { ...ready, banner: { ...banner, buttons: [...banner.buttons] } },
      });
      await press(shown, 'Check Again');
      assert.deepEqual(await shown.next('pressButton'), { kind: 'pressButton', action: 'refreshPlan', turnId: null });
    });

    it('lets a draft wait for the reset, and offers that for a draft alone', async () => {
      await using shown = await pages.show();
      const setApiKey = { action: 'setApiKey', label: 'Set API Key…', primary: true } as const;
      const wait = { action: 'sendAtReset', label: 'Send When It Resets (4:44 PM)', primary: false } as const;
      const used = { tone: 'info' as const, text: 'Used up until 4:44 PM.', buttons: [wait, setApiKey] };
      const refused = { tone: 'error' as const, text: 'Refused.', buttons: [wait, setApiKey] };
      const failed = { kind: 'failed' as const, notice: refused };
      const usedUp = { kind: 'availabilityShown', availability: { ...ready, banner: used } } as const;
      await shown.show(...conversation(), usedUp);
      const waits = shown.page.getByRole('button', { name: wait.label });
      await shown.page.getByText(used.text).waitFor();
      assert.equal(await waits.count(), 0);
      await composer(shown).fill('  ');
      assert.equal(await waits.count(), 0);
      await composer(shown).fill('Then tests, please');
      await waits.click();
      assert.deepEqual(await shown.next('postponePrompt'), { kind: 'postponePrompt', text: 'Then tests, please' });
      assert.equal(await composer(shown).inputValue(), '');
      assert.equal(await waits.count(), 0);
      // Under an answer that failed the same button is about that answer.
      await shown.show(...conversation(prompt('p1', 'Hello'), answer('a1', '', { progress: failed })), usedUp);
      await shown.page.getByText(used.text).waitFor({ state: 'detached' });
      await composer(shown).fill('Then tests, please');
      await shown.page.getByText(used.text).waitFor();
      assert.equal(await waits.count(), 2);
    });

    it('is said once where the last answer failed by it and offers the same', async () => {
      await using shown = await pages.show();
      const setApiKey = { action: 'setApiKey', label: 'Set API Key…', primary: true } as const;
      const tryAgain = { action: 'retry', label: 'Try Again', primary: false } as const;
      const text = 'Used up until 4:44 PM.';
      const failed = (buttons: Button[]): HostMessage[] => [
        ...conversation(
          prompt('p1', 'Hello'),
          answer('a1', '', { progress: { kind: 'failed', notice: { tone: 'error', text: 'Used up.', buttons } } }),
        ),
        {
          kind: 'availabilityShown',
          availability: { ...ready, banner: { tone: 'info', text, buttons: [setApiKey] } },
        },
      ];
      await shown.show(...failed([setApiKey, tryAgain]));
      assert.equal(await shown.page.getByText(text).count(), 0);
      await shown.show(...failed([tryAgain]));
      assert.equal(await shown.page.getByText(text).count(), 1);
    });
  });

  describe('scrolling', () => {
    const long = Array.from({ length: 80 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
    const fromEnd = (shown: ShownPage): Promise<number> =>
      shown.page.locator('.transcript').evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
    const append = async (shown: ShownPage, text: string): Promise<void> => shown.show(textGrew('a1', text));

    it('stays at the end while the answer grows', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
      for (let index = 0; index < 10; index++) {
        await append(shown, `${long}\n\n`);
        assert.ok((await fromEnd(shown)) <= 1);
      }
      assert.equal(await shown.page.getByRole('button', { name: 'Go to the End' }).count(), 0);
    });

    it('never moves by itself once the person has scrolled up, and offers the way back', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
      await append(shown, long);
      await shown.page.locator('.transcript').hover();
      await shown.page.mouse.wheel(0, -40);
      await shown.page.getByRole('button', { name: 'Go to the End' }).waitFor();
      const top = (): Promise<number> => shown.page.locator('.transcript').evaluate((log) => log.scrollTop);
      const before = await top();
      for (let index = 0; index < 5; index++) await append(shown, `\n\n${long}`);
      assert.equal(await top(), before);
      await press(shown, 'Go to the End');
      await append(shown, `\n\n${long}`);
      assert.ok((await fromEnd(shown)) <= 1);
    });

    it('stays at the end when the composer grows and the panel is resized', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a1', long)));
      await composer(shown).fill('a\nb\nc\nd\ne\nf');
      await settle(shown.page);
      assert.ok((await fromEnd(shown)) <= 1);
      await shown.page.setViewportSize({ width: 300, height: 500 });
      await settle(shown.page);
      assert.ok((await fromEnd(shown)) <= 1);
    });

    it('goes to the end for a new prompt', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a0', long)));
      await shown.page.locator('.transcript').hover();
      await shown.page.mouse.wheel(0, -300);
      await shown.page.getByRole('button', { name: 'Go to the End' }).waitFor();
      await shown.show({ kind: 'turnAdded', turn: prompt('p1', 'And?') });
      assert.ok((await fromEnd(shown)) <= 1);
    });

    it('draws a long conversation from its end, and all of it soon after', async () => {
      await using shown = await pages.show();
      const turns = Array.from({ length: 400 }, (_, index) => answer(`a${index}`, `Answer **number ${index}**`));
      await shown.show(...conversation(...turns));
      assert.equal(await shown.page.locator('.turn').last().locator('strong').innerText(), 'number 399');
      assert.ok((await fromEnd(shown)) <= 1);
      await shown.page.waitForFunction(() => document.querySelectorAll('.markdown strong').length === 400);
      assert.ok((await fromEnd(shown)) <= 1);
    });
  });

  it('goes from a reference to its footnote and back, by mouse and keyboard', async () => {
    await using shown = await pages.show();
    const words = 'Words.\n\n'.repeat(60);
    await shown.show(...conversation(answer('a1', `Said[^1] and more[^2].\n\n${words}[^1]: First\n[^2]: Second\n`)));
    const { page } = shown;
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.closest('.footnote, p')?.textContent ?? '');
    await page.locator('sup a').last().click();
    assert.equal(await focused(), '2Second');
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'Said1 and more2.');
  });

  describe('long code', () => {
    const code = `\`\`\`ts\n${'const value = 1; // said at some length\n'.repeat(100)}\`\`\`\n`;

    it('keeps its header in sight while any of it is', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a1', `${code}\n${'Words.\n\n'.repeat(60)}`)));
      const { page } = shown;
      const header = page.locator('.code-header');
      const fromTop = (): Promise<number> =>
        header.evaluate((element) => {
          const transcript = element.closest('.transcript')?.getBoundingClientRect().top ?? Number.NaN;
          return element.getBoundingClientRect().top - transcript;
        });
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -100_000);
      await page.mouse.wheel(0, 500);
      await settle(page);
      assert.equal(await fromTop(), 0);
      await header.getByRole('button', { name: 'Copy' }).click();
      assert.equal((await shown.next('copyCode')).kind, 'copyCode');
      await page.locator('.transcript').evaluate((log) => log.scrollTo(0, log.scrollHeight));
      await settle(page);
      assert.ok((await fromTop()) < -50);
    });

    it('can be scrolled to the end of its longest line', async () => {
      await using shown = await pages.show();
      const long = `// ${'long '.repeat(60)}\n`;
      await shown.show(...conversation(answer('a1', code.replaceAll('\nconst', `\n${long}const`))));
      await shown.page.locator('.code-piece .hljs-comment').first().waitFor();
      const sticksOut = await shown.page.locator('.hljs-comment').evaluateAll((comments) => {
        const block = comments[0]?.closest('pre');
        block?.scrollTo(10_000, 0);
        const edge = block?.getBoundingClientRect().right ?? 0;
        return Math.max(...comments.map((comment) => comment.getBoundingClientRect().right)) - edge;
      });
      // Widths are rounded.
      assert.ok(sticksOut < 1, `${sticksOut} pixels`);
    });

    it('wraps its lines where the person wants it, and while it grows', async () => {
      await using shown = await pages.show();
      const line = `const words = '${'long '.repeat(60)}';\n`;
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
      await shown.show(textGrew('a1', `\`\`\`ts\n${line}`));
      const overflow = (): Promise<number> =>
        settle(shown.page).then(() =>
          shown.page.locator('pre').evaluate((element) => element.scrollWidth - element.clientWidth),
        );
      assert.ok((await overflow()) > 100);
      await shown.page.getByRole('checkbox', { name: 'Wrap Lines' }).click();
      assert.equal(await overflow(), 0);
      await shown.show(textGrew('a1', `${line}\`\`\`\n\nThe end.\n`));
      assert.equal(await overflow(), 0);
      await shown.page.getByRole('checkbox', { name: 'Wrap Lines' }).press(' ');
      assert.ok((await overflow()) > 100);
    });
  });

  describe('access', () => {
    it('announces events, never the words of an answer', async () => {
      await using shown = await pages.show();
      const status = shown.page.getByRole('status');
      const heard = async (): Promise<string> => status.innerText();
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
      assert.equal(await heard(), '');
      await shown.show({ kind: 'answerStarted', id: 'a1', source });
      assert.equal(await heard(), 'The answer has started.');
      await shown.show(textGrew('a1', 'Because.'));
      assert.equal(await heard(), 'The answer has started.');
      await shown.show(finished);
      assert.equal(await heard(), 'The answer is finished.');
      await shown.show({ ...finished, progress: { kind: 'stopped' } });
      assert.equal(await heard(), 'The answer is stopped.');
      const notice = { tone: 'error', text: 'The network is gone.', buttons: [] } as const;
      await shown.show({ ...finished, progress: { kind: 'failed', notice: { ...notice, buttons: [] } } });
      assert.equal(await heard(), 'The answer failed. The network is gone.');
      assert.equal(await shown.page.getByRole('log').getAttribute('aria-live'), 'off');
    });

    it('reaches everything with the keyboard, in the order it stands, with the focus to be seen', async () => {
      await using shown = await pages.show();
      await shown.show(...richConversation);
      const reached: string[] = [];
      for (let step = 0; step < 16; step++) {
        await shown.page.keyboard.press('Tab');
        // What is scrolled into view may bring the way back to the end, or take it.
        await settle(shown.page);
        const [name, outlined] = await shown.page.evaluate(() => {
          const element = document.activeElement;
          if (element === null) return ['', false] as const;
          const outline = getComputedStyle(element);
          const composing = element.closest('.composer');
          const ring =
            outline.outlineStyle !== 'none' || (composing !== null && getComputedStyle(composing).borderColor !== '');
          return [element.ariaLabel ?? (element.textContent !== '' ? element.tagName : ''), ring] as const;
        });
        reached.push(name);
        assert.equal(outlined, true, [...reached].join());
      }
      assert.deepEqual(reached, [
        'Conversation',
        'Edit',
        'Copy Prompt',
        'Delete',
        'SUMMARY',
        'Copy',
        'Insert at Cursor',
        'Apply to the Open File',
        'Open as New File',
        'Wrap Lines',
        'PRE',
        'DIV',
        'A',
        'Answer Again',
        'Copy Answer',
        'Your prompt',
      ]);
    });

    it('keeps the keyboard where it is when the way to the end is no longer needed, and goes there with it', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a1', 'A long line.\n\n'.repeat(80))));
      const log = shown.page.getByRole('log');
      const button = shown.page.getByRole('button', { name: 'Go to the End' });
      const scrollTo = async (place: 'start' | 'end'): Promise<void> => {
        await log.hover();
        await shown.page.mouse.wheel(0, place === 'end' ? 100_000 : -100_000);
        await settle(shown.page);
      };
      await scrollTo('start');
      await button.focus();
      await scrollTo('end');
      await settle(shown.page);
      assert.equal(await button.evaluate((element) => element === document.activeElement), true);
      await shown.page.keyboard.press('Tab');
      await shown.page.locator('textarea:focus').waitFor();
      assert.equal(await button.count(), 0);
      await scrollTo('start');
      await button.focus();
      await shown.page.keyboard.press('Enter');
      await shown.page.locator('[role=log]:focus').waitFor();
      assert.equal(await button.count(), 0);
    });

    it('lets text that runs from right to left do so, block by block', async () => {
      await using shown = await pages.show();
      await shown.show(...conversation(answer('a1', 'نص عربي\n\nplain text\n\n- نص\n\n- نص\n\n> نص\n\n- plain')));
      const directions = await shown.page
        .locator('.markdown .part > *')
        .evaluateAll((all) => all.map((block) => `${block.tagName} ${getComputedStyle(block).direction}`));
      assert.deepEqual(directions, ['P rtl', 'P ltr', 'UL rtl', 'BLOCKQUOTE rtl', 'UL ltr']);
    });

    it('blinks while nothing has come, but not where motion is reduced, and has a still caret behind the words', async () => {
      const carets = async (reducedMotion: 'reduce' | 'no-preference'): Promise<string[]> => {
        await using shown = await pages.show({ reducedMotion });
        const caret = (selector: string): Promise<string> =>
          shown.page.locator(selector).evaluate((element) => {
            const { animationName, width } = getComputedStyle(element, '::after');
            return `${width} ${animationName}`;
          });
        await shown.show(...conversation(), { kind: 'turnAdded', turn: running });
        const waiting = await caret('.waiting');
        await shown.show(textGrew('a1', 'Yes'));
        return [waiting, await caret('.markdown p')];
      };
      assert.deepEqual(await carets('no-preference'), ['2px caret', '2px none']);
      assert.deepEqual(await carets('reduce'), ['2px none', '2px none']);
    });

    it('fits a panel of 300 pixels at twice the size without scrolling sideways', async () => {
      await using shown = await pages.show({ width: 300, height: 600 });
      await shown.show(...richConversation);
      await shown.page.evaluate("document.documentElement.style.zoom = '2'");
      await settle(shown.page);
      const overflow = await shown.page.locator('.transcript').evaluate((log) => log.scrollWidth - log.clientWidth);
      assert.equal(overflow, 0);
    });
  });

  describe('trust', () => {
    it('drops and reports a message that it cannot read', async () => {
      await using shown = await pages.show();
      await shown.show(...richConversation);
      for (const data of [null, 7, { kind: 'nonsense' }, { kind: 'answerGrew', id: 'a1' }]) await shown.deliver(data);
      assert.deepEqual(new Set(shown.faults), new Set(['The page received a message that it cannot read.']));
      assert.equal(await shown.page.getByRole('article').count(), 2);
    });

    it('ignores text for an answer that it does not know', async () => {
      await using shown = await pages.show();
      await shown.show(...richConversation, textGrew('unknown', 'x'));
      assert.equal(await shown.page.getByRole('article').count(), 2);
      assert.deepEqual(shown.faults, []);
    });

    it('asks nobody but the extension for anything, and breaks none of its own rules', async () => {
      await using shown = await pages.show();
      const asked: string[] = [];
      shown.page.on('request', (request) => asked.push(request.url()));
      const hostile =
        '![x](https://evil.example/x.png) <img src="https://evil.example/y.png"> <style>@import "https://evil.example"</style>\n\n```html\n<script src="https://evil.example/z.js"></script>\n```';
      await shown.show(...conversation(prompt('p1', hostile), answer('a1', hostile, { thinking: hostile })));
      await shown.page.locator('pre span').first().waitFor();
      assert.deepEqual(
        asked.filter((url) => !url.startsWith(pages.server.origin)),
        [],
      );
      assert.deepEqual(shown.faults, []);
    });
  });
});
