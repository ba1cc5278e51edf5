import assert from 'node:assert/strict';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { sampleOf } from '../../../../../src/core/plan/forecast/samples.ts';
import type { PlanState } from '../../../../../src/core/plan/plan-state.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { credentialsOf } from '../../../../support/fakes/service-connection.ts';
import { MemoryPlanStore } from '../../../../support/fakes/plan-store.ts';
import {
  figuresAt,
  MadeUpService,
  openWindow,
  settle,
  type PlanWindow,
} from '../../../../support/fakes/plan-window.ts';

const minute = 60_000;

describe('the watch of a plan', () => {
  let clock: FakeClock;
  let store: MemoryPlanStore;
  let service: MadeUpService;
  const open = (): PlanWindow => openWindow(clock, store, service);
  const pass = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= 30_000) {
      clock.advance(Math.min(left, 30_000));
      await settle();
    }
  };
  const shown = ({ states }: PlanWindow): PlanState['kind'] | undefined => states.at(-1)?.kind;
  beforeEach(() => {
    [clock, store, service] = [new FakeClock(), new MemoryPlanStore(), new MadeUpService()];
  });

  it('asks at the start, and shows what it finds', async () => {
    const window = open();
    await window.watch.restart();
    assert.deepEqual(window.states, [{ kind: 'checking' }, { kind: 'known', figures: figuresAt(clock.now(), 10) }]);
    assert.deepEqual(service.requests, ['subscription', 'quota']);
  });

  it('begins its readings with what was read before, once', async () => {
    const at = clock.now() - 24 * 60 * minute;
    const earlier = [{ ...sampleOf(figuresAt(at, 40)), at }];
    service.earlier = earlier;
    const window = open();
    await window.watch.restart();
    assert.deepEqual(
      window.watch.record?.samples.map((sample) => sample.at),
      [at, clock.now()],
    );
    service.earlier = [...earlier, { ...sampleOf(figuresAt(at, 50)), at: at + minute }];
    await pass(6 * minute);
    const record = await store.read(credentialsOf().account);
    assert.equal(record?.samples.filter((sample) => sample.at < at + 2 * minute).length, 1);
  });

  it('begins once for one session, however often it is called, and anew for another', async () => {
    const window = open();
    await Promise.all([window.watch.restart(), window.watch.restart()]);
    await window.watch.restart();
    assert.equal(service.requests.length, 2);
    const again = credentialsOf();
    window.stored = { kind: 'session', session: again };
    await window.watch.restart();
    assert.equal(service.requests.length, 2, 'the same token, read anew');
    const session = credentialsOf({ businessToken: new Secret('another-token') });
    window.stored = { kind: 'session', session };
    await pass(5 * minute);
    await window.watch.restart();
    assert.deepEqual(
      window.states.map(({ kind }) => kind),
      ['checking', 'known', 'known', 'checking', 'known'],
    );
  });

  it('looks again soon where another window was asking and did not end well', async () => {
    const giveBack = await store.lease(credentialsOf().account);
    const window = open();
    await window.watch.restart();
    assert.equal(service.requests.length, 0);
    await giveBack?.();
    clock.advance(2000);
    await settle();
    assert.equal(shown(window), 'known');
  });

  it('asks nothing without a session', async () => {
    const window = open();
    window.stored = { kind: 'none' };
    await window.watch.restart();
    await window.watch.ask('person');
    await pass(20 * minute);
    assert.deepEqual(window.states, [{ kind: 'signedOut' }]);
    assert.deepEqual(service.requests, []);
  });

  it('asks nothing in a folder that is not trusted, and begins when it is', async () => {
    const window = open();
    window.trusted = false;
    await window.watch.restart();
    await window.watch.ask('person');
    await pass(20 * minute);
    assert.equal(shown(window), 'restricted');
    assert.deepEqual(service.requests, []);
    window.trusted = true;
    window.watch.trusted();
    await settle();
    assert.equal(shown(window), 'known');
  });

  it('shows in a folder that is not trusted what another window has found', async () => {
    await open().watch.restart();
    const window = open();
    window.trusted = false;
    await window.watch.restart();
    assert.equal(shown(window), 'known');
    assert.equal(service.requests.length, 2);
  });

  it('asks every five minutes while the window is in front, for the figures alone', async () => {
    const window = open();
    await window.watch.restart();
    await pass(15 * minute);
    assert.deepEqual(service.requests, ['subscription', 'quota', 'quota', 'quota', 'quota']);
  });

  it('looks for the plan itself again after half an hour', async () => {
    const window = open();
    await window.watch.restart();
    await pass(31 * minute);
    assert.equal(service.requests.filter((request) => request === 'subscription').length, 2);
  });

  it('asks nothing while the window is behind, and at once when it comes back after an absence', async () => {
    const window = open();
    await window.watch.restart();
    window.focused = false;
    await pass(60 * minute);
    assert.equal(service.requests.length, 2);
    window.focused = true;
    window.watch.focused();
    await settle();
    assert.equal(service.requests.length, 4);
  });

  it('asks nothing when it comes back at once', async () => {
    const window = open();
    await window.watch.restart();
    window.watch.focused();
    await settle();
    assert.equal(service.requests.length, 2);
  });

  it('asks once, two seconds after answers that end together', async () => {
    const window = open();
    await window.watch.restart();
    await pass(minute);
    for (let count = 0; count < 5; count += 1) window.watch.answerEnded(null);
    clock.advance(1999);
    await settle();
    assert.equal(service.requests.length, 2);
    clock.advance(1);
    await settle();
    assert.deepEqual(service.requests.slice(2), ['quota']);
  });

  it('asks at most once a minute while the steps of a run end, and waits for none of them', async () => {
    const window = open();
    await window.watch.restart();
    for (let second = 0; second < 150; second += 1) {
      window.watch.stepEnded();
      clock.advance(1000);
      await settle();
    }
    assert.deepEqual(service.requests.slice(2), ['quota', 'quota']);
    await pass(2 * minute);
    assert.deepEqual(service.requests.slice(4), []);
  });

  it('asks at once, and for everything, when a prompt was answered with 429', async () => {
    for (const failure of [{ kind: 'rateLimited', retryAt: null }, { kind: 'balanceExhausted' }] as const) {
      [store, service] = [new MemoryPlanStore(), new MadeUpService()];
      const window = open();
      await window.watch.restart();
      await pass(minute);
      window.watch.answerEnded(failure);
      await settle();
      assert.deepEqual(service.requests.slice(2), ['subscription', 'quota']);
    }
  });

  it('does not warn of a used-up limit that the answer itself has just told of, in this cycle', async () => {
    const window = open();
    await window.watch.restart();
    await pass(minute);
    service.usedPercent = 100;
    window.watch.answerEnded({ kind: 'balanceExhausted' });
    await settle();
    await pass(30 * minute);
    assert.deepEqual([shown(window), window.notices], ['known', []]);
  });

  it('warns of a used-up limit that is found in any other way', async () => {
    const window = open();
    await window.watch.restart();
    service.usedPercent = 100;
    await pass(30 * minute);
    assert.equal(window.notices.length, 1);
  });

  it('asks when the view opens, for nothing but the balance within five minutes of a check', async () => {
    const window = open();
    await window.watch.restart();
    await window.watch.ask('viewOpened');
    assert.deepEqual(service.requests.slice(2), ['balance']);
    window.focused = false;
    await pass(5 * minute);
    await window.watch.ask('viewOpened');
    assert.deepEqual(service.requests.slice(3), ['quota']);
  });

  it('asks for the balance only where somebody looks at it, and at most every quarter of an hour', async () => {
    service.balances = [{ name: 'model_usage', unit: null, total: 10, used: 4, left: 6 }];
    const window = open();
    await window.watch.restart();
    window.viewOpen = true;
    await pass(5 * minute);
    assert.deepEqual(service.requests.slice(2), ['quota', 'balance']);
    assert.deepEqual(window.watch.record?.balances, { balances: service.balances, readAt: clock.now() });
    await pass(14 * minute);
    assert.equal(service.requests.filter((request) => request === 'balance').length, 1);
  });

  it('asks for the balance alone when the view opens right after a check, and shows it', async () => {
    service.balances = [{ name: 'model_usage', unit: null, total: 10, used: 4, left: 6 }];
    const [window, other] = [open(), open()];
    await window.watch.restart();
    await other.watch.restart();
    await pass(minute);
    window.viewOpen = true;
    await window.watch.ask('viewOpened');
    await settle();
    assert.deepEqual(service.requests, ['subscription', 'quota', 'balance']);
    assert.deepEqual(window.watch.record?.balances, { balances: service.balances, readAt: clock.now() });
    assert.deepEqual(other.watch.record?.balances, window.watch.record.balances);
    await window.watch.ask('viewOpened');
    assert.equal(service.requests.length, 3);
  });

  for (const occasion of ['viewOpened', 'answerEnded', 'limitHit'] as const) {
    it(`loses no occasion while a check is running (${occasion})`, async () => {
      service.balances = [{ name: 'model_usage', unit: null, total: 10, used: 4, left: 6 }];
      const window = open();
      const { promise, resolve: answer } = Promise.withResolvers<null>();
      service.held = promise;
      const first = window.watch.restart();
      await settle();
      await window.watch.ask(occasion);
      answer(null);
      await first;
      window.viewOpen = occasion === 'viewOpened';
      await pass(minute);
      const after = { viewOpened: ['balance'], answerEnded: ['quota'], limitHit: ['subscription', 'quota'] };
      assert.deepEqual(service.requests, ['subscription', 'quota', ...after[occasion]]);
    });
  }

  it('lets a person ask at any time, and takes several presses in two seconds as two at most', async () => {
    const window = open();
    await window.watch.restart();
    await pass(minute);
    for (let press = 0; press < 5; press += 1) await window.watch.ask('person');
    assert.equal(service.requests.length, 4);
    clock.advance(2000);
    await settle();
    assert.equal(service.requests.length, 6);
    clock.advance(10_000);
    await settle();
    assert.equal(service.requests.length, 6);
  });

  it('has lapsed where the service refuses the token, tells it once and asks no more', async () => {
    service.trouble = { kind: 'lapsed' };
    const window = open();
    await window.watch.restart();
    await pass(20 * minute);
    assert.equal(shown(window), 'lapsed');
    assert.deepEqual(window.stored, { kind: 'lapsed' });
    assert.equal(service.requests.length, 2);
  });

  describe('in several windows', () => {
    it('lets one ask, and the others show what it found', async () => {
      const windows = [open(), open(), open()];
      for (const window of windows) await window.watch.restart();
      await pass(30 * minute);
      assert.equal(service.requests.length, 2 + 5 + 2);
      for (const window of windows) assert.deepEqual(window.states.at(-1), windows[0]?.states.at(-1));
    });

    it('lets one ask where all start at the same moment', async () => {
      const windows = [open(), open(), open()];
      await Promise.all(windows.map((window) => window.watch.restart()));
      await settle();
      assert.equal(service.requests.length, 2);
      assert.deepEqual(windows.map(shown), ['known', 'known', 'known']);
    });

    it('keeps the figures of another account apart', async () => {
      await open().watch.restart();
      const other = open();
      other.stored = { kind: 'session', session: credentialsOf({ account: 'b'.repeat(32) }) };
      await other.watch.restart();
      assert.equal(service.requests.length, 4);
    });

    it('warns in one window only', async () => {
      service.usedPercent = 85;
      const windows = [open(), open()];
      for (const window of windows) await window.watch.restart();
      await pass(30 * minute);
      assert.deepEqual(
        windows.map(({ notices }) => notices.length),
        [1, 0],
      );
    });
  });

  describe('when the service fails', () => {
    it('keeps the figures with their time, and waits ten minutes, then twenty, then forty, then an hour', async () => {
      const window = open();
      await window.watch.restart();
      const figures = figuresAt(clock.now(), 10);
      service.trouble = { kind: 'unknown', failure: { kind: 'forbidden' } };
      const times: number[] = [];
      let count = service.requests.length;
      while (times.length < 6) {
        await pass(minute);
        if (service.requests.length === count) continue;
        count = service.requests.length;
        times.push(Math.round((clock.now() - figures.readAt) / minute));
      }
      assert.deepEqual(
        times.map((time, index) => time - (times[index - 1] ?? 0)),
        [5, 10, 20, 40, 60, 60],
      );
      assert.deepEqual(window.states.at(-1), { kind: 'stale', figures, failure: { kind: 'forbidden' } });
    });

    it('tries again after a minute, and at last every five, where the service was not reached at all', async () => {
      service.trouble = { kind: 'unknown', failure: { kind: 'offline' } };
      const window = open();
      await window.watch.restart();
      await pass(minute);
      assert.equal(service.requests.length, 4);
      await pass(60 * minute);
      service.trouble = null;
      await pass(5 * minute);
      assert.equal(shown(window), 'known');
    });

    it('waits until the time that the service names, also when a person asks', async () => {
      service.trouble = { kind: 'unknown', failure: { kind: 'rateLimited', retryAt: clock.now() + 90 * minute } };
      const window = open();
      await window.watch.restart();
      await pass(89 * minute);
      await window.watch.ask('person');
      assert.equal(service.requests.length, 2);
      service.trouble = null;
      await pass(2 * minute);
      assert.equal(service.requests.length, 4);
    });

    it('lets a person ask in between where only our own patience says to wait', async () => {
      service.trouble = { kind: 'unknown', failure: { kind: 'forbidden' } };
      const window = open();
      await window.watch.restart();
      await pass(minute);
      service.trouble = null;
      await window.watch.ask('person');
      assert.equal(shown(window), 'known');
    });
  });

  it('is not held up by a clock that was ahead', async () => {
    const ahead = new FakeClock(clock.now() + 24 * 60 * minute);
    await openWindow(ahead, store, service).watch.restart();
    const window = open();
    await window.watch.restart();
    assert.equal(service.requests.length, 4);
    assert.equal(window.watch.record?.samples.length, 1);
  });

  it('ends with its timers when it is disposed', async () => {
    const window = open();
    await window.watch.restart();
    window.watch.dispose();
    assert.equal(clock.waiting, 0);
  });
});
