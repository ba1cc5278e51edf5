// Two extension hosts of one person over one secret store and one lease file: this file runs in both at once, each in
// its part, and both must come to the same account. How VS Code carries secrets from window to window is not tested
// here.
import assert from 'node:assert/strict';
import path from 'node:path';
import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { claimCode, parseCallback } from '../../src/core/account/oauth.ts';
import { createCompletion } from '../../src/core/account/sign-in.ts';
import { systemClock } from '../../src/core/ports.ts';
import { parseProfileText, type ProviderId } from '../../src/core/service/profile/profile.ts';
import type { DemoService } from '../../src/demo/server.ts';
import { Sessions } from '../../src/host/account/session/sessions.ts';
import { createSecretStore } from '../../src/host/secret-store.ts';
import { openTombstones } from '../../src/node/tombstone-file.ts';
import { createFileLease } from '../../src/node/leases/waiting-lease.ts';
import { endAtFirstFailure } from '../support/runner/first-failure.ts';
import { FolderSecrets } from '../support/fakes/folder-secrets.ts';
import { MemoryMemento } from '../support/fakes/memory-memento.ts';
import { MessageBoard } from '../support/runner/message-board.ts';
import { uncancelled } from '../support/sign-in/completed-sign-in.ts';
import { connectTo } from '../support/fakes/service-connection.ts';
import { closeDemos, codeFor, control, loopback, startDemo, state } from '../unit/demo/demo-client.ts';

const role = z.enum(['left', 'right']).parse(process.env['TIDEMARK_PAIR_ROLE']);
const other = role === 'left' ? 'right' : 'left';
const folder = z.string().parse(process.env['TIDEMARK_PAIR_FOLDER']);

describe(`the ${role} one of two windows`, function () {
  this.timeout(70_000);
  endAtFirstFailure(this);

  const board = new MessageBoard(path.join(folder, 'board'));
  let demo: DemoService | null = null;
  let secrets: FolderSecrets;
  let sessions: Sessions;
  let openSessions: (storage: FolderSecrets) => Sessions;
  let signIn: (code: string, provider: ProviderId) => Promise<void>;

  before(async () => {
    if (role === 'left') {
      demo = await startDemo();
      await board.say('profile', JSON.stringify(demo.description));
    }
    const parsed = parseProfileText(await board.hear('profile'));
    assert.ok(parsed.kind === 'profile');
    const connection = connectTo(parsed.profile, systemClock);
    secrets = await FolderSecrets.open(path.join(folder, 'secrets'));
    openSessions = (storage) =>
      new Sessions({
        context: { secrets: storage, globalState: new MemoryMemento(), workspaceState: new MemoryMemento() },
        store: createSecretStore(storage),
        loadTombstones: () => Promise.resolve(openTombstones(folder)),
        service: () => connection,
        log: { info: () => undefined, warn: () => undefined },
      });
    sessions = openSessions(secrets);
    await sessions.reload();
    const { complete } = createCompletion(connection, createFileLease(path.join(folder, 'sign-in.lease')), sessions);
    signIn = async (code, provider) => {
      const callback = parseCallback(new URLSearchParams({ code, state }).toString());
      assert.ok(callback.kind === 'code');
      const proof = claimCode(callback, { provider, state, redirectUri: loopback }) ?? assert.fail();
      const signedIn = await complete(proof, () => Promise.resolve(true), uncancelled);
      await signedIn?.named;
    };
    await meet('begin');
  });
  after(async () => {
    await meet('end');
    sessions.dispose();
    secrets.dispose();
    await closeDemos();
  });

  /** Who signs in here, where both windows sign somebody in. */
  const ownName = role === 'left' ? 'Ada Brook' : 'Ivo Dunes';
  /** Both windows come to this point before either goes on. */
  const meet = async (word: string): Promise<void> => {
    await board.say(`${role} ${word}`);
    await board.hear(`${other} ${word}`);
  };
  const shown = (): string => {
    const { active, sessions: all } = sessions.accounts;
    const name = active.kind === 'session' ? (active.session.user?.name ?? 'nobody') : active.kind;
    return `${name} of ${all.map(({ provider }) => provider).join(' and ') || 'none'}`;
  };
  /** Waits until this window shows that, and returns when it did. */
  const shows = async (wanted: string): Promise<number> => {
    // A person's name may come after their session.
    while (shown() !== wanted)
      await new Promise<void>((resolve) => once([sessions.onDidChange, sessions.onDidName], resolve));
    return Date.now();
  };
  /** One window does it, and the other shows the outcome as soon as the store has announced it; how soon is printed. */
  const agree = async (
    step: string,
    actor: typeof role,
    action: () => Promise<unknown>,
    outcome: string,
  ): Promise<void> => {
    if (role === actor) {
      await action();
      const at = await shows(outcome);
      await board.say(`${step} done`, String(at));
    } else {
      const seen = await shows(outcome);
      console.log(`      ${step}: seen ${seen - Number(await board.hear(`${step} done`))} ms after it was done`);
    }
    await meet(step);
  };

  it('agrees that somebody signed in, and that they signed out', async () => {
    await agree(
      'signed in',
      'left',
      async () => signIn(await codeOf('subscriber', 'primary'), 'primary'),
      'Ada Brook of primary',
    );
    await agree('signed out', 'right', () => sessions.forget(sessions.accounts.sessions), 'none of none');
    assert.deepEqual(
      (await secrets.keys()).filter((key) => key !== 'tidemark.activeProvider'),
      [],
    );
    await meet('nothing left');
  });

  it('knows of both accounts, and goes on with its own', async () => {
    await agree(
      'first',
      'left',
      async () => signIn(await codeOf('subscriber', 'primary'), 'primary'),
      'Ada Brook of primary',
    );
    if (role === 'left') await board.say('second code', await codeOf('credit-plan', 'secondary'));
    await agree(
      'second',
      'right',
      async () => signIn(await board.hear('second code'), 'secondary'),
      `${ownName} of primary and secondary`,
    );
    await agree('both out', 'left', () => sessions.forget(sessions.accounts.sessions), 'none of none');
  });

  it('exchanges its code while the other one waits, and then knows of both accounts', async () => {
    if (demo !== null) {
      await control(demo, 'POST', '/reset');
      // The first answer is slow, so that a second exchange beside it would be seen.
      await control(demo, 'POST', '/faults', {
        endpoint: 'user-info',
        fault: { kind: 'slow-drip', bytes: 64, everyMs: 100 },
      });
      await board.say('left code', await codeOf('subscriber', 'primary'));
      await board.say('right code', await codeOf('credit-plan', 'primary'));
    }
    const code = await board.hear(`${role} code`);
    await meet('codes');
    await signIn(code, 'primary');
    await meet('exchanged');
    if (demo !== null) {
      const report = JSON.stringify(await control(demo, 'GET', '/requests'));
      const order = [...report.matchAll(/"endpoint":"(token|login|user-info)"/g)].map(([, name]) => name);
      assert.deepEqual(order, ['token', 'login', 'user-info', 'token', 'login', 'user-info']);
    }
    await shows(`${ownName} of primary and primary`);
    await meet('two accounts');
    await agree('both out again', 'left', () => sessions.forget(sessions.accounts.sessions), 'none of none');
  });

  it('lets the session fall together where the service refuses its token, which is news in one of them', async () => {
    await agree(
      'before the fall',
      'left',
      async () => signIn(await codeOf('subscriber', 'primary'), 'primary'),
      'Ada Brook of primary',
    );
    const { session } = sessions;
    assert.ok(session);
    await meet('refused');
    await agree('fallen', 'left', async () => assert.equal(await sessions.lapse(session), true), 'lapsed of none');
    assert.equal(await sessions.lapse(session), false);
    assert.deepEqual(await secrets.keys(), ['tidemark.activeProvider', 'tidemark.session', 'tidemark.user']);
  });

  it('ends a sign-in in both where each window has a copy of the secrets, as in a browser', async () => {
    await agree(
      'before the copy',
      'left',
      async () => signIn(await codeOf('subscriber', 'primary'), 'primary'),
      'Ada Brook of primary',
    );
    const copied = await FolderSecrets.open(path.join(folder, `secrets of ${role}`));
    for (const key of await secrets.keys()) await copied.store(key, (await secrets.get(key)) ?? '');
    const own = openSessions(copied);
    try {
      await own.reload();
      assert.equal(own.session?.user?.name, 'Ada Brook');
      await meet('copied');
      const ended = new Promise<number>((resolve) => once([own.onDidChange], () => resolve(Date.now())));
      if (role === 'left') {
        await own.forget(own.accounts.sessions);
        await board.say('ended', String(Date.now()));
      }
      const heard = await ended;
      console.log(`      ended: heard ${heard - Number(await board.hear('ended'))} ms after it was done`);
      assert.equal(own.session, null);
      assert.deepEqual(await copied.keys(), ['tidemark.activeProvider']);
      await meet('ended in both');
      if (role === 'right') await sessions.endAll();
      while (sessions.session !== null) await new Promise<void>((resolve) => once([sessions.onDidChange], resolve));
      await meet('all ended');
    } finally {
      own.dispose();
      copied.dispose();
    }
  });

  async function codeOf(persona: 'subscriber' | 'credit-plan', provider: ProviderId): Promise<string> {
    return demo === null ? assert.fail('Only the left window has the demo.') : codeFor(demo, persona, provider);
  }
});

function once(events: readonly vscode.Event<unknown>[], listener: () => void): void {
  const subscriptions = events.map((event) =>
    event(() => {
      for (const subscription of subscriptions) subscription.dispose();
      listener();
    }),
  );
}
