// The plan page as a person sees and uses it, in each theme. Pictures go to out/screenshots to be looked at; axe-core judges
// each.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import type { PlanHostMessage, PlanPageMessage } from '../../src/core/plan/view-messages.ts';
import { violations } from '../support/accessibility.ts';
import type { PageOptions, ShownPage } from '../support/webview-page.ts';
import { servePages } from '../support/webview-suite.ts';
import type { ThemeName } from '../support/webview-themes.ts';
import { coding, exhausted, fresh, hostile, shown, signedOut, stale } from './plan-samples.ts';

const pictures = 'out/screenshots';
const allThemes: readonly ThemeName[] = ['dark', 'light', 'high-contrast-dark', 'high-contrast-light'];

const scenes: readonly { name: string; message: PlanHostMessage; themes: readonly ThemeName[]; range?: string; options?: PageOptions }[] = [
  { name: 'today', message: coding, themes: allThemes, options: { height: 1560 } },
  { name: 'week', message: coding, themes: ['dark', 'light'], range: 'Week', options: { height: 1560 } },
  { name: 'month', message: coding, themes: ['dark'], range: 'Month', options: { height: 1560 } },
  { name: 'narrow', message: coding, themes: ['light'], range: 'Week', options: { width: 340, height: 1800 } },
  { name: 'exhausted', message: exhausted, themes: allThemes, options: { height: 480 } },
  { name: 'fresh', message: fresh, themes: ['dark'], options: { height: 1100 } },
  { name: 'stale', message: stale, themes: ['dark', 'light'], options: { height: 900 } },
  { name: 'signed-out', message: signedOut, themes: allThemes, options: { height: 360 } },
];

describe('the plan page', () => {
  const pages = servePages();
  type Shown = ShownPage<PlanHostMessage, PlanPageMessage>;
  const show = (options: PageOptions = {}): Promise<Shown> => pages.show({ width: 1000, height: 900, ...options, page: 'plan' });
  before(async () => {
    await mkdir(pictures, { recursive: true });
  });

  for (const { name, message, themes, range, options } of scenes) {
    for (const theme of themes) {
      it(`shows ${name} in ${theme} with nothing for axe-core to mend`, async () => {
        await using page = await show({ ...options, theme });
        await page.show(message);
        if (range !== undefined) await page.page.getByRole('button', { name: range, exact: true }).click();
        await page.page.screenshot({ path: `${pictures}/plan-${name}-${theme}.png` });
        assert.deepEqual(await violations(page.page), []);
        assert.deepEqual(page.faults, []);
      });
    }
  }

  it('says what it waits for before the host has told anything', async () => {
    await using page = await show();
    assert.equal(await page.page.getByRole('main').innerText(), 'Loading your plan…');
  });

  it('names every window with its share, numbers and forecast in words', async () => {
    await using page = await show();
    await page.show(coding);
    const text = await page.page.getByRole('region', { name: '5 hours' }).innerText();
    assert.match(text, /^5 hours\s+binds\s+\d+% used\s+13\.6M of 40M · resets 14:00\s+Empty about 1/);
    assert.equal(await page.page.getByRole('img', { name: '5 hours: share used over time' }).count(), 1);
  });

  it('says the same in tables', async () => {
    await using page = await show();
    await page.show(coding);
    await page.page.getByText('The same as tables').click();
    const table = page.page.getByRole('table', { name: 'Demo Coding Pro' });
    assert.match(await table.getByRole('row').nth(1).innerText(), /^5 hours\s+\d+% used\s+13\.6M of 40M\s+resets 14:00\s+Empty about 1/);
    const readings = page.page.getByRole('table', { name: '5 hours: Readings in the time shown' });
    assert.ok((await readings.getByRole('row').count()) > 20);
    assert.deepEqual(await violations(page.page), []);
  });

  it('says per tool what was used, the balances, and what the API key paid for', async () => {
    await using page = await show();
    await page.show(coding);
    const rows = async (name: string | RegExp): Promise<string[]> => (await page.page.getByRole('table', { name }).getByRole('row').allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ').trim());
    assert.deepEqual(await rows(/^Use per tool/), ['Tool Calls Share', 'search-prime 29', 'web-reader 13']);
    assert.deepEqual(await rows(/^Balances/), ['Name Left Used Total', 'model_usage 31.6K 18.4K 50K', 'Gift 12.5 EUR – –']);
    assert.deepEqual(await rows(/^Tokens that your API key/), ['Name Amount', 'Today 223K']);
  });

  it('shows nothing of what is not known', async () => {
    await using page = await show();
    await page.show(shown({}));
    assert.equal(await page.page.getByRole('table').count(), 0);
    assert.equal(await page.page.getByRole('img').count(), 0);
  });

  it('asks the host for what its buttons say', async () => {
    await using page = await show();
    await page.show(coding);
    await page.page.getByRole('button', { name: 'Refresh' }).click();
    assert.deepEqual(await page.next('pressButton'), { kind: 'pressButton', action: 'refresh' });
    await page.page.getByRole('button', { name: 'Export as CSV…' }).click();
    assert.deepEqual(await page.next('pressButton'), { kind: 'pressButton', action: 'exportCsv' });
    await page.show(signedOut);
    await page.page.getByRole('button', { name: 'Sign In' }).click();
    assert.deepEqual(await page.next('pressButton'), { kind: 'pressButton', action: 'signIn' });
  });

  it('remembers the time that was chosen', async () => {
    await using page = await show();
    await page.show(coding);
    await page.page.getByRole('button', { name: 'Week', exact: true }).click();
    assert.deepEqual(await page.page.evaluate('__kept()'), { range: 'week' });
    await using again = await show({ kept: { range: 'week' } });
    await again.show(coding);
    assert.equal(await again.page.getByRole('button', { name: 'Week', exact: true }).getAttribute('aria-pressed'), 'true');
  });

  it('draws words of the service as words', async () => {
    await using page = await show();
    await page.show(hostile);
    assert.equal(await page.page.getByRole('heading', { level: 1 }).innerText(), '<img src=x onerror=alert(1)> [Pro](command:x) $(zap)');
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
    assert.deepEqual(pages.server.requests.filter((url) => !url.startsWith(pages.server.origin)), []);
  });
});
