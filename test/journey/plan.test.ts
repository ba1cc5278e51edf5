// What every person of the demo sees of their plan in a real VS Code: the item's text, icon, colour, hover and
// accessible name, the plan view, and the one warning.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { EndpointName } from '../../src/demo/wire/endpoints.ts';
import type { Fault } from '../../src/demo/faults/faults.ts';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { formatRecord, parseRecord, type PlanRecord } from '../../src/core/plan/watch/plan-record.ts';
import { onFailure } from '../support/runner/first-failure.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import type { Theme } from '../support/vscode-host/vscode-versions.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { askDemo, control, openSignIn, planFault, profileOf, setShare, signIn, signInOnPage } from './demo-visit.ts';
import { ChatPage } from './chat-page.ts';
import { type ItemColour, PlanStatus } from './plan-status.ts';

const minute = 60_000;

interface Sight {
  readonly name: string;
  /** What goes wrong at the service for this person, beyond the person. */
  readonly faults?: readonly { readonly endpoint: EndpointName; readonly fault: Fault }[];
  readonly text: RegExp;
  readonly icons: readonly string[];
  readonly colour: ItemColour;
  /** Of the hover, in this order. */
  readonly hover: readonly (string | RegExp)[];
  readonly label: RegExp;
  /** Of the menu behind the item. */
  readonly menu?: readonly (string | RegExp)[];
  /** Of the plan view. */
  readonly view: readonly (string | RegExp)[];
}

const sights: readonly Sight[] = [
  {
    name: 'Ada Brook',
    text: /^Pro 3\d% used$/,
    icons: ['pulse'],
    colour: 'plain',
    hover: [
      'Demo Coding Pro',
      'Ada Brook · Demo service',
      '5-hour limit · tightest limit',
      /3\d% used/,
      /of 120K tokens · resets .*, in 2 h/,
      'Not enough data to forecast yet',
      'Weekly limit',
      '8% used',
      'Monthly tool calls',
      '16 of 100 calls',
      'Updated',
      'renews',
      'Open Plan',
    ],
    label:
      /^Tidemark: Demo Coding Pro: 5-hour limit, 3\d% used, resets .*, in 2 h \d+ min\. Not enough data to forecast yet\./,
    menu: [
      'Ada Brook',
      'Demo service',
      /3\d% used · tightest limit/,
      'Your plan pays for answers.',
      'Sign Out',
      'Diagnose…',
    ],
    view: [
      'Demo Coding Pro',
      'Ada Brook',
      '5-hour limit',
      /3\d% used/,
      'Weekly limit',
      'Monthly tool calls',
      'search-prime',
    ],
  },
  {
    name: 'Ben Shaw',
    text: /^Start 36% used$/,
    icons: ['pulse'],
    colour: 'plain',
    hover: ['Start Plan', '36% used', '18.4K of 50K'],
    label: /^Tidemark: Start Plan: Start Plan, 36% used, resets /,
    view: ['Start Plan', 'Ben Shaw', 'Balances', 'Model usage'],
  },
  {
    name: 'Cleo Marsh',
    text: /^No Plan$/,
    icons: ['circle-slash'],
    colour: 'plain',
    hover: ['This account has no plan. An API key can answer in its place.', 'Open Plan', 'Set API Key…', 'Sign In'],
    label: /^Tidemark: This account has no plan\. An API key can answer in its place\.$/,
    menu: ['This account has no plan.', 'Set API Key…'],
    view: ['Plan and Quota', 'Cleo Marsh', 'This account has no plan.'],
  },
  {
    name: 'Dara Flint',
    text: /^Pro 100% used$/,
    icons: ['pulse'],
    colour: 'error',
    hover: [
      'Demo Coding Pro',
      '5-hour limit · tightest limit',
      '100% used',
      '120K of 120K',
      'Used up.',
      'Weekly limit',
      '87% used',
    ],
    label: /^Tidemark: Demo Coding Pro: 5-hour limit, 100% used, resets .* Used up\.$/,
    view: ['100% used', 'Used up.', '87% used'],
  },
  {
    name: 'Eli Stone',
    text: /^Sign In Again$/,
    icons: ['sign-in'],
    colour: 'warning',
    hover: ['Your sign-in has expired. Sign in again to see your plan.', 'Open Plan', 'Sign In'],
    label: /^Tidemark: Your sign-in has expired\. Sign in again to see your plan\.$/,
    view: ['Your sign-in has expired.'],
  },
  {
    name: 'Gil Harbor',
    text: /^Payment Needed$/,
    icons: ['credit-card'],
    colour: 'plain',
    hover: ['The service asks for a payment before this plan can be used.'],
    label: /^Tidemark: The service asks for a payment before this plan can be used\. /,
    view: ['The service asks for a payment before this plan can be used.'],
  },
  {
    name: 'Ivo Dunes',
    text: /^Credits 62% used$/,
    icons: ['pulse'],
    colour: 'plain',
    hover: ['Demo Coding Credits', 'Credit · tightest limit', '62% used', '1.2K of 2K'],
    label: /^Tidemark: Demo Coding Credits: Credit, 62% used, resets /,
    view: ['Demo Coding Credits', 'Credit', '62% used'],
  },
  {
    name: 'Juno Reef',
    text: /^Lite 34% used$/,
    icons: ['pulse'],
    colour: 'plain',
    hover: [
      'Demo Coding Lite',
      '5-hour limit · tightest limit',
      '34% used',
      'Voice minutes',
      '85% used',
      '51 of 60',
      'Lunar limit',
      '12% used',
    ],
    label: /^Tidemark: Demo Coding Lite: 5-hour limit, 34% used, resets /,
    view: ['Voice minutes', 'Lunar limit'],
  },
  {
    name: 'Cleo Marsh',
    faults: [{ endpoint: 'billing-current', fault: { kind: 'firewall' } }],
    text: /^Plan Not Checked$/,
    icons: ['warning'],
    colour: 'plain',
    hover: [
      'Your plan could not be checked. Chat may still work.',
      'A firewall in front of the service refused the request',
      'Refresh',
    ],
    label: /^Tidemark: Your plan could not be checked\. Chat may still work\. A firewall /,
    view: ['Your plan could not be checked.', 'A firewall in front of the service'],
  },
  {
    name: 'Fay Rivers',
    faults: [
      {
        endpoint: 'subscription',
        fault: {
          kind: 'reply',
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            code: 200,
            success: true,
            data: [
              {
                productName:
                  '<b>x</b> [Go](command:workbench.action.quit) $(zap) https://evil.example ![i](https://evil.example/i.png) *bold*',
              },
            ],
          }),
        },
      },
    ],
    text: /^\*bold\* 34% used$/,
    icons: ['pulse'],
    colour: 'plain',
    hover: [/<b>x<\/b> \[Go\]\u200a\(command:workbench\.action\.quit\) \$\u200a\(zap\)/],
    label: /command:workbench/,
    view: [/<b>x<\/b> \[Go\]/],
  },
];

describe('The plan in the status bar and in its view', function () {
  this.timeout(180_000);

  let demo: DemoService;
  let home: string;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let status: PlanStatus;
  before(async () => {
    demo = await startDemoService({ pace: 0 });
    home = await createTemporaryFolder();
    await mkdir(path.join(home, 'work'));
    opened = await openWorkbench({
      extension: { kind: 'development', folder: PROJECT_ROOT },
      home,
      folder: path.join(home, 'work'),
      settings: { 'tidemark.service.profile': profileOf(demo), 'files.simpleDialog.enable': true },
    });
    ({ workbench } = opened);
    status = new PlanStatus(workbench);
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
    await removeTemporaryFolder(home);
  });
  afterEach(onFailure((title) => workbench.screenshot(`plan-failed-${title}`)));

  it('says that nobody is signed in, in words and by its icon', async () => {
    await status.waitFor(/Sign In/);
    assert.deepEqual(
      [await status.text(), await status.icons(), await status.colour()],
      ['Sign In', ['sign-in'], 'plain'],
    );
    assert.equal(
      await status.accessibleName(),
      'Tidemark: You are signed out. Sign in to see your plan and what is left of it.',
    );
    assert.match(await status.hoverText(), /^Tidemark\nYou are signed out\./);
  });

  /** Whoever is seen next is then the only one. */
  const signOut = async (): Promise<void> => {
    await workbench.dismissToasts();
    await workbench.palette('Tidemark: Sign Out');
    await workbench.toast(/^Signed out\./).waitFor();
  };

  it('stays signed out where the provider is inactive for a person, and says so', async () => {
    const page = await openSignIn(workbench);
    await signInOnPage(page, 'Hana Cove', demo.description.smsCode);
    await workbench.page.bringToFront();
    await workbench.toast(/This kind of account is not active at the service/).waitFor();
    assert.equal(await status.text(), 'Sign In');
  });

  for (const [index, sight] of sights.entries()) {
    const { name, faults = [] } = sight;
    it(`tells ${name}${faults.length > 0 ? ' in trouble' : ''} the truth (${sight.text.source})`, async () => {
      for (const { endpoint, fault } of faults) await planFault(demo, endpoint, fault, 20);
      await workbench.dismissToasts();
      await signIn(workbench, demo, name);
      await status.waitFor(new RegExp(sight.text.source.replace(/^\^|\$$/g, '').replaceAll(' ', String.raw`\s+`)));
      assert.match(await status.text(), sight.text);
      assert.deepEqual(await status.icons(), sight.icons);
      assert.equal(await status.colour(), sight.colour);
      assert.match(await status.accessibleName(), sight.label);
      assertInOrder(await status.hoverText(), sight.hover);
      await workbench.hover(status.item());
      await workbench.screenshot(`plan-item-${index}-${name.split(' ')[0] ?? ''}`);

      // A page behind the one of the sign-in draws nothing.
      await workbench.page.bringToFront();
      // Where the item says Sign In, that is what it does; elsewhere it opens the menu.
      if (sight.text.source.includes('Sign In')) {
        await workbench.palette('Tidemark: Show Plan and Quota');
      } else {
        await status.item().click();
        for (const text of sight.menu ?? []) await workbench.quickInput.waitFor(text);
        await workbench.screenshot(`plan-menu-${index}-${name.split(' ')[0] ?? ''}`);
        await workbench.quickInput.pick('Open Plan');
      }
      const view = status.view();
      await view.getByRole('heading', { level: 1 }).waitFor();
      const last = sight.view.at(-1);
      if (last !== undefined) await view.getByText(last).first().waitFor();
      assertInOrder(await view.getByRole('main').innerText(), sight.view);
      await workbench.dismissToasts();
      await workbench.screenshot(`plan-view-${index}-${name.split(' ')[0] ?? ''}`);
      await workbench.palette('View: Close All Editors');
      await reset(demo);
      if (!sight.text.source.includes('Sign In')) await signOut();
    });
  }

  it('warns once, when a threshold is reached, and no more when muted', async () => {
    await workbench.dismissToasts();
    await signIn(workbench, demo, 'Ada Brook');
    await status.waitFor(/Pro\s+3\d%/);
    await workbench.dismissToasts();
    await setShare(demo, 'subscriber', 0, 82);
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    await workbench.toast(/^5-hour limit of your plan: 82% used \(98\.4K of 120K tokens, resets .*\)\.$/).waitFor();
    assert.equal(await status.colour(), 'warning');
    await workbench.screenshot('plan-warning');
    await workbench.pressToastButton(/5-hour limit of your plan: 82% used/, "Don't Show Again");
    await setShare(demo, 'subscriber', 1, 90);
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    await status.waitFor(/Pro\s+90%/);
    assert.deepEqual(
      (await workbench.toastTexts()).filter((text) => text.includes('of your plan')),
      [],
    );
    await reset(demo);
  });

  it('keeps its width while its figures change', async () => {
    const widths: number[] = [];
    for (const share of [7, 66, 79]) {
      await setShare(demo, 'subscriber', 1, 1);
      await setShare(demo, 'subscriber', 0, share);
      await workbench.palette('Tidemark: Refresh Plan and Quota');
      await status.waitFor(new RegExp(`${share}%`));
      widths.push(await status.width());
    }
    await setShare(demo, 'subscriber', 0, 100);
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    await status.waitFor(/100%/);
    widths.push(await status.width());
    assert.ok(Math.max(...widths) - Math.min(...widths) < 2, String(widths));
    await reset(demo);
  });

  it('keeps the last figures with their age when the service fails', async () => {
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    await status.waitFor(/Pro\s+3\d%/);
    await planFault(demo, 'subscription', { kind: 'forbidden' }, 20);
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    await status.item().locator('.codicon-history').waitFor();
    await workbench.toast(/^The figures could not be refreshed\. Your plan does not allow this request/).waitFor();
    assert.match(await status.text(), /^Pro 3\d% used$/);
    assertInOrder(await status.hoverText(), [
      'Demo Coding Pro',
      'The figures could not be refreshed.',
      '5-hour limit',
      'Updated',
    ]);
    await workbench.screenshot('plan-stale');
    await reset(demo);
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    await status.item().locator('.codicon-pulse').waitFor();
  });

  it('forecasts from readings of days, in the hover and in the view, in every theme', async () => {
    await rewriteRecord(home, steadyPast);
    await workbench.reload();
    await status.waitFor(/Pro\s+3\d%/);
    assertInOrder(await status.hoverText(), [
      '5-hour limit',
      /Runs out about|Lasts until the reset|May run out/,
      'Weekly limit',
      /Runs out about|Lasts until the reset|May run out/,
    ]);
    assert.match(await status.accessibleName(), /Runs out about|Lasts until the reset|May run out/);
    await workbench.palette('Tidemark: Show Plan and Quota');
    await status.view().getByRole('region', { name: '5-hour limit' }).waitFor();
    for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] satisfies Theme[]) {
      await workbench.changeTheme(theme);
      await workbench.dismissToasts();
      await workbench.hover(status.item());
      await workbench.screenshot(`plan-whole-${theme}`);
    }
    await workbench.changeTheme('dark');
  });

  it('brings the view back when the window is loaded again, with the time that was chosen', async function () {
    this.timeout(300_000);
    const times = status.view().getByRole('group', { name: 'Time shown' });
    await times.getByRole('button', { name: '7 days', exact: true }).click();
    await status.waitUntilKept(/range\W+week/);
    await workbench.reload();
    await times.getByRole('button', { name: '7 days', exact: true, pressed: true }).waitFor({ timeout: 30_000 });
    assert.equal(await status.view().getByRole('heading', { level: 1 }).innerText(), 'Demo Coding Pro');
  });

  it('opens one plan tab, also where VS Code has kept one over a reload that nobody has looked at', async function () {
    this.timeout(300_000);
    await workbench.palette('File: New Untitled Text File');
    await workbench.reload();
    await status.waitFor(/Pro/);
    await workbench.palette('Tidemark: Show Plan and Quota');
    await status.view().getByRole('heading', { level: 1 }).waitFor();
    const tabs = workbench.page.getByRole('tab', { name: 'Plan and Quota' });
    await tabs.nth(1).waitFor({ state: 'detached' });
    assert.equal(await tabs.count(), 1);
  });

  it('saves the readings as a file of comma-separated values where the person says', async () => {
    const file = path.join(home, 'work', 'readings.csv');
    await workbench.palette('Tidemark: Show Plan and Quota');
    await status.view().getByRole('button', { name: 'Export as CSV…' }).click();
    await workbench.quickInput.fillFile(file);
    await workbench.toast(/^Exported \d+ rows to readings\.csv\.$/).waitFor();
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    assert.equal(lines[0], 'time_utc,plan,limit,used_percent,used,total,unit,resets_at_utc');
    assert.ok(lines.length > 100, `only ${lines.length} lines`);
    for (const line of lines.slice(1))
      assert.match(
        line,
        /^\d{4}-\d\d-\d\dT[\d:.]+Z,Demo Coding Pro,(?:5-hour limit|Weekly limit|Monthly tool calls),[\d.]*,[\d.]*,[\d.]*,(?:tokens|calls),(?:\d{4}-\d\d-\d\dT[\d:.]+Z)?$/,
      );
    await workbench.dismissToasts();
  });

  it('shows what is left where the person wants that, and writes it for a script that waits for it', async () => {
    const quotaFile = path.join(home, 'quota.json');
    await workbench.changeSettings({
      'tidemark.plan.statusBarShows': 'left',
      'tidemark.plan.quotaFile': quotaFile,
    });
    await status.waitFor(/left/);
    assert.match(await status.text(), /^Pro 6\d% left$/);
    assert.match(await status.accessibleName(), /^Tidemark: Demo Coding Pro: 5-hour limit, 6\d% left, resets /);
    const script = `until grep -q '"state": "known"' "$1" 2>/dev/null; do sleep 0.1; done; cat "$1"`;
    const { stdout } = await promisify(execFile)('sh', ['-c', script, 'sh', quotaFile], { timeout: 60_000 });
    assert.match(stdout, /"kind": "fiveHours",\n\s*"name": null,\n\s*"tightest": true,\n\s*"usedPercent": 3\d/);
    assert.equal((await stat(quotaFile)).mode & 0o777, 0o600);
    await workbench.changeSettings({ 'tidemark.plan.statusBarShows': undefined, 'tidemark.plan.quotaFile': undefined });
  });

  it('asks the service from one window, and shows it in both', async () => {
    await status.waitFor(/Pro/);
    await setShare(demo, 'subscriber', 0, 55);
    const second = await workbench.openSecondWindow();
    const other = new PlanStatus(second);
    await other.waitFor(/Pro/);
    await second.palette('Tidemark: Refresh Plan and Quota');
    await other.waitFor(/Pro\s+55%/);
    await status.waitFor(/Pro\s+55%/);
    await second.page.close();
  });

  it('ends a sign-in in both windows, though a browser gives each a copy of the secrets, and takes it along with all data', async () => {
    const second = await workbench.openSecondWindow();
    const other = new PlanStatus(second);
    await second.palette('View: Close All Editors');
    const chat = new ChatPage(second.chatFrame());
    await other.waitFor(/Pro/);
    await second.palette('Tidemark: Open Chat');
    await chat.composer().waitFor();
    const before = (await askDemo(demo)).counts['plan-messages'];

    await workbench.page.bringToFront();
    await workbench.palette('Tidemark: Sign Out');
    await workbench.toast(/^Signed out\./).waitFor();
    await second.page.bringToFront();
    await other.waitFor(/Sign In/);
    await chat.frame.getByRole('button', { name: 'Sign In' }).first().waitFor();
    await second.screenshot('plan-ended-elsewhere');
    await second.reload();
    await other.waitFor(/Sign In/);
    assert.equal((await askDemo(demo)).counts['plan-messages'], before);

    await workbench.page.bringToFront();
    await workbench.dismissToasts();
    await signIn(workbench, demo, 'Ada Brook');
    await second.page.bringToFront();
    await second.reload();
    await other.waitFor(/Pro/);
    await workbench.page.bringToFront();
    await workbench.palette('Tidemark: Delete All My Tidemark Data…');
    await workbench.pressDialogButton('Delete Everything');
    await workbench.toast('All your Tidemark data is deleted').waitFor();
    await workbench.changeSettings({ 'tidemark.service.profile': profileOf(demo) });
    await second.page.bringToFront();
    await second.reload();
    await other.waitFor(/Sign In/);
    await second.page.close();
  });
});

function assertInOrder(text: string, parts: readonly (string | RegExp)[]): void {
  let rest = text;
  for (const part of parts) {
    const found = typeof part === 'string' ? rest.indexOf(part) : rest.search(part);
    assert.ok(found >= 0, `"${String(part)}" does not follow in: ${text}`);
    rest = rest.slice(found + 1);
  }
}

async function reset(demo: DemoService): Promise<void> {
  await control(demo, 'POST', 'reset', {});
}

/** Changes the record of the person whose plan was read last, as if VS Code had been open for longer. */
async function rewriteRecord(home: string, change: (record: PlanRecord) => PlanRecord): Promise<void> {
  const folder = path.join(home, 'user', 'User', 'globalStorage', 'tidemark.tidemark', 'plan');
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const record = name.endsWith('.plan.json') ? parseRecord(await readFile(file, 'utf8')) : null;
    if (record?.finding.kind === 'known' && record.finding.figures.name === 'Demo Coding Pro')
      await writeFile(file, formatRecord(change(record)));
  }
}

/** Three days of steady work before the readings that are there. */
function steadyPast(record: PlanRecord): PlanRecord {
  const last = record.samples.at(-1);
  if (last === undefined) return record;
  const poolEnds = last.windows[0]?.resetsAt ?? 0;
  const samples = Array.from({ length: 3 * 24 * 6 }, (_, index) => last.at - (index + 1) * 10 * minute)
    .reverse()
    .map((at) => {
      const cycle = ((poolEnds - at) / minute) % 300;
      const cycleEnd = at + cycle * minute;
      return {
        at,
        plan: last.plan,
        windows: last.windows.map((window, place) => {
          const back = (last.at - at) / minute;
          const usedPercent =
            place === 0
              ? Math.max(0, (34 * (300 - cycle)) / 144)
              : Math.max(0, (window.usedPercent ?? 0) * (1 - back / 9000));
          return {
            ...window,
            usedPercent: Math.min(100, usedPercent),
            resetsAt: place === 0 ? cycleEnd : window.resetsAt,
          };
        }),
      };
    });
  return { ...record, samples: [...samples, last] };
}
