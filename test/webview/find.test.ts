// Searching in the conversation, in Chromium as in the panel: what is counted, marked, shown and said.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Turn } from '../../src/protocol/chat.ts';
import { settle, type ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { answer, conversation, prompt, ready, textGrew } from './conversation-samples.ts';

/** What the browser marks, as a person reads it. */
function marked(name: string): string[] {
  return [...(CSS.highlights.get(name) ?? [])].map(({ startContainer, startOffset, endContainer, endOffset }) => {
    const range = document.createRange();
    range.setStart(startContainer, startOffset);
    range.setEnd(endContainer, endOffset);
    return range.toString();
  });
}

/**
 * The distance of the place that is shown from the middle of what is seen of the transcript, as a share of its height.
 */
function distanceFromMiddle(): number {
  const [place] = CSS.highlights.get('found-current') ?? [];
  const sight = document.querySelector('.transcript')?.getBoundingClientRect();
  if (place === undefined || sight === undefined) throw new Error('Nothing is shown.');
  const range = document.createRange();
  range.setStart(place.startContainer, place.startOffset);
  return Math.abs(range.getBoundingClientRect().top - sight.top - sight.height / 2) / sight.height;
}

describe('the search in a conversation', () => {
  const pages = servePages();

  const field = (shown: ShownPage): Locator => shown.page.getByRole('textbox', { name: 'Find in Conversation' });
  const count = (shown: ShownPage): Locator => shown.page.getByRole('search').getByRole('status');
  /** Types a text and answers for the host. */
  const look = async (shown: ShownPage, text: string, turnIds: string[]): Promise<void> => {
    await field(shown).fill(text);
    while ((await shown.next('findText')).text !== text);
    await shown.show({ kind: 'turnsFound', text, turnIds });
  };

  it('opens with the keyboard in it, counts every place, and goes round by Enter, Shift+Enter, F3 and its buttons', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(prompt('p', 'Why a tide?'), answer('a', 'Tide, **ti**de,\ntide.')), {
      kind: 'findOpened',
    });
    assert.equal(await field(shown).evaluate((element) => element === document.activeElement), true);
    assert.equal(await count(shown).innerText(), '');
    await look(shown, 'tide', ['p', 'a']);
    assert.equal(await count(shown).innerText(), '1 of 4');
    assert.deepEqual(await shown.page.evaluate(marked, 'found'), ['tide', 'Tide', 'tide', 'tide']);
    const steps: readonly [string, string][] = [
      ['Enter', '2 of 4'],
      ['F3', '3 of 4'],
      ['Enter', '4 of 4'],
      ['Enter', '1 of 4'],
      ['Shift+Enter', '4 of 4'],
      ['Shift+F3', '3 of 4'],
    ];
    for (const [key, words] of steps) {
      await field(shown).press(key);
      await settle(shown.page);
      assert.equal(await count(shown).innerText(), words, key);
    }
    await shown.page.getByRole('button', { name: 'Next Place' }).click();
    assert.equal(await count(shown).innerText(), '4 of 4');
    await shown.page.getByRole('button', { name: 'Previous Place' }).click();
    assert.equal(await count(shown).innerText(), '3 of 4');
    assert.deepEqual(shown.faults, []);
  });

  it('opens by its key wherever the keyboard is in the page, with what is selected, and keeps the key from VS Code', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(prompt('p', 'tide')));
    await shown.page.evaluate(() => {
      window.addEventListener('keydown', ({ key }) => document.body.setAttribute('data-heard', key));
      const bubble = document.querySelector('.bubble');
      if (bubble !== null) getSelection()?.selectAllChildren(bubble);
    });
    await shown.page.locator('.transcript').press('Control+f');
    await settle(shown.page);
    assert.equal(await field(shown).inputValue(), 'tide');
    assert.equal(await field(shown).evaluate((element) => element === document.activeElement), true);
    assert.notEqual(await shown.page.locator('body').getAttribute('data-heard'), 'f');
    assert.deepEqual(await shown.next('findText'), { kind: 'findText', text: 'tide' });
  });

  it('changes nothing in the document, and marks nothing more once it is closed', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(prompt('p', 'tide'), answer('a', 'A tide in `tide()`.')));
    const before = await shown.page.locator('.transcript-content').innerHTML();
    await shown.show({ kind: 'findOpened' });
    await look(shown, 'tide', ['p', 'a']);
    assert.equal((await shown.page.evaluate(marked, 'found')).length, 3);
    assert.equal(await shown.page.locator('.transcript-content').innerHTML(), before);
    await field(shown).press('Escape');
    assert.deepEqual(await shown.page.evaluate(marked, 'found'), []);
    assert.equal(await shown.page.getByRole('search').count(), 0);
  });

  it('gives the keyboard back to where it came from', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(prompt('p', 'tide')));
    const composer = shown.page.getByRole('textbox', { name: 'Your prompt' });
    await composer.focus();
    await shown.show({ kind: 'findOpened' });
    await field(shown).press('Escape');
    assert.equal(await composer.evaluate((element) => element === document.activeElement), true);
    await shown.show({ kind: 'findOpened' });
    await shown.page.getByRole('button', { name: 'Close', exact: true }).click();
    assert.equal(await composer.evaluate((element) => element === document.activeElement), true);
  });

  it('finds across emphasis and line ends, never across paragraphs, and not in the words of the page', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(answer('a', 'one *two*\nthree\n\nfour\n\n```ts\nfive(six)\n```')), {
      kind: 'findOpened',
    });
    await look(shown, 'ONE two three', ['a']);
    assert.equal(await count(shown).innerText(), '1 of 1');
    await look(shown, 'threefour', ['a']);
    assert.equal(await count(shown).innerText(), 'Nothing found');
    await look(shown, 'ts', ['a']);
    assert.equal(await count(shown).innerText(), 'Nothing found');
    await look(shown, 'five(', ['a']);
    assert.equal(await count(shown).innerText(), '1 of 1');
  });

  it('unfolds what the model thought where that is shown', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(answer('a', 'So.', { thinking: 'The moon, perhaps' })), { kind: 'findOpened' });
    assert.equal(await shown.page.getByText('The moon, perhaps').isVisible(), false);
    await look(shown, 'moon', ['a']);
    assert.equal(await shown.page.getByText('The moon, perhaps').isVisible(), true);
  });

  const many = (from: number, to: number): Turn[] =>
    Array.from({ length: to - from }, (_, offset) => from + offset).map((index) =>
      index % 2 === 0
        ? prompt(`t${index}`, `Question ${index}`)
        : answer(
            `t${index}`,
            `Answer ${index}.\n\n${'Some words that go on. '.repeat(60)}\n\n- ${index === 5 ? 'buoy' : 'none'}`,
          ),
    );

  it('finds what is far above and not drawn yet, and brings it into the middle', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(...many(0, 400)), { kind: 'findOpened' });
    await look(shown, 'buoy', ['t5', 't399']);
    await count(shown).getByText('1 of 1').waitFor();
    await shown.page.waitForFunction(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
    );
    await settle(shown.page);
    assert.ok((await shown.page.evaluate(distanceFromMiddle)) < 0.4);
    assert.deepEqual(await shown.page.evaluate(marked, 'found-current'), ['buoy']);
  });

  it('waits for older turns and then asks again', async () => {
    await using shown = await pages.show();
    await shown.show(
      { kind: 'availabilityShown', availability: ready },
      { kind: 'conversationShown', turns: many(20, 40), older: 20 },
      { kind: 'findOpened' },
    );
    await shown.next('showOlderTurns');
    await look(shown, 'buoy', ['t5']);
    assert.equal(await count(shown).innerText(), '');
    await shown.show({ kind: 'olderTurnsShown', before: 't20', turns: many(0, 20), older: 0 });
    assert.deepEqual(await shown.next('findText'), { kind: 'findText', text: 'buoy' });
    await shown.show({ kind: 'turnsFound', text: 'buoy', turnIds: ['t5'] });
    await count(shown).getByText('1 of 1').waitFor();
  });

  it('searches an answer when it has ended, and stays where the person is', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(prompt('p', 'tide'), answer('a', '', { progress: { kind: 'streaming' } })), {
      kind: 'findOpened',
    });
    await look(shown, 'tide', ['p']);
    await shown.show(textGrew('a', 'One tide, two tides.'));
    assert.equal(await count(shown).innerText(), '1 of 1');
    await shown.show({ kind: 'answerEnded', id: 'a', progress: { kind: 'done' }, usage: null, seconds: 1 });
    assert.deepEqual(await shown.next('findText'), { kind: 'findText', text: 'tide' });
    await shown.show({ kind: 'turnsFound', text: 'tide', turnIds: ['p', 'a'] });
    assert.equal(await count(shown).innerText(), '1 of 3');
  });

  it('marks code again that has got its colours meanwhile', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(prompt('p', 'Code?'), answer('a', '```ts\nconst tide = "tide";\n```')), {
      kind: 'findOpened',
    });
    await look(shown, 'tide', ['a']);
    await shown.page.locator('pre span').first().waitFor();
    await shown.page.waitForFunction(() =>
      [...(CSS.highlights.get('found') ?? [])].every(({ startContainer }) => startContainer.isConnected),
    );
    assert.deepEqual(await shown.page.evaluate(marked, 'found'), ['tide', 'tide']);
  });
});
