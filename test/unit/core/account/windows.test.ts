// Two processes share one secret store and one lease file; exchanges are counted at the demo. VS Code's own windows in
// a browser cache their secrets each, so they cannot show this.
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DemoService } from '../../../../src/demo/server.ts';
import { shareStore } from '../../../support/fakes/shared-store.ts';
import { authorize, closeDemos, control, loopback, type Provider, startDemo, state } from '../../demo/demo-client.ts';

const program = path.join(import.meta.dirname, '../../../support/fakes/account-window.ts');

/** A window's process, and everything that it has said. */
class AccountWindow {
  readonly process: ChildProcess;
  readonly said: Record<string, unknown>[] = [];

  constructor(profile: string, lease: string, timers: 'running' | 'held') {
    this.process = fork(program, [profile, lease, timers]);
    this.process.on('message', (message: unknown) => {
      if (typeof message === 'object' && message !== null && !('store' in message)) this.said.push({ ...message });
    });
  }

  /** Resolves once the window has said this, now or before. */
  async hears(word: string, value: unknown): Promise<void> {
    const said = (): boolean => this.said.some((message) => message[word] === value);
    while (!said()) await new Promise((resolve) => this.process.once('message', resolve));
  }
}

describe('Two windows of one person', () => {
  let demo: DemoService;
  let folder: string;
  let values: Map<string, string>;
  let windows: [AccountWindow, AccountWindow];
  before(async () => {
    demo = await startDemo();
  });
  after(closeDemos);
  beforeEach(async () => {
    await control(demo, 'POST', '/reset');
    folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-windows-'));
    values = new Map();
  });
  /**
   * Opens both. Where their timers are held none of them ever comes due, so that what a window shows can only follow
   * from what it was signalled: no poll, no pause, at once.
   */
  const open = async (timers: 'running' | 'held'): Promise<[AccountWindow, AccountWindow]> => {
    const one = (): AccountWindow =>
      new AccountWindow(JSON.stringify(demo.description), path.join(folder, 'sign-in.lease'), timers);
    windows = [one(), one()];
    shareStore(
      values,
      windows.map((window) => window.process),
    );
    await Promise.all(windows.map((window) => window.hears('shows', 'ready')));
    return windows;
  };
  afterEach(async () => {
    for (const window of windows) window.process.kill();
    await rm(folder, { recursive: true });
  });

  const signIn = async (
    window: AccountWindow,
    persona: 'subscriber' | 'credit-plan',
    provider: Provider = 'primary',
  ): Promise<void> => {
    const code = (await authorize(demo, persona, provider)).searchParams.get('code');
    window.process.send({ order: 'signIn', code, state, redirectUri: loopback, provider });
  };

  it('agree at once that somebody signed in, and that they signed out', async () => {
    const [left, right] = await open('held');
    await signIn(left, 'subscriber');
    await left.hears('ended', 'signedIn');
    await right.hears('shows', 'Ada Brook of primary');
    right.process.send({ order: 'signOut' });
    await right.hears('shows', 'none of none');
    await left.hears('shows', 'none of none');
    assert.deepEqual(
      [...values.keys()].filter((key) => key !== 'tidemark.activeProvider'),
      [],
    );
  });

  it('use two accounts: each goes on with its own, and both know of both', async () => {
    const [left, right] = await open('held');
    await signIn(left, 'subscriber');
    // One sign-in at a time: who waits for another one's end needs timers.
    await left.hears('ended', 'signedIn');
    await right.hears('shows', 'Ada Brook of primary');
    await signIn(right, 'credit-plan', 'secondary');
    await right.hears('shows', 'Ivo Dunes of primary and secondary');
    await left.hears('shows', 'Ada Brook of primary and secondary');
  });

  it('exchange one code at a time, and both know of both accounts', async () => {
    const [left, right] = await open('running');
    // The first answer is slow, so that a second exchange beside it would be seen.
    await control(demo, 'POST', '/faults', {
      endpoint: 'user-info',
      fault: { kind: 'slow-drip', bytes: 64, everyMs: 100 },
    });
    await Promise.all([signIn(left, 'subscriber'), signIn(right, 'credit-plan')]);
    await Promise.all(windows.map((window) => window.hears('ended', 'signedIn')));
    const report = JSON.stringify(await control(demo, 'GET', '/requests'));
    const order = [...report.matchAll(/"endpoint":"(token|login|user-info)"/g)].map(([, name]) => name);
    assert.deepEqual(order, ['token', 'login', 'user-info', 'token', 'login', 'user-info']);
    await left.hears('shows', 'Ada Brook of primary and primary');
    await right.hears('shows', 'Ivo Dunes of primary and primary');
  });

  it('let a session fall together where the service refuses its token, which is news in one of them', async () => {
    const [left, right] = await open('held');
    await signIn(left, 'subscriber');
    await left.hears('ended', 'signedIn');
    await right.hears('shows', 'Ada Brook of primary');
    left.process.send({ order: 'lapse' });
    await left.hears('lapsed', true);
    await right.hears('shows', 'lapsed of none');
    assert.deepEqual([...values.keys()].sort(), ['tidemark.activeProvider', 'tidemark.session', 'tidemark.user']);
  });
});
