// A summary in the place of earlier turns, on the page: it can be read, taken out and used again, by keyboard too.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import type { AnswerTurn, HostMessage, Turn } from '../../src/protocol/chat.ts';
import type { SummaryView } from '../../src/protocol/summaries.ts';
import { violations } from '../support/page/accessibility.ts';
import { servePages } from '../support/page/webview-suite.ts';
import type { PageOptions, ShownPage } from '../support/page/webview-page.ts';
import { blocksOf } from '../support/samples/answer-blocks.ts';
import { composer } from './composer-samples.ts';
import { conversation } from './conversation-samples.ts';

const made: SummaryView = {
  id: 's',
  title: 'Summary of the earlier prompt and its answer',
  facts: [
    'Paid by your plan',
    'Tide',
    'Tide Large',
    'oldest prompts and answers that did not fit, and are not in it: 4',
  ],
  text: 'They asked about **tides**.\n\n<img src=x onerror=alert(1)>',
  isUsed: true,
  action: 'Undo Summary',
};
const undone: SummaryView = {
  ...made,
  ...{ title: 'Summary of the earlier prompt and its answer, not used', isUsed: false, action: 'Use Summary' },
};
const underWay: SummaryView = { id: null, title: 'Compacting…', facts: [], text: '', isUsed: false, action: '' };

const prompt: Turn = { kind: 'prompt', id: 'p', text: 'What are tides?' };
const answer: AnswerTurn = {
  ...{ kind: 'answer', id: 'a', blocks: blocksOf('Water that comes and goes.'), notice: null, usage: null, seconds: 1 },
  source: { payer: 'plan', provider: 'Tide', model: 'Tide Large' },
  progress: { kind: 'done' },
};
const withSummary = (summary: SummaryView): HostMessage => ({ kind: 'turnReplaced', turn: { ...answer, summary } });

describe('a summary on the page', () => {
  const pages = servePages();
  const open = async (summary: SummaryView): Promise<ShownPage> => {
    const shown = await pages.show();
    await shown.show(...conversation(prompt, { ...answer, summary }), composer());
    return shown;
  };

  it('is a line that unfolds to its text, drawn like an answer, with who made it', async () => {
    await using shown = await open(made);
    const line = shown.page.getByRole('region', { name: 'Summary of the earlier prompt and its answer' });
    const text = line.locator('.markdown');
    assert.equal(await text.isVisible(), false);
    await line.locator('summary').click();
    assert.equal(await text.locator('strong').innerText(), 'tides');
    assert.deepEqual([await text.locator('img').count(), (await text.innerText()).includes('<img')], [0, true]);
    assert.equal(await line.locator('.facts').innerText(), made.facts.join(' · '));
  });

  it('has the hidden characters of its code marked, as an answer has', async () => {
    await using shown = await open({ ...made, text: '`asked\u{E0041}b\u202E`' });
    await shown.page.locator('.turn-summary summary').click();
    await shown.page.locator('.turn-summary .markdown .hidden-character').nth(1).waitFor();
  });

  it('is taken out and used again by the keyboard, which stays where it is', async () => {
    await using shown = await open(made);
    await shown.page.locator('.turn-summary summary').focus();
    await shown.page.keyboard.press('Enter');
    await shown.page.locator('.turn-summary .markdown').waitFor();
    for (let tabs = 0; tabs < 5; tabs += 1) {
      if ((await shown.page.locator('.turn-summary button:focus').count()) === 1) break;
      await shown.page.keyboard.press('Tab');
    }
    await shown.page.keyboard.press('Enter');
    assert.deepEqual(await shown.next('useSummary'), { kind: 'useSummary', id: 's', used: false });
    await shown.show(withSummary(undone));
    const again = shown.page.getByRole('button', { name: 'Use Summary', exact: true });
    await again.and(shown.page.locator(':focus')).waitFor();
    assert.equal(await shown.page.locator('.turn-summary .markdown').isVisible(), true);
    await shown.page.keyboard.press('Enter');
    assert.deepEqual(await shown.next('useSummary'), { kind: 'useSummary', id: 's', used: true });
  });

  it('says that it is being made and that it is there, and Stop is offered meanwhile', async () => {
    await using shown = await open(made);
    await shown.show(withSummary(underWay));
    await shown.page.getByText('Compacting…').first().waitFor();
    await shown.page.getByRole('status').getByText('Compacting…').waitFor();
    await shown.page.getByRole('button', { name: 'Stop' }).click();
    assert.deepEqual(await shown.next('stopAnswer'), { kind: 'stopAnswer' });
    await shown.show(withSummary(made));
    await shown.page.getByRole('status').getByText('Summary of the earlier prompt and its answer').waitFor();
    await shown.page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  });

  it('is brought into sight where a person who looks further up asks for it, and not for a run', async () => {
    await using shown = await pages.show({ height: 480 });
    const long: Turn = { ...answer, blocks: [{ kind: 'text', text: 'Some words.\n\n'.repeat(200) }] };
    await shown.show(...conversation(prompt, long), composer());
    const transcript = shown.page.locator('.transcript');
    const top = (): Promise<number> => transcript.evaluate(({ scrollTop }) => scrollTop);
    const line = shown.page.locator('.turn-summary.waiting');
    await transcript.focus();
    await shown.page.keyboard.press('Home');
    await shown.page.getByRole('button', { name: 'Go to the End' }).waitFor();
    const running: Turn = { ...answer, id: 'run', progress: { kind: 'streaming' } };
    await shown.show({ kind: 'turnAdded', turn: { kind: 'prompt', id: 'p2', text: 'Fix the test' } });
    await shown.show({ kind: 'turnAdded', turn: running });
    await transcript.focus();
    await shown.page.keyboard.press('Home');
    await shown.page.waitForFunction(() => document.querySelector('.transcript')?.scrollTop === 0);
    await shown.show({ kind: 'turnReplaced', turn: { ...long, summary: underWay } });
    await line.waitFor({ state: 'attached' });
    assert.equal(await top(), 0);
    await shown.show({ kind: 'turnReplaced', turn: long });
    await shown.show({ kind: 'turnReplaced', turn: { ...running, progress: { kind: 'done' } } });
    assert.equal(await top(), 0);
    await shown.show({ kind: 'turnReplaced', turn: { ...running, progress: { kind: 'done' }, summary: underWay } });
    await shown.page.waitForFunction(() => (document.querySelector('.transcript')?.scrollTop ?? 0) > 0);
    await line.waitFor();
  });

  const chinese: SummaryView = {
    ...made,
    ...{ title: '较早的 2 条提示词和回答的摘要', facts: ['由您的套餐支付', 'Tide', 'Tide Large'], action: '撤销摘要' },
    text: '对方询问了**潮汐**。已经修复 `src/tides.js`：应当相减，而不是相加。',
  };
  const scenes: readonly (readonly [name: string, summary: SummaryView, options: PageOptions])[] = [
    ...(['dark', 'light', 'high-contrast-dark'] as const).map((theme) => ['summary', made, { theme }] as const),
    ['summary-undone', undone, { theme: 'dark' }],
    ['summary-narrow', made, { theme: 'dark', width: 250 }],
    ['summary-chinese', chinese, { theme: 'light' }],
  ];
  for (const [name, summary, options] of scenes) {
    it(`shows ${name} in ${String(options.theme)} with nothing for axe-core to mend`, async () => {
      await mkdir('out/screenshots', { recursive: true });
      await using shown = await pages.show({ height: 480, ...options });
      const next: Turn = { kind: 'prompt', id: 'p2', text: 'Fix the test' };
      await shown.show(...conversation(prompt, { ...answer, summary }, next), composer());
      await shown.page.locator('.turn-summary summary').click();
      await shown.page.locator('.turn-summary .facts').waitFor();
      await shown.page.screenshot({ path: `out/screenshots/${name}-${String(options.theme)}.png` });
      assert.deepEqual(await violations(shown.page), []);
      assert.deepEqual(shown.faults, []);
    });
  }

  it('is gone where none stands', async () => {
    await using shown = await open(made);
    await shown.show({ kind: 'turnReplaced', turn: answer });
    await shown.page.locator('.turn-summary').waitFor({ state: 'detached' });
  });
});
