// Long conversations, versions of a turn, and prompts edited in their place, in Chromium as in the panel.
import assert from 'node:assert/strict';
import type { Turn } from '../../src/protocol/chat.ts';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { answer, conversation, prompt, ready } from './conversation-samples.ts';

const turns = (from: number, to: number): Turn[] =>
  Array.from({ length: to - from }, (_, offset) => from + offset).map((index) =>
    index % 2 === 0
      ? prompt(`t${index}`, `Question ${index}`)
      : answer(`t${index}`, `Answer **${index}**.\n\n\`\`\`ts\nconst n = ${index};\n\`\`\`\n`),
  );

describe('the chat page with a history', () => {
  const pages = servePages();
  const button = (shown: ShownPage, name: string): ReturnType<ShownPage['page']['locator']> =>
    shown.page.getByRole('button', { name, exact: true });

  it('asks for the turns before those shown when it has time, and puts them in front without moving', async () => {
    await using shown = await pages.show();
    await shown.show(
      { kind: 'availabilityShown', availability: ready },
      { kind: 'conversationShown', turns: turns(60, 100), older: 60 },
    );
    assert.deepEqual(await shown.next('showOlderTurns'), { kind: 'showOlderTurns', before: 't60' });
    await shown.show({ kind: 'olderTurnsShown', before: 't60', turns: turns(20, 60), older: 20 });
    assert.deepEqual(await shown.next('showOlderTurns'), { kind: 'showOlderTurns', before: 't20' });
    await shown.show({ kind: 'olderTurnsShown', before: 't20', turns: turns(0, 20), older: 0 });
    assert.equal(await shown.page.locator('.turn').count(), 100);
    assert.equal(await shown.page.locator('.bubble').first().textContent(), 'Question 0');
    const fromEnd = await shown.page
      .locator('.transcript')
      .evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
    assert.equal(fromEnd <= 1, true);
    assert.deepEqual(shown.faults, []);
  });

  it('takes no older turns of a conversation that is no longer shown', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(...turns(60, 64)), {
      kind: 'olderTurnsShown',
      before: 'else',
      turns: turns(0, 10),
      older: 0,
    });
    assert.equal(await shown.page.locator('.turn').count(), 4);
  });

  it('takes no new words for a turn that is not here yet', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(...turns(60, 64)), { kind: 'turnReplaced', turn: answer('t5', 'Far above') });
    assert.equal(await shown.page.locator('.turn').count(), 4);
  });

  it('says which version of a turn is shown, and asks for the one beside it', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation({ ...prompt('p', 'Why?'), branch: { index: 1, count: 3 } }, answer('a', 'So.')));
    await shown.page.getByText('2 of 3').waitFor();
    await button(shown, 'Previous Version').click();
    assert.deepEqual(await shown.next('showBranch'), { kind: 'showBranch', turnId: 'p', step: -1 });
    await shown.show({
      kind: 'branchShown',
      after: null,
      turns: [{ ...prompt('o', 'How?'), branch: { index: 0, count: 3 } }, answer('b', 'Thus.')],
    });
    assert.deepEqual(await shown.page.locator('.bubble').allInnerTexts(), ['How?']);
    assert.equal(await button(shown, 'Previous Version').isDisabled(), true);
  });

  it('edits a prompt in its place: Enter sends, Escape leaves everything as it was and returns the keyboard', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(prompt('p', 'Why?'), answer('a', 'So.')));
    await button(shown, 'Edit').press('Enter');
    const field = shown.page.getByRole('textbox', { name: 'Edit your prompt' });
    assert.equal(await field.evaluate((element) => element === document.activeElement), true);
    await field.fill('something else');
    await field.press('Escape');
    assert.deepEqual(await shown.page.locator('.bubble').allInnerTexts(), ['Why?']);
    assert.equal(await button(shown, 'Edit').evaluate((element) => element === document.activeElement), true);
    await button(shown, 'Edit').click();
    await field.fill('Why not?');
    await field.press('Enter');
    assert.deepEqual(await shown.next('editPrompt'), { kind: 'editPrompt', turnId: 'p', text: 'Why not?' });
  });

  it('offers to go on with an interrupted answer, and to begin one anew that never had a word', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(prompt('p', 'Why?'), answer('a', 'Beca', { progress: { kind: 'interrupted' } })));
    await button(shown, 'Continue').click();
    assert.deepEqual(await shown.next('pressButton'), { kind: 'pressButton', action: 'continueAnswer', turnId: 'a' });
    await shown.show({
      kind: 'turnReplaced',
      turn: answer('a', '', { progress: { kind: 'interrupted' }, source: null }),
    });
    await shown.page.getByText('This answer was interrupted before it began.').waitFor();
    await button(shown, 'Answer Again').click();
    assert.deepEqual(await shown.next('pressButton'), { kind: 'pressButton', action: 'retry', turnId: 'a' });
  });
});
