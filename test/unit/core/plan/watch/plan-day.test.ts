// A whole simulated day of several windows over one account: the number of requests stays within its limits.
import assert from 'node:assert/strict';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { MemoryPlanStore } from '../../../../support/fakes/plan-store.ts';
import { MadeUpService, openWindow, settle } from '../../../../support/fakes/plan-window.ts';

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
