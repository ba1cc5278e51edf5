// What is pending for a prompt, as a person handles it in Chromium: chips, commands, prompts of before and prompts that
// wait, model, thinking and the context usage.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { HostMessage, OfferView } from '../../src/protocol/chat.ts';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { composer, folder, problems, selection } from './composer-samples.ts';
import { answer, conversation, prompt } from './conversation-samples.ts';

const running = answer('a1', '', { progress: { kind: 'waiting' }, source: null, usage: null, seconds: null });

const prompt1 = { kind: 'turnAdded', turn: prompt('p1', 'Why?') } as const;

describe('the composer of the chat page', () => {
  const pages = servePages();

  const text = ({ page }: ShownPage): Locator => page.getByRole('textbox', { name: 'Your prompt' });
  const named = ({ page }: ShownPage, name: string): Locator => page.getByRole('button', { name, exact: true });
  const isFocused = (element: Locator): Promise<boolean> => element.evaluate((node) => node === document.activeElement);
  const open = async (): Promise<ShownPage> => {
    const shown = await pages.show();
    await shown.show(...conversation(), composer());
    return shown;
  };

  describe('attaching', () => {
    it('lists by its button what an @ would, and leaves nothing behind', async () => {
      await using shown = await open();
      await text(shown).fill('Why');
      await named(shown, 'Attach').click();
      assert.deepEqual(await shown.next('findContext'), { kind: 'findContext', letters: '' });
      await shown.show(offered(offer('cart.ts')));
      assert.deepEqual(
        [
          await text(shown).inputValue(),
          await isFocused(text(shown)),
          await shown.page.getByText('Drop files').count(),
        ],
        ['Why @', true, 1],
      );
      await text(shown).press('Escape');
      assert.equal(await text(shown).inputValue(), 'Why');
      await shown.show({ kind: 'contextOpened' });
      await text(shown).pressSequentially('ca');
      assert.equal(await text(shown).inputValue(), 'Why @ca');
      await text(shown).press('Enter');
      assert.deepEqual(
        [await shown.next('attachFound'), await text(shown).inputValue()],
        [{ kind: 'attachFound', id: 'file:cart.ts' }, 'Why'],
      );
      await named(shown, 'Attach').click();
      await text(shown).blur();
      assert.equal(await text(shown).inputValue(), 'Why');
    });

    it('shows what goes along by itself, and leaves it out at one click', async () => {
      await using shown = await open();
      await shown.show(composer({ attachments: [problems], accompanying: [{ attachment: selection, isOn: true }] }));
      const chip = shown.page.getByRole('button', { name: 'Selection src/core/chat/parser.ts:12-30' });
      assert.equal(await chip.getAttribute('aria-pressed'), 'true');
      await chip.click();
      assert.deepEqual(await shown.next('switchAccompanying'), {
        kind: 'switchAccompanying',
        id: selection.id,
        on: false,
      });
      await shown.show(composer({ attachments: [problems], accompanying: [{ attachment: selection, isOn: false }] }));
      assert.deepEqual(
        [await chip.getAttribute('aria-pressed'), await shown.page.getByTitle(/^Stays here: Selection/u).count()],
        ['false', 1],
      );
      await chip.press('ArrowLeft');
      assert.equal(await isFocused(named(shown, 'Remove Problems src/app.ts')), true);
    });

    const offer = (label: string, isAttached = false): OfferView => ({
      id: `file:${label}`,
      icon: 'file',
      label,
      detail: `src/${label}`,
      isAttached,
    });
    const offered = (...offers: OfferView[]): HostMessage => ({ kind: 'contextFound', offers });
    const options = ({ page }: ShownPage): Locator => page.getByRole('listbox').getByRole('option');

    it('offers what can be attached at an @ that begins a word, by the letters behind it', async () => {
      await using shown = await open();
      await text(shown).pressSequentially('mail a@b, or ');
      assert.equal(
        shown.sent.some(({ kind }) => kind === 'findContext'),
        false,
      );
      await text(shown).pressSequentially('@');
      assert.deepEqual(await shown.next('findContext'), { kind: 'findContext', letters: '' });
      await shown.show(offered(offer('cart.ts'), offer('car.ts', true)));
      assert.deepEqual(await options(shown).allInnerTexts(), ['cart.ts\nsrc/cart.ts', 'car.ts\nsrc/car.ts\nattached']);
      await text(shown).pressSequentially('c');
      assert.deepEqual(await shown.next('findContext'), { kind: 'findContext', letters: 'c' });
      await text(shown).press('ArrowDown');
      await text(shown).press('Enter');
      assert.deepEqual(await shown.next('attachFound'), { kind: 'attachFound', id: 'file:car.ts' });
      assert.equal(await text(shown).inputValue(), 'mail a@b, or ');
      assert.equal(await options(shown).count(), 0);
    });

    it('puts the caret where the @ was, within the text, and leaves nothing behind on Escape', async () => {
      await using shown = await open();
      await text(shown).fill('see now');
      for (let step = 0; step < 3; step++) await text(shown).press('ArrowLeft');
      await text(shown).pressSequentially('@ca');
      await shown.show(offered(offer('cart.ts')));
      assert.equal(await text(shown).inputValue(), 'see @canow');
      await text(shown).press('Escape');
      assert.equal(await text(shown).inputValue(), 'see now');
      await text(shown).pressSequentially('it ');
      assert.equal(await text(shown).inputValue(), 'see it now');
      assert.equal(await options(shown).count(), 0);
    });

    it('keeps an @ that is typed past, and says where nothing is found', async () => {
      await using shown = await open();
      await text(shown).pressSequentially('@deco');
      await shown.show(offered());
      assert.equal(await shown.page.locator('.offers-none').innerText(), 'Nothing found');
      await text(shown).pressSequentially(' rates');
      assert.equal(await text(shown).inputValue(), '@deco rates');
      assert.equal(await shown.page.locator('.offers-none').count(), 0);
    });

    it('says where there are files that are not offered', async () => {
      await using shown = await open();
      const hints = shown.page.locator('.offers-hint');
      await text(shown).pressSequentially('@');
      await shown.show({ kind: 'contextFound', offers: [offer('cart.ts')], note: 'Only the first 5000 files.' });
      assert.equal((await hints.allInnerTexts())[0], 'Only the first 5000 files.');
      await shown.show(offered(offer('cart.ts')));
      assert.equal(await hints.count(), 1);
    });

    it('shows each attachment with its size, and in full when the pointer rests on it', async () => {
      await using shown = await open();
      await shown.show(composer({ attachments: [selection, { ...folder, isCut: true, size: 12_345 }] }));
      const chips = shown.page.getByRole('list', { name: 'Attached' }).getByRole('listitem');
      assert.deepEqual(
        (await chips.allInnerTexts()).map((chip) => chip.replaceAll(/\s+/g, ' ').trim()),
        ['src/core/chat/ parser.ts:12-30 214', 'src/ core/ 12.3K, cut'],
      );
      assert.equal(await chips.last().getAttribute('title'), 'Folder: src/core/, about 12.3K tokens (cut)');
    });

    it('removes a chip by keyboard and goes on to the next, and then back to the text', async () => {
      await using shown = await open();
      await shown.show(composer({ attachments: [selection, problems] }));
      await text(shown).focus();
      await text(shown).press('Backspace');
      const last = named(shown, 'Remove Problems src/app.ts');
      assert.equal(await isFocused(last), true);
      await last.press('ArrowLeft');
      const first = named(shown, `Remove Selection ${selection.label}`);
      assert.equal(await isFocused(first), true);
      await first.press('Delete');
      assert.deepEqual(await shown.next('detachContext'), { kind: 'detachContext', id: selection.id });
      await shown.show(composer({ attachments: [problems] }));
      assert.equal(await isFocused(last), true);
      await last.press('Enter');
      assert.deepEqual(await shown.next('detachContext'), { kind: 'detachContext', id: problems.id });
      await shown.show(composer());
      assert.equal(await isFocused(text(shown)), true);
    });

    it('shows on a prompt what went with it', async () => {
      await using shown = await open();
      await shown.show({
        kind: 'turnAdded',
        turn: { kind: 'prompt', id: 'p1', text: 'Why?', attachments: [selection] },
      });
      const turn = shown.page.getByRole('article', { name: 'You asked' });
      assert.equal(await turn.getByRole('list', { name: 'Attached' }).getByRole('listitem').count(), 1);
      assert.match(await turn.innerText(), /parser\.ts:12-30/);
    });

    it('takes dropped files by their addresses, and no web address', async () => {
      await using shown = await open();
      await text(shown).evaluate((field) => {
        const data = new DataTransfer();
        data.setData('application/vnd.code.uri-list', 'file:///a.ts\r\n# note\r\nhttps://a.example/\r\nfile:///b.ts');
        field.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      });
      assert.deepEqual(await shown.next('attachFiles'), {
        kind: 'attachFiles',
        uris: ['file:///a.ts', 'file:///b.ts'],
      });
    });
  });

  describe('commands', () => {
    const options = ({ page }: ShownPage): Locator =>
      page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
    const active = async (shown: ShownPage): Promise<string | null> => {
      const id = await text(shown).getAttribute('aria-activedescendant');
      return id === null ? null : shown.page.locator(`#${id}`).locator('.command-name').innerText();
    };

    it('are listed from the slash on, narrowed by what follows, and gone once a name is whole', async () => {
      await using shown = await open();
      await text(shown).pressSequentially('/');
      assert.equal(await options(shown).count(), 5);
      assert.equal(await active(shown), '/explain');
      await text(shown).pressSequentially('f');
      assert.deepEqual(await options(shown).locator('.command-name').allInnerTexts(), ['/fix']);
      await text(shown).press('Tab');
      assert.equal(await text(shown).inputValue(), '/fix ');
      assert.equal(await options(shown).count(), 0);
      assert.equal(await isFocused(text(shown)), true);
    });

    it('are chosen with the arrow keys around the ends, and by Enter', async () => {
      await using shown = await open();
      await text(shown).pressSequentially('/');
      await text(shown).press('ArrowUp');
      assert.equal(await active(shown), '/release-notes');
      await text(shown).press('ArrowDown');
      await text(shown).press('ArrowDown');
      assert.equal(await active(shown), '/fix');
      await text(shown).press('Enter');
      assert.equal(await text(shown).inputValue(), '/fix ');
      assert.equal(
        shown.sent.some(({ kind }) => kind === 'sendPrompt'),
        false,
      );
    });

    it('are sent by Enter where the name is complete, and chosen by a click', async () => {
      await using shown = await open();
      await text(shown).pressSequentially('/clear');
      await text(shown).press('Enter');
      assert.deepEqual(await shown.next('sendPrompt'), { kind: 'sendPrompt', text: '/clear' });
      await text(shown).pressSequentially('/');
      await options(shown).nth(2).click();
      assert.equal(await text(shown).inputValue(), '/tests ');
      assert.equal(await isFocused(text(shown)), true);
    });

    it('are put away with Escape, which stops no answer then', async () => {
      await using shown = await open();
      await shown.show({ kind: 'turnAdded', turn: running });
      await text(shown).pressSequentially('/');
      await text(shown).press('Escape');
      assert.equal(await options(shown).count(), 0);
      assert.equal(
        shown.sent.some(({ kind }) => kind === 'stopAnswer'),
        false,
      );
      await text(shown).press('Escape');
      await shown.next('stopAnswer');
    });
  });

  describe('prompts of before', () => {
    it('come back with Up, and the draft with Down', async () => {
      await using shown = await open();
      for (const sent of ['first', 'second\nline']) {
        await text(shown).fill(sent);
        await text(shown).press('Enter');
      }
      await text(shown).fill('draft');
      await text(shown).press('ArrowUp');
      assert.equal(await text(shown).inputValue(), 'draft');
      await text(shown).press('Home');
      await text(shown).press('ArrowUp');
      assert.equal(await text(shown).inputValue(), 'second\nline');
      await text(shown).press('ArrowUp');
      assert.equal(await text(shown).inputValue(), 'second\nline');
      await text(shown).press('ArrowUp');
      assert.equal(await text(shown).inputValue(), 'first');
      await text(shown).press('ArrowUp');
      assert.equal(await text(shown).inputValue(), 'first');
      await text(shown).press('ArrowDown');
      await text(shown).press('ArrowDown');
      assert.equal(await text(shown).inputValue(), 'draft');
    });

    it('are those that VS Code has kept', async () => {
      await using shown = await pages.show({ kept: { draft: '', sent: ['of yesterday'] } });
      await shown.show(...conversation(), composer());
      await text(shown).press('ArrowUp');
      assert.equal(await text(shown).inputValue(), 'of yesterday');
    });
  });

  describe('a prompt that waits', () => {
    const queued = [{ id: 'q1', text: 'And then?', attachments: [selection] }];

    it('is sent while an answer runs, beside the button that stops', async () => {
      await using shown = await open();
      await shown.show(prompt1, { kind: 'turnAdded', turn: running });
      await text(shown).fill('And then?');
      assert.equal(await named(shown, 'Stop').count(), 1);
      await named(shown, 'Send after this answer (Enter)').click();
      assert.deepEqual(await shown.next('sendPrompt'), { kind: 'sendPrompt', text: 'And then?' });
      assert.equal(await text(shown).inputValue(), '');
    });

    it('can be edited, which puts it before what is being typed, and taken out', async () => {
      await using shown = await open();
      await shown.show(prompt1, { kind: 'turnAdded', turn: running }, composer({ queued }));
      await text(shown).fill('later');
      assert.equal(await named(shown, 'Send now').count(), 0);
      await shown.page
        .getByRole('list', { name: 'Waiting prompts' })
        .getByRole('button', { name: 'Edit', exact: true })
        .click();
      assert.deepEqual(await shown.next('unqueuePrompt'), { kind: 'unqueuePrompt', id: 'q1', keepsAttachments: true });
      assert.equal(await text(shown).inputValue(), 'And then?\n\nlater');
      await shown.page
        .getByRole('list', { name: 'Waiting prompts' })
        .getByRole('button', { name: 'Remove', exact: true })
        .click();
      assert.deepEqual(await shown.next('unqueuePrompt'), { kind: 'unqueuePrompt', id: 'q1', keepsAttachments: false });
    });

    it('is sent by hand where the answer before did not end well', async () => {
      await using shown = await open();
      await shown.show(composer({ queued }));
      await named(shown, 'Send now').click();
      await shown.next('sendQueued');
    });
  });

  describe('the model', () => {
    it('is chosen from the list, which is there only where there is a choice', async () => {
      await using shown = await open();
      const picker = shown.page.getByRole('combobox', { name: 'Model' });
      assert.equal(await picker.innerText(), 'Tide Large');
      await picker.click();
      const options = shown.page.getByRole('listbox', { name: 'Model' }).getByRole('option');
      assert.deepEqual(await options.allInnerTexts(), [
        'Tide Large\n200K tokens · images · thinking',
        'Tide Small\nnot in your plan',
      ]);
      await shown.page.keyboard.press('ArrowDown');
      await shown.page.keyboard.press('Enter');
      assert.deepEqual(await shown.next('chooseModel'), { kind: 'chooseModel', id: 'small' });
      assert.deepEqual([await options.count(), await isFocused(picker)], [0, true]);
      await picker.press('ArrowDown');
      await shown.page.keyboard.press('Escape');
      assert.deepEqual([await options.count(), await isFocused(picker)], [0, true]);
      await picker.click();
      await picker.click();
      assert.equal(await options.count(), 0);
      const model = { id: 'large', name: 'Tide Large', contextWindow: null, images: false, thinking: false };
      await shown.show(composer({ models: [{ ...model, isLeftOut: false, cost: '' }] }));
      assert.equal(await picker.count(), 0);
    });

    it('thinks or does not, where it can', async () => {
      await using shown = await open();
      const thinking = shown.page.getByRole('button', { name: 'Thinking' });
      assert.equal(await thinking.getAttribute('aria-pressed'), 'false');
      await thinking.click();
      assert.deepEqual(await shown.next('switchThinking'), { kind: 'switchThinking', on: true });
      await shown.show(composer({ thinking: null }));
      assert.equal(await thinking.count(), 0);
    });

    it('has a window whose usage is shown, warned of when over, and not shown where its size is unknown', async () => {
      await using shown = await open();
      const meter = shown.page.getByRole('meter');
      assert.equal(await meter.innerText(), '12%');
      assert.equal(await meter.getAttribute('aria-valuenow'), '12');
      await shown.show(
        composer({ contextUsage: { used: 210_000, size: 200_000, note: 'The oldest 4 are not sent.' } }),
      );
      await shown.page.locator('.composer-warning').getByText('The oldest 4 are not sent.').waitFor();
      await shown.show(composer({ contextUsage: null }));
      assert.equal(await meter.count(), 0);
      assert.equal(await shown.page.locator('.composer-warning').count(), 0);
    });

    it('shows what the prompt will take, and says under the pointer what that rests on', async () => {
      await using shown = await open();
      const cost = shown.page.locator('.prompt-cost');
      const words = shown.page.getByRole('tooltip', { includeHidden: true }).filter({ hasText: 'probably' });
      await shown.show(composer());
      assert.equal(await cost.count(), 0);
      const detail = '5-hour limit: about 0.8%, probably 0.5% to 1.2%.';
      await shown.show(composer({ promptCost: { text: 'about 0.8% of 5-hour limit', short: '≈0.8%', detail } }));
      assert.equal(await cost.innerText(), '≈0.8%');
      assert.equal(await cost.getAttribute('aria-label'), 'about 0.8% of 5-hour limit');
      assert.equal(await words.isVisible(), false);
      await cost.hover();
      await words.waitFor();
      assert.equal(await words.innerText(), detail);
    });

    it('says under the pointer and by keyboard how full its window is and what would be left out', async () => {
      await using shown = await open();
      const meter = shown.page.getByRole('meter');
      const detail = shown.page.getByRole('tooltip', { includeHidden: true });
      const isSeen = (): Promise<boolean> => detail.evaluate((node) => getComputedStyle(node).visibility === 'visible');
      assert.equal(await detail.innerText(), '');
      assert.equal(await isSeen(), false);
      await meter.hover();
      assert.equal(await isSeen(), true);
      assert.equal(await detail.innerText(), 'Context: 24K of 200K tokens. Nothing will be dropped.');
      await shown.page.mouse.move(0, 0);
      assert.equal(await isSeen(), false);
      await shown.show(
        composer({ contextUsage: { used: 210_000, size: 200_000, note: 'The oldest 4 are not sent.' } }),
      );
      await text(shown).focus();
      for (let presses = 0; presses < 8 && !(await isFocused(meter)); presses += 1)
        await shown.page.keyboard.press('Tab');
      assert.equal(await isSeen(), true);
      assert.equal(await detail.innerText(), 'Context: 210K of 200K tokens. The oldest 4 are not sent.');
      assert.equal(await meter.getAttribute('aria-describedby'), await detail.getAttribute('id'));
      await shown.page.keyboard.press('Escape');
      assert.equal(await isSeen(), false);
    });
  });
});
