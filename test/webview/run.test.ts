// A run of the agent on the page: its steps, and that nothing is accepted by accident.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { PageMessage } from '../../src/protocol/chat.ts';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { composer } from './composer-samples.ts';
import { conversation } from './conversation-samples.ts';
import { asked, calls, change, command, longRun, modes, paused, plan, planned, run, side } from './run-samples.ts';

describe('a run of the agent on the page', () => {
  const pages = servePages();
  const open = async (question: typeof command | null): Promise<ShownPage> => {
    const shown = await pages.show();
    await shown.show(...conversation(), asked, composer(), modes, side(question));
    return shown;
  };
  const button = ({ page }: ShownPage, name: string): Locator => page.getByRole('button', { name, exact: true });
  const card = ({ page }: ShownPage): Locator => page.getByRole('region', { name: 'The agent asks' });
  /** As long as a click may have been meant for what was there before. */
  const readable = ({ page }: ShownPage): Promise<void> => page.waitForTimeout(550);
  const replies = ({ sent }: ShownPage): PageMessage[] => sent.filter(({ kind }) => kind === 'replyToRun');

  /** The click comes as soon as the card does, however busy the machine is. */
  const clickAtOnce = ({ page }: ShownPage): Promise<void> =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          new MutationObserver((_, observer) => {
            const accept = document.querySelector<HTMLButtonElement>('.question .text-button.primary');
            if (accept === null) return;
            observer.disconnect();
            accept.click();
            resolve();
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );

  it('says what it does between what it says, each on a line that unfolds', async () => {
    await using shown = await open(null);
    const steps = shown.page.locator('.run-step');
    assert.deepEqual(
      (await steps.locator('summary').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      [
        'Plan the steps done',
        'List done',
        'Run npm test exit code 1',
        'Edit src/deeply/nested/tides.js 3 lines added, 1 line removed +3 −1 waiting',
      ],
    );
    assert.equal(await shown.page.locator('.run-detail').count(), 0);
    await steps.nth(2).locator('summary').click();
    assert.deepEqual(await shown.next('showCallDetail'), { kind: 'showCallDetail', turnId: 'run', block: 4 });
    const [, , failed = assert.fail()] = calls;
    await shown.show({ kind: 'callShown', id: 'run', call: { ...failed, detail: 'Exit code 1.' } });
    assert.equal(await steps.nth(2).locator('.run-detail').innerText(), 'Exit code 1.');
    await steps.nth(3).hover();
    await button(shown, 'Open src/deeply/nested/tides.js').click();
    assert.deepEqual(await shown.next('openRunFile'), { kind: 'openRunFile', file: 'src/deeply/nested/tides.js' });
  });

  it('changes a step in its place as more is known of it', async () => {
    await using shown = await open(null);
    const [, , , last = assert.fail()] = calls;
    await shown.show({ kind: 'callShown', id: 'run', call: { ...last, state: 'running' } });
    await shown.page.locator('.run-step.is-running').waitFor();
    assert.equal(await shown.page.locator('.run-step').count(), 4);
    await shown.page.getByRole('status').getByText('Step: Edit src/deeply/nested/tides.js').waitFor();
  });

  it('says of a step that it was rejected, not run since one before it was, or runs in the sandbox', async () => {
    await using shown = await open(null);
    const [, , command = assert.fail()] = calls;
    const line = shown.page.locator('.run-step').nth(2);
    const told: unknown[] = [];
    for (const state of ['running', 'rejected', 'notRun'] as const) {
      const call = { ...command, state, failedWith: null, isSandboxed: state === 'running' };
      await shown.show({ kind: 'callShown', id: 'run', call });
      told.push([await line.locator('.run-state').allInnerTexts(), await line.locator('.codicon-error').count()]);
    }
    assert.deepEqual(told, [
      [['running in the sandbox'], 0],
      [['rejected'], 0],
      [['not run'], 0],
    ]);
  });

  it('asks anew for what an unfolded step was given and told when more is known of it, and shows what was known', async () => {
    await using shown = await open(null);
    const [, , , last = assert.fail()] = calls;
    const detail = shown.page.locator('.run-detail');
    await shown.page.locator('.run-step summary').nth(3).click();
    await shown.next('showCallDetail');
    await shown.show({ kind: 'callShown', id: 'run', call: { ...last, detail: 'one' } });
    assert.equal(await detail.innerText(), 'one');
    await shown.show({ kind: 'callShown', id: 'run', call: { ...last, state: 'done' } });
    assert.deepEqual(await shown.next('showCallDetail'), { kind: 'showCallDetail', turnId: 'run', block: 6 });
    assert.equal(await detail.innerText(), 'one');
    await shown.show({ kind: 'callShown', id: 'run', call: { ...last, state: 'done', detail: 'one and two' } });
    assert.equal(await detail.innerText(), 'one and two');
  });

  it('draws a long run from its end, and the rest where somebody scrolls to it or searches', async () => {
    await using shown = await pages.show();
    // Nothing is drawn for want of anything better to do.
    await shown.page.evaluate(() => {
      window.requestIdleCallback = () => 0;
    });
    await shown.show(...conversation({ kind: 'prompt', id: 'p', text: 'Look' }, longRun(300)));
    await shown.page.getByText('I look at the file of step 299.').waitFor();
    const steps = shown.page.locator('.run-step');
    assert.ok((await steps.count()) < 150);
    await shown.show({ kind: 'findOpened' });
    await shown.page.getByRole('textbox', { name: 'Find in Conversation' }).fill('step 150.');
    await shown.next('findText');
    await shown.show({ kind: 'turnsFound', text: 'step 150.', turnIds: ['run'] });
    await shown.page.getByRole('search').getByText('1 of 1').waitFor();
    assert.equal(await steps.count(), 300);
  });

  it('draws of a long run what comes into sight', async () => {
    await using shown = await pages.show();
    await shown.page.evaluate(() => {
      window.requestIdleCallback = () => 0;
    });
    await shown.show(...conversation({ kind: 'prompt', id: 'p', text: 'Look' }, longRun(300)));
    await shown.page.getByText('I look at the file of step 299.').waitFor();
    await shown.page.locator('.transcript').evaluate((transcript) => transcript.scrollTo(0, 0));
    await shown.page.getByText('I look at the file of step 0.').waitFor();
    assert.ok((await shown.page.locator('.run-step').count()) < 150);
  });

  it('leaves the keyboard where it is, and takes no click that was meant for what was there before', async () => {
    await using shown = await open(null);
    await shown.page.getByRole('textbox', { name: 'Your prompt' }).focus();
    const clicked = clickAtOnce(shown);
    await shown.show(side(command));
    await clicked;
    assert.equal(await shown.page.locator('textarea:focus').count(), 1);
    assert.deepEqual(replies(shown), []);
    await readable(shown);
    await shown.page.keyboard.press('Control+Enter');
    await shown.page.keyboard.press('Enter');
    assert.deepEqual(replies(shown), []);
    await button(shown, 'Run').click();
    await button(shown, 'Run').click();
    assert.deepEqual(await shown.next('replyToRun'), {
      kind: 'replyToRun',
      id: 'q1',
      reply: { kind: 'accept', offer: null },
    });
    assert.deepEqual(replies(shown), []);
  });

  it('allows what the person has picked, by keyboard as well', async () => {
    await using shown = await open(command);
    await readable(shown);
    await card(shown).getByRole('combobox').selectOption('1');
    await card(shown).getByText('It covers code that the agent writes.').waitFor();
    await button(shown, 'Run').focus();
    await shown.page.keyboard.press('Enter');
    const message = await shown.next('replyToRun');
    assert.deepEqual(message, { kind: 'replyToRun', id: 'q1', reply: { kind: 'accept', offer: 1 } });
  });

  it('hands the keyboard to the prompt where a question has it and goes, also for another', async () => {
    await using shown = await open(command);
    await button(shown, 'Run').focus();
    await shown.show(side(change));
    assert.equal(await shown.page.locator('textarea:focus').count(), 1);
    await shown.page.getByRole('log').focus();
    await shown.show(side(null));
    assert.equal(await shown.page.locator('[role=log]:focus').count(), 1);
  });

  it('rejects with a word, and asks to see the change', async () => {
    await using shown = await open(change);
    await readable(shown);
    await button(shown, 'Show the change to src/deeply/nested/tides.js').click();
    assert.deepEqual(await shown.next('showRunChange'), { kind: 'showRunChange', id: 'q2', file: 0 });
    await card(shown).getByRole('textbox').fill('Use a constant.');
    await button(shown, 'Reject').click();
    assert.deepEqual(await shown.next('replyToRun'), {
      kind: 'replyToRun',
      id: 'q2',
      reply: { kind: 'reject', words: 'Use a constant.' },
    });
  });

  it('folds its plan to one line when the run has ended, which unfolds, and opens it again with the next', async () => {
    await using shown = await open(null);
    const items = shown.page.locator('.run-plan li');
    await items.first().waitFor();
    await shown.show(planned);
    await items.first().waitFor({ state: 'hidden' });
    const line = shown.page.locator('.run-plan summary');
    assert.equal((await line.innerText()).replaceAll(/\s+/g, ' ').trim(), 'Ended at 1 of 3');
    assert.equal(await items.nth(1).locator('.visually-hidden').textContent(), 'Not finished');
    assert.equal(await items.nth(1).locator('.codicon-circle-slash').count(), 1);
    await line.focus();
    await shown.page.keyboard.press('Enter');
    await items.first().waitFor();
    await line.press('Enter');
    await items.first().waitFor({ state: 'hidden' });
    await shown.show({ kind: 'turnReplaced', turn: run });
    await items.first().waitFor();
    assert.equal((await line.innerText()).replaceAll(/\s+/g, ' ').trim(), 'Plan 1/3');
    await shown.show(
      side(
        null,
        plan.map((item) => ({ ...item, state: 'done' })),
      ),
      planned,
    );
    assert.equal(await line.innerText(), 'Done: 3 of 3');
    await shown.show(side(null, []));
    await line.waitFor({ state: 'detached' });
  });

  it('takes a choice of the model’s, or words of the person’s own', async () => {
    await using shown = await open({ kind: 'choice', id: 'q3', text: 'Which?', choices: ['One', 'Two'] });
    await readable(shown);
    await button(shown, 'Two').click();
    assert.deepEqual(await shown.next('replyToRun'), {
      kind: 'replyToRun',
      id: 'q3',
      reply: { kind: 'answer', text: 'Two' },
    });
  });

  it('chooses how the next prompt is answered', async () => {
    await using shown = await open(null);
    const picker = shown.page.getByRole('combobox', { name: 'How to answer' });
    assert.equal(await picker.innerText(), 'Agent');
    assert.equal(await picker.getAttribute('title'), 'Agent · The agent asks before each change and command');
    await picker.click();
    const options = shown.page.getByRole('listbox', { name: 'How to answer' }).getByRole('option');
    assert.deepEqual(await options.allInnerTexts(), [
      'Ask\nAnswers in words',
      'Agent\nThe agent asks before each change and command',
      'Accept edits\nThe agent changes files unasked',
      'Run in the sandbox\nNot here: bubblewrap is not installed.',
    ]);
    await options.filter({ hasText: 'Accept edits' }).click();
    assert.deepEqual(await shown.next('chooseMode'), { kind: 'chooseMode', mode: 'acceptEdits' });
    assert.equal(await options.count(), 0);
  });

  it('shows a mode that is not offered with its reason, and does not choose it', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(), asked, composer(), modes);
    await shown.page.getByRole('combobox', { name: 'How to answer' }).click();
    const option = shown.page.getByRole('option', { name: /^Run in the sandbox/ });
    assert.equal(await option.getAttribute('aria-disabled'), 'true');
    assert.match(await option.innerText(), /Not here: bubblewrap is not installed\./);
    await option.click({ force: true });
    await shown.page.getByRole('option', { name: /^Accept edits/ }).click();
    assert.deepEqual(await shown.next('chooseMode'), { kind: 'chooseMode', mode: 'acceptEdits' });
  });

  it('leaves the model something to be chosen by in the narrowest panel', async () => {
    await using shown = await pages.show({ width: 250 });
    await shown.show(...conversation(), asked, composer(), modes);
    const widths = await Promise.all(
      ['How to answer', 'Model'].map(async (name) => {
        const picker = shown.page.getByRole('combobox', { name });
        return { shown: (await picker.boundingBox())?.width ?? 0, name: await picker.innerText() };
      }),
    );
    assert.deepEqual(
      widths.map(({ name, shown: width }) => [name, width >= 44]),
      [
        ['Agent', true],
        ['Tide Large', true],
      ],
    );
  });

  it('says why nothing else can be chosen', async () => {
    await using shown = await open(null);
    const [ask] = modes.choice.choices;
    assert.ok(ask);
    await shown.show({ kind: 'modesShown', choice: { mode: 'ask', choices: [ask], note: 'Open a folder first.' } });
    const picker = shown.page.getByRole('combobox', { name: 'How to answer' });
    assert.deepEqual(
      [await picker.innerText(), await picker.isDisabled(), await picker.getAttribute('title')],
      ['Ask', true, 'Open a folder first.'],
    );
  });

  it('shows what the person said in between where it was heard, and why it does not go on', async () => {
    await using shown = await open(null);
    await shown.show(paused);
    const pieces = shown.page.locator('.run-words, .run-step summary');
    assert.deepEqual(
      (await pieces.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 24)),
      [
        'Plan the steps done',
        'List done',
        'You asked: Mind the tide',
        'Run npm test exit code 1',
        'Edit src/deeply/nested/t',
      ],
    );
    await button(shown, 'Go On').click();
    assert.deepEqual(await shown.next('pressButton'), { kind: 'pressButton', action: 'continueAnswer', turnId: 'run' });
  });

  it('offers to do a plan behind the last turn alone', async () => {
    await using shown = await open(null);
    await shown.show(planned);
    await button(shown, 'Do It').click();
    assert.deepEqual(await shown.next('doPlan'), { kind: 'doPlan' });
    await shown.show({ kind: 'turnAdded', turn: { kind: 'prompt', id: 'p9', text: 'And now?' } });
    await button(shown, 'Do It').waitFor({ state: 'hidden' });
  });

  it('says for whose run it waits, also to those who do not see it', async () => {
    await using shown = await open(null);
    const note = 'Waits for the run in “Fix the test”.';
    await shown.show({ kind: 'runSideShown', side: { question: null, plan: [], note, taken: null } });
    await shown.page.getByRole('status').getByText(note).waitFor();
    await shown.show(side(null));
    await shown.page.getByText(note).waitFor({ state: 'detached' });
  });

  it('says what it took of the plan so far, and on what that rests, without saying it aloud each time', async () => {
    await using shown = await open(null);
    const taken = { text: 'about 3% of 5-hour limit so far, by estimate', detail: '5-hour limit: about 3%.' };
    await shown.show({ kind: 'runSideShown', side: { question: null, plan: [], note: null, taken } });
    const line = shown.page.getByText(taken.text);
    await line.waitFor();
    assert.equal(await line.getAttribute('title'), taken.detail);
    assert.equal(await shown.page.getByRole('status').getByText(taken.text).count(), 0);
    await shown.show(side(null));
    await line.waitFor({ state: 'detached' });
  });

  it('lets the person choose whether a waiting prompt goes into the run', async () => {
    await using shown = await open(null);
    const queued = [{ id: 'q1', text: 'Mind the tides.', attachments: [] }];
    await shown.show(composer({ queued: queued.map((one) => ({ ...one, joinsRun: false })) }));
    await button(shown, 'Tell the agent after this step').click();
    assert.deepEqual(await shown.next('joinRun'), { kind: 'joinRun', id: 'q1', joins: true });
    await shown.show(composer({ queued: queued.map((one) => ({ ...one, joinsRun: true })) }));
    await shown.page.getByText('After this step', { exact: true }).waitFor();
    await button(shown, 'Wait for the end of the run').click();
    assert.deepEqual(await shown.next('joinRun'), { kind: 'joinRun', id: 'q1', joins: false });
    await shown.show(composer({ queued }));
    assert.equal(await button(shown, 'Tell the agent after this step').count(), 0);
  });
});
