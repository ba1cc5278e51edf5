// The plan page as a person sees and uses it, in each theme. Pictures go to out/screenshots to be looked at; axe-core
// judges each.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import type { PlanHostMessage, PlanPageMessage } from '../../src/protocol/plan.ts';
import { violations } from '../support/page/accessibility.ts';
import type { PageOptions, ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import type { ThemeName } from '../support/page/webview-themes.ts';
import { coding, exhausted, fresh, hostile, shown, signedOut, stale } from './plan-samples.ts';

const pictures = 'out/screenshots';
const allThemes: readonly ThemeName[] = ['dark', 'light', 'high-contrast-dark', 'high-contrast-light'];

const scenes: readonly {
  name: string;
  message: PlanHostMessage;
  themes: readonly ThemeName[];
  range?: string;
  options?: PageOptions;
}[] = [
  { name: 'today', message: coding, themes: allThemes, options: { height: 2160 } },
  { name: 'week', message: coding, themes: ['dark', 'light'], range: '7 days', options: { height: 2160 } },
  { name: 'month', message: coding, themes: ['dark'], range: '30 days', options: { height: 2160 } },
  { name: 'narrow', message: coding, themes: ['light'], range: '7 days', options: { width: 250, height: 3000 } },
  { name: 'exhausted', message: exhausted, themes: allThemes, options: { height: 480 } },
  { name: 'fresh', message: fresh, themes: ['dark'], options: { height: 1100 } },
  { name: 'stale', message: stale, themes: ['dark', 'light'], options: { height: 900 } },
  { name: 'signed-out', message: signedOut, themes: allThemes, options: { height: 360 } },
];

describe('the plan page', () => {
  const pages = servePages();
  type Shown = ShownPage<PlanHostMessage, PlanPageMessage>;
  const show = (options: PageOptions = {}): Promise<Shown> =>
    pages.show({ width: 1000, height: 900, ...options, page: 'plan' });
  before(async () => {
    await mkdir(pictures, { recursive: true });
  });

  for (const { name, message, themes, range, options } of scenes) {
    for (const theme of themes) {
      it(`shows ${name} in ${theme} with nothing for axe-core to mend`, async () => {
        await using page = await show({ ...options, theme });
        await page.show(message);
        if (range !== undefined)
          await page.page
            .getByRole('group', { name: 'Time shown' })
            .getByRole('button', { name: range, exact: true })
            .click();
        await page.page.screenshot({ path: `${pictures}/plan-${name}-${theme}.png` });
        assert.deepEqual(await violations(page.page), []);
        assert.deepEqual(page.faults, []);
      });
    }
  }

  it('says what it waits for before the host has sent anything', async () => {
    await using page = await show();
    assert.equal(await page.page.getByRole('main').innerText(), 'Loading your plan…');
  });

  it('names every window with its share, numbers and forecast in words', async () => {
    await using page = await show();
    await page.show(coding);
    const text = await page.page.getByRole('region', { name: '5-hour limit' }).innerText();
    assert.match(
      text,
      /^5-hour limit\s+tightest limit\s+\d+% used\s+13\.6M of 40M tokens · resets 14:00\s+Runs out about 1/,
    );
    assert.equal(await page.page.getByRole('slider', { name: '5-hour limit: share used over time' }).count(), 1);
  });

  it('says what each chart shows at the instant that is pointed at, and names its lines', async () => {
    await using page = await show();
    await page.show(coding);
    const chart = page.page.getByRole('slider', { name: '5-hour limit: share used over time' });
    assert.deepEqual(await chart.locator('.mark').allTextContents(), ['Warning at 80%', 'Now', 'Reset']);
    const box = await chart.boundingBox();
    assert.ok(box !== null);
    await page.page.mouse.move(box.x + box.width * 0.45, box.y + 90);
    const reading = chart.locator('.reading');
    assert.match(await reading.innerText(), /^Aug 6, 1\d:\d\d AM: \d+% used$/);
    await page.page.mouse.move(box.x + box.width * 0.57, box.y + 90);
    assert.match(await reading.innerText(), /^Aug 6, 1:\d\d PM: about \d+% used, likely \d+% to \d+%$/);
    await page.page.mouse.move(box.x, box.y - 40);
    await reading.waitFor({ state: 'detached' });
  });

  it('lets the keyboard move through the values of a chart, each of which is read out', async () => {
    await using page = await show();
    await page.show(coding);
    const chart = page.page.getByRole('slider', { name: 'Weekly limit: share used over time' });
    await chart.focus();
    const spoken = async (): Promise<string> => (await chart.getAttribute('aria-valuetext')) ?? '';
    const atNow = await spoken();
    assert.match(atNow, /^Aug 6, 12:\d\d PM: \d+% used$/);
    assert.equal(await chart.locator('.reading').innerText(), atNow);
    await page.page.keyboard.press('ArrowLeft');
    assert.match(await spoken(), /^Aug 6, 1\d:\d\d [AP]M: \d+% used$/);
    assert.notEqual(await spoken(), atNow);
    await page.page.keyboard.press('Home');
    assert.match(await spoken(), /^Aug 6, 9:\d\d AM: \d+% used$/);
    assert.deepEqual(await violations(page.page), []);
    await page.page.keyboard.press('Escape');
    assert.equal(await chart.locator('.reading').count(), 0);
  });

  it('draws the charts of all limits over one time', async () => {
    await using page = await show();
    await page.show(coding);
    await page.page
      .getByRole('group', { name: 'Time shown' })
      .getByRole('button', { name: '7 days', exact: true })
      .click();
    const axes = await Promise.all(
      (await page.page.getByRole('slider').all()).map((chart) => chart.locator('.tick').allTextContents()),
    );
    assert.equal(axes.length, 3);
    assert.deepEqual(axes[1], axes[0]);
    assert.deepEqual(axes[2], axes[0]);
  });

  it('draws no empty charts on a first day: the limits, and where it went, come first', async () => {
    await using page = await show();
    await page.show(fresh);
    assert.equal(await page.page.locator('.chart').count(), 0);
    assert.equal(await page.page.getByRole('group', { name: 'Time shown' }).count(), 0);
    assert.equal(await page.page.getByText('The charts come here after the first hour.').count(), 1);
    assert.match(await page.page.getByRole('region', { name: '5-hour limit' }).innerText(), /\d+% used/);
    assert.equal(await page.page.getByRole('region', { name: 'Where it went' }).count(), 1);
  });

  it('says the same in tables', async () => {
    await using page = await show();
    await page.show(coding);
    await page.page.getByText('Show as tables').click();
    const table = page.page.getByRole('table', { name: 'Demo Coding Pro' });
    assert.match(
      await table.getByRole('row').nth(1).innerText(),
      /^5-hour limit\s+\d+% used\s+13\.6M of 40M tokens\s+resets 14:00\s+Runs out about 1/,
    );
    const readings = page.page.getByRole('table', { name: '5-hour limit: Readings in the time shown' });
    assert.ok((await readings.getByRole('row').count()) > 20);
    assert.deepEqual(await violations(page.page), []);
  });

  it('says per tool what was used, the balances, and what the API key paid for', async () => {
    await using page = await show();
    await page.show(coding);
    const rows = async (name: string | RegExp): Promise<string[]> =>
      (await page.page.getByRole('table', { name }).getByRole('row').allInnerTexts()).map((row) =>
        row.replaceAll(/\s+/g, ' ').trim(),
      );
    assert.deepEqual(await rows(/^Use per tool/), ['Tool Calls Share', 'search-prime 29 69%', 'web-reader 13 31%']);
    assert.deepEqual(await rows(/^Balances/), [
      'Name Left Used Total',
      'model_usage 31.6K 18.4K 50K',
      'Gift 12.5 EUR – –',
    ]);
    assert.deepEqual(await rows(/^Tokens that your API key/), ['Name Amount', 'Today 223K']);
  });

  it('says where the quota went: what the service counted, from here and from elsewhere, and what cannot be told', async () => {
    await using page = await show();
    await page.show(coding);
    const section = page.page.getByRole('region', { name: 'Where it went' });
    const text = (await section.innerText()).replaceAll(/\s+/g, ' ');
    for (const part of [
      'The service has counted 1.3M tokens since 09:00 (5-hour limit).',
      'From here 820K tokens (610K to 910K) 47–70%',
      'Elsewhere 480K tokens (390K to 690K) 30–53%',
      'Tide Large 700K 615K tokens 47%',
      'Elsewhere is what is left over:',
      'From here: between 610K tokens and 910K tokens.',
    ])
      assert.ok(text.includes(part), `"${part}" is not in: ${text}`);
  });

  it('lets the keyboard choose the time and by what answers are told apart, and keeps both', async () => {
    await using page = await show();
    await page.show(coding);
    const section = page.page.getByRole('region', { name: 'Where it went' });
    await section.getByRole('button', { name: 'Weekly limit' }).focus();
    await page.page.keyboard.press('Enter');
    await section.getByText('(Weekly limit)').waitFor();
    await section.getByRole('button', { name: 'Workspace' }).focus();
    await page.page.keyboard.press('Space');
    await section.getByText('Nothing was asked here in this time.').waitFor();
    const kept = { range: 'today', use: { time: 'week:', by: 'workspace' } };
    assert.deepEqual(await page.page.evaluate('__kept()'), kept);
    await using again = await show({ kept });
    await again.show(coding);
    const chosen = await again.page.getByRole('button', { pressed: true }).allInnerTexts();
    assert.deepEqual(chosen, ['Today', 'Weekly limit', 'Workspace']);
  });

  it('opens a conversation that is still there, and offers nothing for one that is not', async () => {
    await using page = await show();
    await page.show(coding);
    const section = page.page.getByRole('region', { name: 'Where it went' });
    await section.getByRole('button', { name: 'Conversation', exact: true }).click();
    await section.getByRole('button', { name: /^Why does the parser/ }).click();
    assert.deepEqual(await page.next('openConversation'), { kind: 'openConversation', id: 'c-1' });
    assert.equal(await section.getByRole('button', { name: 'Of other workspaces' }).count(), 0);
    assert.deepEqual(await violations(page.page), []);
  });

  it('shows nothing of what is not known', async () => {
    await using page = await show();
    await page.show(shown({}));
    assert.equal(await page.page.getByRole('table').count(), 0);
    assert.equal(await page.page.locator('.chart').count(), 0);
  });

  it('asks the host for what its buttons say', async () => {
    await using page = await show();
    await page.show(coding);
    await page.page.getByRole('button', { name: 'Refresh' }).click();
    assert.deepEqual(await page.next('pressButton'), { kind: 'pressButton', action: 'refresh' });
    await page.page.getByRole('button', { name: 'Export as CSV…' }).click();
    assert.deepEqual(await page.next('pressButton'), { kind: 'pressButton', action: 'exportCsv' });
    await page.page.getByRole('button', { name: 'Export Use…' }).click();
    assert.deepEqual(await page.next('pressButton'), { kind: 'pressButton', action: 'exportUse' });
    await page.show(signedOut);
    await page.page.getByRole('button', { name: 'Sign In' }).click();
    assert.deepEqual(await page.next('pressButton'), { kind: 'pressButton', action: 'signIn' });
  });

  it('remembers the time that was chosen', async () => {
    await using page = await show();
    await page.show(coding);
    await page.page
      .getByRole('group', { name: 'Time shown' })
      .getByRole('button', { name: '7 days', exact: true })
      .click();
    assert.deepEqual(await page.page.evaluate('__kept()'), { range: 'week', use: { time: 'today', by: 'model' } });
    await using again = await show({ kept: { range: 'week' } });
    await again.show(coding);
    assert.equal(
      await again.page
        .getByRole('group', { name: 'Time shown' })
        .getByRole('button', { name: '7 days', exact: true })
        .getAttribute('aria-pressed'),
      'true',
    );
  });

  it('draws words of the service as words', async () => {
    await using page = await show();
    await page.show(hostile);
    assert.equal(
      await page.page.getByRole('heading', { level: 1 }).innerText(),
      '<img src=x onerror=alert(1)> [Pro](command:x) $(zap)',
    );
    assert.equal(await page.page.locator('main img, main script, main a').count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it('tells the host of a message that it cannot read, and keeps what it shows', async () => {
    await using page = await show();
    await page.show(coding);
    await page.deliver({ kind: 'planShown', view: { title: 5 } });
    assert.equal((await page.next('reportFault')).text, 'The page received a message that it cannot read.');
    assert.equal(await page.page.getByRole('heading', { level: 1 }).innerText(), 'Demo Coding Pro');
  });

  it('loads nothing from anywhere but its own files', async () => {
    await using page = await show();
    await page.show(coding);
    assert.deepEqual(
      pages.server.requests.filter((url) => !url.startsWith(pages.server.origin)),
      [],
    );
  });
});
