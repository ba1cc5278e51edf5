// Over real sockets, with the exchanges counted at the demo.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { CallbackChannel } from '../../../../src/core/account/callback-channels.ts';
import { stateMilliseconds, takePending } from '../../../../src/core/account/pending-request.ts';
import { patienceMilliseconds } from '../../../../src/core/account/sign-in-flow.ts';
import type { Session } from '../../../../src/core/account/session.ts';
import { createCompletion, type SessionKeeper } from '../../../../src/core/account/sign-in.ts';
import { receiveUnsolicited } from '../../../../src/core/account/unsolicited-callback.ts';
import type { DemoService } from '../../../../src/demo/server.ts';
import { MemorySecretStore } from '../../../support/fakes/memory-secret-store.ts';
import {
  deliver,
  denyAtPage,
  desktop,
  ended,
  type Environment,
  fork,
  queryThroughEditor,
  reach,
  remote,
  remoteBeside,
  type Scene,
  type SceneOptions,
  signInAtPage,
  stage,
  web,
} from '../../../support/sign-in/sign-in-scene.ts';
import { closeDemos, control, startDemo } from '../../demo/demo-client.ts';

type Kind = CallbackChannel['kind'];
const waysOf: readonly (readonly [Environment, readonly Kind[]])[] = [
  [desktop, ['link', 'loopback', 'paste']],
  [fork, ['link', 'loopback', 'paste']],
  [remote, ['link', 'loopback', 'paste']],
  [remoteBeside, ['link', 'loopback', 'paste']],
  [web, ['link', 'paste']],
];

let demo: DemoService;
const exchanges = async (): Promise<number> => {
  const report = await control(demo, 'GET', '/requests');
  assert.ok(typeof report === 'object' && report !== null && 'counts' in report);
  const counts: unknown = report.counts;
  assert.ok(typeof counts === 'object' && counts !== null && 'token' in counts && typeof counts.token === 'number');
  return counts.token;
};

/** One demo for a whole group: what a test left behind is reset before the next. */
function withDemo(): void {
  before(async () => {
    demo = await startDemo();
  });
  beforeEach(async () => control(demo, 'POST', '/reset'));
  after(closeDemos);
}

/** A scene whose sign-in is over when the test is, so that no port and no timer stays behind. */
async function scene(kind: Kind, options: SceneOptions, test: (on: Scene) => Promise<void>): Promise<void> {
  const on = stage(demo, options);
  try {
    await reach(on, kind);
    await test(on);
    assert.equal(on.clock.waiting, 0, 'a timer is left');
    assert.deepEqual(
      on.store instanceof MemorySecretStore ? [...on.store.values.keys()] : [],
      [],
      'a pending request is left',
    );
  } finally {
    on.flow.cancel();
  }
}

function otherState(address: URL): URL {
  const changed = new URL(address);
  const state = changed.searchParams.get('state') ?? '';
  changed.searchParams.set('state', `${state.slice(0, -1)}${state.endsWith('0') ? '1' : '0'}`);
  return changed;
}

const accepted: Readonly<Record<Kind, string>> = { link: 'accepted', paste: 'accepted', loopback: '200 <p>accepted' };
const denied: Readonly<Record<Kind, string>> = { link: 'denied', paste: 'accepted', loopback: '200 <p>denied' };
/** What somebody gets who comes when nobody waits any more. */
const over: Readonly<Record<Kind, string>> = { link: 'unknown', paste: 'accepted', loopback: 'nobody listens' };

for (const [environment, kinds] of waysOf) {
  for (const kind of kinds) {
    describe(`A sign-in ${environment.name}, by ${kind}`, () => {
      withDemo();
      it('ends signed in, after one exchange with the redirect URI that was sent', () =>
        scene(kind, { environment }, async (on) => {
          const address = await signInAtPage(demo, on);
          assert.equal(await deliver(on, kind, address), accepted[kind]);
          assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
          assert.equal(on.kept.length, 1);
          assert.equal(await exchanges(), 1);
        }));

      it('ends at once where the person denies, and sends nothing', () =>
        scene(kind, { environment }, async (on) => {
          assert.equal(await deliver(on, kind, await denyAtPage(on)), denied[kind]);
          assert.equal(await ended(on), 'denied: access_denied');
          assert.equal(await exchanges(), 0);
        }));

      it('ends silently where the person cancels, and an answer that comes then sends nothing', () =>
        scene(kind, { environment }, async (on) => {
          const address = await signInAtPage(demo, on);
          on.flow.cancel();
          assert.equal(await ended(on), 'cancelled');
          assert.equal(await deliver(on, kind, address), over[kind]);
          assert.equal(await exchanges(), 0);
        }));

      it('ends after five minutes, and an answer that comes late sends nothing', () =>
        scene(kind, { environment }, async (on) => {
          const address = await signInAtPage(demo, on);
          on.clock.advance(stateMilliseconds - 1);
          assert.equal(on.flow.stage.kind, 'waiting');
          on.clock.advance(1);
          assert.equal(await ended(on), 'timedOut');
          assert.equal(await deliver(on, kind, address), over[kind]);
          assert.equal(await exchanges(), 0);
        }));

      it(
        kind === 'paste'
          ? 'ends where the state is another, and sends nothing'
          : 'goes on where the state is another, and sends nothing for it',
        () =>
          scene(kind, { environment }, async (on) => {
            const address = await signInAtPage(demo, on);
            const reception = await deliver(on, kind, otherState(address));
            assert.equal(await exchanges(), 0);
            if (kind === 'paste') {
              assert.equal(reception, 'mismatch');
              assert.equal(await ended(on), 'mismatch');
              return;
            }
            assert.equal(reception, kind === 'link' ? 'unknown' : '400 <p>rejected');
            assert.equal(await deliver(on, kind, address), accepted[kind]);
            assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
            assert.equal(await exchanges(), 1);
          }),
      );

      it('takes an answer once: the same one again sends nothing', () =>
        scene(kind, { environment }, async (on) => {
          const address = await signInAtPage(demo, on);
          assert.equal(await deliver(on, kind, address), accepted[kind]);
          const again = await deliver(on, kind, address);
          assert.ok([over[kind], '404 '].includes(again), again);
          assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
          assert.equal(await deliver(on, kind, address), over[kind]);
          assert.equal(await exchanges(), 1);
        }));

      it('ends with its reason where the code has expired', () =>
        scene(kind, { environment }, async (on) => {
          await control(demo, 'POST', '/faults', { endpoint: 'token', fault: { kind: 'code-expired' } });
          await deliver(on, kind, await signInAtPage(demo, on));
          assert.equal(await ended(on), 'failed: codeExpired');
          assert.equal(await exchanges(), 1);
        }));

      it('ends with its reason where the service cannot be reached any more', () =>
        scene(kind, { environment }, async (on) => {
          await control(demo, 'POST', '/faults', { endpoint: 'login', fault: { kind: 'cut-before-headers' } });
          await deliver(on, kind, await signInAtPage(demo, on));
          assert.equal(await ended(on), 'loginFailed: cut');
          assert.equal(on.kept.length, 0);
        }));

      it('says so where no browser opens, and a browser that is opened by hand will do', () =>
        scene(kind, { environment, hasBrowser: false }, async (on) => {
          assert.equal(on.flow.stage.kind === 'waiting' && on.flow.stage.trouble, 'noBrowser');
          await deliver(on, kind, await signInAtPage(demo, on));
          assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
        }));

      it('can be cancelled in the middle of the exchange', () =>
        scene(kind, { environment }, async (on) => {
          await control(demo, 'POST', '/faults', { endpoint: 'token', fault: { kind: 'silence' } });
          assert.equal(await deliver(on, kind, await signInAtPage(demo, on)), accepted[kind]);
          assert.equal(on.flow.stage.kind, 'exchanging');
          on.flow.cancel();
          assert.equal(await ended(on), 'cancelled');
          assert.equal(on.kept.length, 0);
          on.clock.advance(stateMilliseconds);
        }));
    });
  }
}

describe('The channels of a sign-in', () => {
  withDemo();
  it('are tried in the order of the profile, each with a state of its own, and what was opened stays valid', () =>
    scene('link', { shapes: ['primary-auth', 'oauth', 'loopback'] }, async (on) => {
      await on.flow.tryNextChannel();
      await on.flow.tryNextChannel();
      await on.flow.tryNextChannel();
      await on.flow.tryNextChannel();
      const redirects = on.opened.map((address) => new URL(address).searchParams.get('redirect_uri') ?? '');
      assert.match(redirects[2] ?? '', /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
      assert.deepEqual(
        [...redirects.slice(0, 2), redirects[3]],
        [
          'vscode://tidemark.tidemark/primary-auth/callback',
          'vscode://tidemark.tidemark/oauth/callback',
          'http://127.0.0.1:1/callback',
        ],
      );
      assert.equal(new Set(on.opened.map((address) => new URL(address).searchParams.get('state'))).size, 4);
      const first = await signInAtPage(demo, { opened: on.opened.slice(0, 1) });
      assert.equal(on.flow.receive(queryThroughEditor(first)), 'accepted');
      assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
    }));

  it('are offered where the link brought a code that cannot be told apart, and nothing is sent for that one', () =>
    scene('link', {}, async (on) => {
      const state = new URL(on.opened[0] ?? '').searchParams.get('state') ?? '';
      assert.equal(on.flow.receive(`code=a&b=c&state=${state}`, 'decoded'), 'ambiguous');
      assert.deepEqual(
        on.flow.stage.kind === 'waiting' && [on.flow.stage.trouble, on.flow.stage.isOverdue, on.flow.stage.next],
        ['ambiguousAnswer', true, { kind: 'loopback' }],
      );
      assert.equal(
        on.flow.receive(`code=a&b=c&state=${'f'.repeat(32)}`, 'decoded'),
        'unknown',
        'a stranger changes nothing',
      );
      assert.equal(await exchanges(), 0);
      await on.flow.tryNextChannel();
      await deliver(on, 'loopback', await signInAtPage(demo, on));
      assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
    }));

  it('are offered when nothing has come back for twenty seconds', () =>
    scene('link', {}, async (on) => {
      on.clock.advance(patienceMilliseconds - 1);
      assert.equal(on.flow.stage.kind === 'waiting' && on.flow.stage.isOverdue, false);
      on.clock.advance(1);
      assert.equal(on.flow.stage.kind === 'waiting' && on.flow.stage.isOverdue, true);
      assert.deepEqual(on.flow.stage.kind === 'waiting' && on.flow.stage.next, { kind: 'loopback' });
      on.flow.cancel();
      await ended(on);
    }));

  it('give the person five minutes each', () =>
    scene('link', {}, async (on) => {
      on.clock.advance(stateMilliseconds - 1000);
      await on.flow.tryNextChannel();
      on.clock.advance(2000);
      const late = await signInAtPage(demo, { opened: on.opened.slice(0, 1) });
      assert.equal(on.flow.receive(queryThroughEditor(late)), 'unknown', 'the first state is too old');
      assert.match(await deliver(on, 'loopback', await signInAtPage(demo, on)), /^200/);
      assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
    }));

  it('give them whatever the clock on the wall is set to meanwhile', () =>
    scene('link', {}, async (on) => {
      on.clock.advance(stateMilliseconds - 1000);
      on.clock.setWallClock(24 * 3_600_000);
      await deliver(on, 'link', await signInAtPage(demo, on));
      assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
    }));

  it('give them no more than that where the clock is set back', () =>
    scene('link', {}, async (on) => {
      const address = await signInAtPage(demo, on);
      on.clock.setWallClock(-24 * 3_600_000);
      on.clock.advance(stateMilliseconds);
      assert.equal(await ended(on), 'timedOut');
      assert.equal(await deliver(on, 'link', address), 'unknown');
      assert.equal(await exchanges(), 0);
    }));

  it('hear of an answer that another window took, whatever the clock on the wall says', () =>
    scene('link', {}, async (on) => {
      const state = new URL(on.opened.at(-1) ?? '').searchParams.get('state') ?? '';
      await takePending(on.store, state, on.clock.now());
      on.clock.setWallClock(24 * 3_600_000);
      await on.flow.recheck();
      assert.equal(await ended(on), 'elsewhere');
    }));

  it('pass over a port that cannot be had, to pasting, and say so', () =>
    scene('link', { hasPort: false }, async (on) => {
      await on.flow.tryNextChannel();
      assert.deepEqual(
        on.flow.stage.kind === 'waiting' && [on.flow.stage.channel.kind, on.flow.stage.trouble, on.flow.stage.next],
        ['paste', 'noListener', null],
      );
      assert.equal(on.flow.paste((await signInAtPage(demo, on)).href), 'accepted');
      assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
    }));

  it('close their ports when the sign-in has ended', () =>
    scene('loopback', {}, async (on) => {
      const address = await signInAtPage(demo, on);
      on.flow.cancel();
      await ended(on);
      await assert.rejects(fetch(address));
    }));

  it('are not taken for answered elsewhere while their requests are being stored', async () => {
    const store = new MemorySecretStore();
    const slow = Promise.withResolvers<undefined>();
    await scene('link', { store }, async (on) => {
      const keep = store.store.bind(store);
      store.store = async (key, value) => slow.promise.then(() => keep(key, value));
      const next = on.flow.tryNextChannel();
      await on.flow.recheck();
      assert.equal(on.flow.stage.kind, 'waiting');
      slow.resolve(undefined);
      await next;
      await deliver(on, 'loopback', await signInAtPage(demo, on));
      assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
    });
  });

  it('wait for an answer while the person is still asked whether the browser may be opened', async () => {
    const on = stage(demo, { hasBrowser: new Promise(() => undefined) });
    void on.flow.start();
    while (on.opened.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(on.flow.stage.kind, 'waiting');
    on.clock.advance(stateMilliseconds);
    assert.equal(await ended(on), 'timedOut');
  });

  it('are not opened after the end', () =>
    scene('link', {}, async (on) => {
      on.flow.cancel();
      await on.flow.tryNextChannel();
      await on.flow.preparePaste();
      await on.flow.openAgain();
      assert.equal(on.opened.length, 1);
      await ended(on);
    }));

  it('open once more where the person asks for it: a link anew, an address on this machine as it was', () =>
    scene('link', {}, async (on) => {
      const redirect = (index: number): string | null =>
        new URL(on.opened[index] ?? '').searchParams.get('redirect_uri');
      await on.flow.openAgain();
      assert.notEqual(on.opened[1], on.opened[0]);
      assert.equal(redirect(1), redirect(0));
      await on.flow.tryNextChannel();
      await on.flow.openAgain();
      assert.equal(on.opened[3], on.opened[2]);
      assert.equal(
        on.flow.receive(queryThroughEditor(await signInAtPage(demo, { opened: on.opened.slice(0, 1) }))),
        'accepted',
        'the first still counts',
      );
      await ended(on);
    }));
});

describe('The second provider', () => {
  withDemo();
  for (const kind of ['link', 'loopback', 'paste'] as const) {
    it(`completes by ${kind}, at its own pages and with its own redirect shape`, () =>
      scene(kind, { provider: 'secondary' }, async (on) => {
        const page = new URL(on.opened.at(-1) ?? '');
        assert.equal(page.pathname, '/alt-auth/login');
        if (kind === 'link')
          assert.equal(page.searchParams.get('redirect_uri'), 'vscode://tidemark.tidemark/oauth/callback');
        await deliver(on, kind, await signInAtPage(demo, on));
        assert.equal(await ended(on), 'signedIn as Ada Brook (secondary)');
        assert.equal(await exchanges(), 1);
      }));
  }

  it('is refused in its own words where it is not active for the person', () =>
    scene('link', {}, async (on) => {
      on.flow.receive(queryThroughEditor(await signInAtPage(demo, on, 'inactive-provider')));
      assert.equal(await ended(on), 'failed: providerInactive');
    }));
});

describe('A window that is loaded again', () => {
  withDemo();
  it('goes on with its sign-in: the link, the port and pasting still work', async () => {
    for (const kind of ['link', 'loopback', 'paste'] as const) {
      await control(demo, 'POST', '/reset');
      const before = stage(demo, {});
      await reach(before, kind);
      const port = new URL(new URL(before.opened.at(-1) ?? '').searchParams.get('redirect_uri') ?? '').port;
      const { store, clock } = before;
      const gone = before.flow;
      before.losePorts();
      const after = stage(demo, { store, clock, attempt: gone.id });
      await after.flow.resume();
      assert.equal(after.flow.stage.kind === 'waiting' && after.flow.stage.channel.kind, kind);
      assert.deepEqual(after.opened, [], 'no browser is opened again');
      const address = await signInAtPage(demo, before);
      assert.equal(address.port, port);
      assert.equal(await deliver(after, kind, address), accepted[kind]);
      assert.equal(await ended(after), 'signedIn as Ada Brook (primary)');
      assert.equal(await exchanges(), 1);
      gone.cancel();
    }
  });

  it('never opens the old address again where its port was taken meanwhile: a fresh port and a fresh state, and it says so', async () => {
    const before = stage(demo, {});
    await reach(before, 'loopback');
    const old = new URL(before.opened.at(-1) ?? '');
    before.losePorts();
    const heard: string[] = [];
    const stranger = createServer((request, response) => {
      heard.push(request.url ?? '');
      response.end();
    });
    const taken = Number(new URL(old.searchParams.get('redirect_uri') ?? '').port);
    await new Promise<void>((resolve) => stranger.listen(taken, '127.0.0.1', resolve));
    const after = stage(demo, { store: before.store, clock: before.clock, attempt: before.flow.id });
    try {
      await after.flow.resume();
      const waiting = after.flow.stage;
      assert.ok(waiting.kind === 'waiting');
      assert.deepEqual([waiting.channel.kind, waiting.trouble, after.opened], ['loopback', 'portTaken', []]);
      const fresh = new URL(waiting.address);
      assert.notEqual(fresh.searchParams.get('redirect_uri'), old.searchParams.get('redirect_uri'));
      assert.notEqual(fresh.searchParams.get('state'), old.searchParams.get('state'));
      const late = new URLSearchParams({ code: 'c', state: old.searchParams.get('state') ?? '' });
      assert.equal(after.flow.receive(late.toString()), 'unknown', 'the old state is worth nothing any more');
      await after.flow.openAgain();
      assert.deepEqual(after.opened, [waiting.address]);
      assert.equal(after.flow.stage.kind === 'waiting' && after.flow.stage.trouble, 'none');
      assert.equal(await deliver(after, 'loopback', await signInAtPage(demo, after)), accepted.loopback);
      assert.equal(await ended(after), 'signedIn as Ada Brook (primary)');
      assert.deepEqual(heard, []);
    } finally {
      after.flow.cancel();
      before.flow.cancel();
      await new Promise((resolve) => stranger.close(resolve));
    }
  });

  it('falls back on pasting where its port was taken and no other can be had', async () => {
    const before = stage(demo, {});
    await reach(before, 'loopback');
    const after = stage(demo, { store: before.store, clock: before.clock, attempt: before.flow.id, hasPort: false });
    await after.flow.resume();
    assert.deepEqual(after.flow.stage.kind === 'waiting' && [after.flow.stage.channel.kind, after.flow.stage.trouble], [
      'paste',
      'noListener',
    ]);
    assert.notEqual(after.flow.stage.kind === 'waiting' && after.flow.stage.address, before.opened.at(-1));
    after.flow.cancel();
    before.flow.cancel();
  });

  it('ends at once where its requests are too old, or another service is connected', async () => {
    const before = stage(demo, {});
    await reach(before, 'link');
    before.clock.advance(stateMilliseconds);
    const late = stage(demo, { store: before.store, clock: before.clock, attempt: before.flow.id });
    await late.flow.resume();
    assert.equal(await ended(late), 'interrupted');
    const elsewhere = await startDemo();
    const second = stage(demo, {});
    await reach(second, 'link');
    const moved = stage(elsewhere, { store: second.store, clock: second.clock, attempt: second.flow.id });
    await moved.flow.resume();
    assert.equal(await ended(moved), 'interrupted');
    second.flow.cancel();
  });
});

describe('A sign-in whose service is changed', () => {
  withDemo();
  for (const kind of ['link', 'loopback', 'paste'] as const) {
    it(`ends at once while it waits by ${kind}, and an answer that comes then sends nothing`, () =>
      scene(kind, {}, async (on) => {
        const address = await signInAtPage(demo, on);
        on.changeService();
        assert.equal(on.flow.stage.kind, 'ended');
        assert.equal(await deliver(on, kind, address), over[kind]);
        assert.equal(await ended(on), 'serviceChanged');
        assert.equal(await exchanges(), 0);
        assert.equal(on.kept.length, 0);
      }));
  }

  for (const endpoint of ['token', 'login'] as const) {
    it(`ends at once in the middle of its requests, and no session is kept: ${endpoint}`, () =>
      scene('link', {}, async (on) => {
        await control(demo, 'POST', '/faults', { endpoint, fault: { kind: 'silence' } });
        await deliver(on, 'link', await signInAtPage(demo, on));
        on.changeService();
        assert.equal(await ended(on), 'serviceChanged');
        assert.equal(on.kept.length, 0);
      }));
  }

  it('ends so, whatever is in use, where it is changed while the session is being kept', () => {
    const keeping = Promise.withResolvers<{ saved: Promise<void> }>();
    const reached = Promise.withResolvers<undefined>();
    const keeper: SessionKeeper = {
      keep: () => {
        reached.resolve(undefined);
        return keeping.promise;
      },
      name: () => Promise.resolve(),
    };
    return scene('link', { keeper }, async (on) => {
      await deliver(on, 'link', await signInAtPage(demo, on));
      await reached.promise;
      on.changeService();
      keeping.resolve({ saved: Promise.resolve() });
      assert.equal(await ended(on), 'serviceChanged');
    });
  });

  it('does not begin', async () => {
    const on = stage(demo, {});
    on.changeService();
    await on.flow.start();
    assert.equal(await ended(on), 'serviceChanged');
    assert.deepEqual(on.opened, []);
  });
});

describe('A sign-in over a keyring that forgets or fails', () => {
  withDemo();
  const forget = (store: MemorySecretStore): void => void (store.get = () => Promise.resolve(undefined));
  for (const kind of ['link', 'loopback', 'paste'] as const) {
    it(`that answers nothing ends signed in by ${kind}, whatever is heard of the store meanwhile`, async () => {
      const store = new MemorySecretStore();
      forget(store);
      await scene(kind, { store }, async (on) => {
        await on.flow.recheck();
        assert.equal(on.flow.stage.kind, 'waiting');
        await deliver(on, kind, await signInAtPage(demo, on));
        assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
        assert.equal(await exchanges(), 1);
      });
    });
  }

  it('that lost the request ends signed in all the same', () =>
    scene('link', {}, async (on) => {
      const { store } = on;
      assert.ok(store instanceof MemorySecretStore);
      store.values.clear();
      await on.flow.recheck();
      await deliver(on, 'link', await signInAtPage(demo, on));
      assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
    }));

  it('whose every call fails ends signed in', async () => {
    const store = new MemorySecretStore();
    const locked = (): Promise<never> => Promise.reject(new Error('locked'));
    Object.assign(store, { get: locked, store: locked, delete: locked, keys: locked });
    await scene('link', { store }, async (on) => {
      await on.flow.recheck();
      await deliver(on, 'link', await signInAtPage(demo, on));
      assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
    });
  });

  it('that is silent opens the browser after a second at the latest', async () => {
    const store = new MemorySecretStore();
    store.store = () => new Promise(() => undefined);
    const on = stage(demo, { store });
    const started = on.flow.start();
    await on.clock.timerShorterThan(1001);
    on.clock.advance(1000);
    await started;
    assert.equal(on.opened.length, 1);
    on.flow.cancel();
    assert.equal(await ended(on), 'cancelled');
  });

  it('ends as interrupted where the window is loaded again and nothing of it is found', async () => {
    const before = stage(demo, {});
    await reach(before, 'link');
    assert.ok(before.store instanceof MemorySecretStore);
    forget(before.store);
    const after = stage(demo, { store: before.store, clock: before.clock, attempt: before.flow.id });
    await after.flow.resume();
    assert.equal(await ended(after), 'interrupted');
    before.flow.cancel();
  });
});

describe('A sign-in that is cancelled', () => {
  withDemo();
  it('while its session is about to be used ends signed in, and no other way', () => {
    const kept: Session[] = [];
    const flow: { cancel: () => void } = { cancel: () => undefined };
    const keeper: SessionKeeper = {
      keep: (session) => {
        flow.cancel();
        kept.push(session);
        return Promise.resolve({ saved: Promise.resolve() });
      },
      name: () => Promise.resolve(),
    };
    return scene('link', { keeper }, async (on) => {
      flow.cancel = () => on.flow.cancel();
      await deliver(on, 'link', await signInAtPage(demo, on));
      assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
      assert.equal(kept.length, 1);
    });
  });

  it('is no matter of the store any more, once the session is in use', async () => {
    const saved = new Promise<void>(() => undefined);
    const on = stage(demo, { keeper: { keep: () => Promise.resolve({ saved }), name: () => Promise.resolve() } });
    await reach(on, 'link');
    await deliver(on, 'link', await signInAtPage(demo, on));
    assert.equal((await on.flow.outcome).kind, 'signedIn');
  });
});

describe('A window that is loaded again while another took the answer', () => {
  withDemo();
  it('ends as taken elsewhere, not as lost', async () => {
    const before = stage(demo, {});
    await reach(before, 'link');
    const query = queryThroughEditor(await signInAtPage(demo, before));
    const { connection, store, clock, lease, keeper } = before;
    await receiveUnsolicited({ connection, store, completion: createCompletion(connection, lease, keeper) }, query);
    const after = stage(demo, { store, clock, attempt: before.flow.id });
    await after.flow.resume();
    assert.equal(await ended(after), 'elsewhere');
    before.flow.cancel();
  });
});
