// Files that an agent has changed: the list of them, and the question what is restored, as a person handles them in
// Chromium.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { RestoreView } from '../../src/protocol/restore.ts';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { composer } from './composer-samples.ts';
import { conversation } from './conversation-samples.ts';
import { changedFiles, restore, restoring } from './restore-samples.ts';

describe('files that the agent has changed', () => {
  const pages = servePages();
  const open = async (shownRestore: RestoreView | null = null): Promise<ShownPage> => {
    const shown = await pages.show();
    await shown.show(...conversation(), ...restoring, composer(), { kind: 'restoreShown', restore: shownRestore });
    return shown;
  };
  const button = ({ page }: ShownPage, name: string): Locator => page.getByRole('button', { name, exact: true });
  const card = ({ page }: ShownPage): Locator => page.getByRole('region', { name: 'Restore files' });

  it('are offered to be restored at their prompt alone, by keyboard as well', async () => {
    await using shown = await open();
    const restoreButton = button(shown, 'Restore files to before this prompt');
    assert.equal(await restoreButton.count(), 1);
    await restoreButton.focus();
    await shown.page.keyboard.press('Enter');
    assert.deepEqual(await shown.next('restoreFiles'), { kind: 'restoreFiles', turnId: 'p' });
  });

  it('say what becomes of each, and choose none that somebody else has changed', async () => {
    await using shown = await open(restore);
    const rows = card(shown).getByRole('listitem');
    assert.deepEqual(
      (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      [
        'src/deeply/nested/tides.js goes back to what it held before',
        'src/range.js is deleted: it was not there before',
        'src/old.js is renamed back from src/new.js',
        'README.md goes back to what it held before Somebody else has changed it since. Restoring it takes that away.',
        'media/chart.bin is created again What it held before is not kept any more.',
      ],
    );
    const boxes = await card(shown).getByRole('checkbox').all();
    const states = await Promise.all(boxes.map(async (box) => [await box.isChecked(), await box.isEnabled()]));
    assert.deepEqual(states, [
      [true, true],
      [true, true],
      [true, true],
      [false, true],
      [false, false],
    ]);
    await card(shown).getByText('npm test').waitFor();
    await button(shown, 'Restore').click();
    assert.deepEqual(await shown.next('replyToRestore'), { kind: 'replyToRestore', id: 'r1', chosen: [0, 1, 2] });
  });

  it('are restored as the person chooses', async () => {
    await using shown = await open(restore);
    await card(shown).getByRole('checkbox').nth(3).check();
    await card(shown).getByRole('checkbox').nth(0).uncheck();
    await button(shown, 'Restore').click();
    assert.deepEqual(await shown.next('replyToRestore'), { kind: 'replyToRestore', id: 'r1', chosen: [1, 2, 3] });
  });

  it('cannot be restored where none is chosen, and stay as they are where the person leaves', async () => {
    await using shown = await open(restore);
    for (const place of [0, 1, 2]) await card(shown).getByRole('checkbox').nth(place).uncheck();
    assert.equal(await button(shown, 'Restore').isEnabled(), false);
    await button(shown, 'Cancel').click();
    assert.deepEqual(await shown.next('replyToRestore'), { kind: 'replyToRestore', id: 'r1', chosen: null });
    await shown.show({ kind: 'restoreShown', restore: null });
    assert.equal(await card(shown).count(), 0);
  });

  it('are shown as a diff where they are text', async () => {
    await using shown = await open(restore);
    assert.equal(
      await card(shown)
        .getByRole('button', { name: /^Show what becomes of/ })
        .count(),
      4,
    );
    await button(shown, 'Show what becomes of README.md').click();
    assert.deepEqual(await shown.next('showRestoredFile'), { kind: 'showRestoredFile', id: 'r1', row: 3 });
  });

  it('are decided about with the keyboard alone, which goes back to the prompt', async () => {
    await using shown = await open(restore);
    for (const key of ['Tab', 'Space']) await shown.page.keyboard.press(key);
    await button(shown, 'Restore').focus();
    await shown.page.keyboard.press('Enter');
    assert.deepEqual(await shown.next('replyToRestore'), { kind: 'replyToRestore', id: 'r1', chosen: [1, 2] });
    await shown.show({ kind: 'restoreShown', restore: null });
    assert.equal(await shown.page.locator('textarea:focus').count(), 1);
  });

  it('are announced where they are asked about', async () => {
    await using shown = await open(restore);
    await shown.page.getByRole('status').getByText('Restore files to before “Fix the test”?').waitFor();
  });

  it('are listed, to be looked at, kept and reverted one by one or all at once', async () => {
    await using shown = await open();
    const section = shown.page.getByRole('region', { name: '2 files changed by the agent' });
    assert.match((await section.locator('.changes-head').innerText()).replaceAll(/\s+/g, ' '), /\+15 −1/);
    await shown.page.getByTitle('Show what the agent changed in src/deeply/nested/tides.js').click();
    assert.deepEqual(await shown.next('openChangedFile'), { kind: 'openChangedFile', id: 'a' });
    await button(shown, 'Keep tides.js as it is').click();
    assert.deepEqual(await shown.next('keepChangedFile'), { kind: 'keepChangedFile', id: 'a' });
    await button(shown, 'Revert range.js').click();
    assert.deepEqual(await shown.next('revertChangedFile'), { kind: 'revertChangedFile', id: 'b' });
    await button(shown, 'Keep all').click();
    await shown.next('keepAllChangedFiles');
    await button(shown, 'Revert all').click();
    await shown.next('revertAllChangedFiles');
    await shown.show({ kind: 'changedFilesShown', files: changedFiles.slice(0, 1) });
    assert.equal(await shown.page.getByRole('region', { name: '1 file changed by the agent' }).count(), 1);
    assert.equal(await button(shown, 'Keep all').count(), 0);
  });
});
