// A whole simulated day of several windows over one account: the number of requests stays within its limits.
import assert from 'node:assert/strict';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { MemoryPlanStore } from '../../../../support/fakes/plan-store.ts';
import { credentialsOf } from '../../../../support/fakes/service-connection.ts';
import { MadeUpService, openSharedWindow, openWindow, settle } from '../../../../support/fakes/plan-window.ts';

const minute = 60_000;

interface Day {
  readonly requests: number;
  readonly focusedMinutes: number;
  readonly answers: number;
}

/** A small generator with a seed, so that every run is the same day. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/**
 * Eight to six at the desk: windows come to the front in turn, answers end in bursts, the view is opened now and then.
 */
async function live(seed: number, options: { readonly windows: number; readonly troubled: boolean }): Promise<Day> {
  const random = randomOf(seed);
  const [clock, store, service] = [new FakeClock(Date.UTC(2026, 0, 15)), new MemoryPlanStore(), new MadeUpService()];
  const windows = Array.from({ length: options.windows }, () => openWindow(clock, store, service));
  for (const window of windows) window.focused = false;
  let [focusedMinutes, answers] = [0, 0];
  for (let index = 0; index < 24 * 60; index += 1) {
    const isAtDesk = index >= 8 * 60 && index < 18 * 60 && random() > 0.1;
    const front = windows[Math.floor(random() * windows.length)];
    if (index % 15 === 0 && front !== undefined) {
      for (const window of windows) window.focused = isAtDesk && window === front;
      if (isAtDesk) front.watch.focused();
      if (index === 8 * 60) await Promise.all(windows.map((window) => window.watch.restart()));
    }
    const inFront = windows.find(({ focused }) => focused);
    if (options.troubled && index % 97 === 0)
      service.trouble = service.trouble === null ? { kind: 'unknown', failure: { kind: 'forbidden' } } : null;
    if (inFront !== undefined) {
      focusedMinutes += 1;
      inFront.viewOpen = random() < 0.3;
      if (inFront.viewOpen && random() < 0.3) void inFront.watch.ask('viewOpened');
      if (random() < 0.25) {
        answers += 1;
        inFront.watch.answerEnded(random() < 0.1 ? { kind: 'rateLimited', retryAt: null } : null);
      }
    }
    for (let half = 0; half < 2; half += 1) {
      clock.advance(minute / 2);
      await settle();
    }
  }
  return { requests: service.requests.length, focusedMinutes, answers };
}

describe('a simulated day', function () {
  this.timeout(60_000);

  for (const windows of [1, 3]) {
    for (const troubled of [false, true]) {
      it(`of ${windows} window${windows > 1 ? 's' : ''}${troubled ? ' with trouble at the service' : ''} makes at most two requests per five focused minutes and two per answer`, async () => {
        const { requests, focusedMinutes, answers } = await live(7 + windows, { windows, troubled });
        const promised = 2 * Math.ceil(focusedMinutes / 5) + 2 * answers;
        console.log(
          `      ${windows} windows${troubled ? ', trouble' : ''}: ${requests} requests; ${promised} promised (${focusedMinutes} focused minutes, ${answers} answers)`,
        );
        assert.ok(requests <= promised, `${requests} requests, ${promised} promised`);
        assert.ok(requests > focusedMinutes / 10, 'hardly anything was asked');
      });
    }
  }

  it('of twenty windows and five accounts keeps what is promised of each, in use or not', async () => {
    const [clock, store, service] = [new FakeClock(Date.UTC(2026, 0, 15)), new MemoryPlanStore(), new MadeUpService()];
    const random = randomOf(11);
    const sessions = ['a', 'b', 'c', 'd', 'e'].map((letter) =>
      credentialsOf({ account: letter.repeat(32), businessToken: new Secret(`token-of-${letter}`) }),
    );
    // Three of the accounts are in use in windows, two in none.
    const windows = Array.from({ length: 20 }, (_, index) =>
      openSharedWindow(clock, store, service, sessions[index % 3] ?? assert.fail(), sessions),
    );
    for (const window of windows) {
      window.focused = false;
      await window.watch.restart();
      await window.others.restart();
    }
    const started = service.requests.length;
    const focused = new Map(sessions.map(({ account }) => [account, 0]));
    const answers = new Map(focused);
    const add = (counts: Map<string, number>, account: string): unknown =>
      counts.set(account, (counts.get(account) ?? 0) + 1);
    const minutes = 10 * 60;
    for (let index = 0; index < minutes; index += 1) {
      const front = windows[index % 7 === 0 ? Math.floor(random() * windows.length) : -1];
      if (front !== undefined) {
        for (const window of windows) window.focused = window === front;
        front.watch.focused();
      }
      const inFront = windows.find((window) => window.focused);
      if (inFront?.stored.kind === 'session') {
        const { account } = inFront.stored.session;
        add(focused, account);
        if (random() < 0.2) {
          add(answers, account);
          inFront.watch.answerEnded(null);
        }
      }
      for (let half = 0; half < 2; half += 1) {
        clock.advance(minute / 2);
        await settle();
      }
    }
    const asked = service.askers.slice(started);
    for (const { account } of sessions) {
      const requests = asked.filter((asker) => asker === account).length;
      const [own, given] = [focused.get(account) ?? 0, answers.get(account) ?? 0];
      const promised = 2 * Math.ceil(own / 5) + 2 * given + 2 * Math.ceil(minutes / 30);
      console.log(
        `      account ${account.charAt(0)}: ${requests} requests; ${promised} promised (${own} of ${minutes} focused minutes, ${given} answers)`,
      );
      assert.ok(requests <= promised, `${account.charAt(0)}: ${requests} requests, ${promised} promised`);
      assert.ok(requests >= minutes / 30, `${account.charAt(0)} was hardly asked about`);
    }
  });

  it('without answers keeps to two requests per five focused minutes by itself', async () => {
    const [clock, store, service] = [new FakeClock(), new MemoryPlanStore(), new MadeUpService()];
    const windows = [openWindow(clock, store, service), openWindow(clock, store, service)];
    for (const window of windows) {
      window.viewOpen = true;
      await window.watch.restart();
    }
    for (let index = 0; index < 16 * 60; index += 1) {
      for (const window of windows) void window.watch.ask('viewOpened');
      clock.advance(minute);
      await settle();
    }
    assert.ok(service.requests.length <= (2 * 16 * 60) / 5, String(service.requests.length));
  });
});
