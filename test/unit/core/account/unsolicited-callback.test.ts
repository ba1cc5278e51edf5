import assert from 'node:assert/strict';
import type { QueryForm } from '../../../../src/core/account/callback/callback-query.ts';
import { createCompletion } from '../../../../src/core/account/sign-in.ts';
import { stateMilliseconds } from '../../../../src/core/account/pending-request.ts';

import type { SignInOutcome } from '../../../../src/core/account/sign-in-stage.ts';
import { receiveUnsolicited } from '../../../../src/core/account/unsolicited-callback.ts';
import type { DemoService } from '../../../../src/demo/server.ts';
import {
  denyAtPage,
  ended,
  queryThroughEditor,
  reach,
  type Scene,
  signInAtPage,
  stage,
} from '../../../support/sign-in/sign-in-scene.ts';
import { connectTo } from '../../../support/fakes/service-connection.ts';
import { closeDemos, control, startDemo } from '../../demo/demo-client.ts';

describe('An answer that arrives in another window', () => {
  let demo: DemoService;
  let asked: Scene;
  before(async () => {
    demo = await startDemo();
  });
  after(closeDemos);
  beforeEach(async () => {
    await control(demo, 'POST', '/reset');
    asked = stage(demo);
    await reach(asked, 'link');
  });
  afterEach(() => asked.flow.cancel());

  const inOtherWindow = (query: string, other: Scene = asked, form?: QueryForm): Promise<SignInOutcome> =>
    receiveUnsolicited(
      {
        connection: other.connection,
        store: asked.store,
        completion: createCompletion(other.connection, other.lease, other.keeper),
      },
      query,
      form,
    );
  const exchanges = async (): Promise<string | undefined> =>
    /"token":(\d+)/.exec(JSON.stringify(await control(demo, 'GET', '/requests')))?.[1];

  it('signs in there, and the window that asked ends without a word', async () => {
    const query = queryThroughEditor(await signInAtPage(demo, asked));
    assert.equal((await inOtherWindow(query)).kind, 'signedIn');
    await asked.flow.recheck();
    assert.equal(await ended(asked), 'elsewhere');
    assert.equal(await exchanges(), '1');
  });

  it('is taken once, in whichever window it arrives first', async () => {
    const query = queryThroughEditor(await signInAtPage(demo, asked));
    assert.equal((await inOtherWindow(query)).kind, 'signedIn');
    assert.equal((await inOtherWindow(query)).kind, 'mismatch');
    asked.flow.receive(query);
    assert.equal(await ended(asked), 'elsewhere');
    assert.equal(await exchanges(), '1');
  });

  it('is reported as a denial where it is one, and the window that asked ends', async () => {
    const query = queryThroughEditor(await denyAtPage(asked));
    assert.deepEqual(await inOtherWindow(query), { kind: 'denied', error: 'access_denied' });
    await asked.flow.recheck();
    assert.equal(await ended(asked), 'elsewhere');
    assert.equal(await exchanges(), '0');
  });

  it('is sent nowhere where that window is connected to another service', async () => {
    const other = stage(await startDemo());
    const query = queryThroughEditor(await signInAtPage(demo, asked));
    assert.deepEqual(await inOtherWindow(query, other), { kind: 'otherService' });
    assert.equal(asked.flow.receive(query), 'accepted', 'the window that asked can still take it');
    assert.equal(await ended(asked), 'signedIn as Ada Brook (primary)');
  });

  it('uses nothing up where its code cannot be told apart', async () => {
    const query = queryThroughEditor(await signInAtPage(demo, asked));
    const state = new URLSearchParams(query).get('state') ?? '';
    assert.deepEqual(await inOtherWindow(`code=a&b=c&state=${state}`, asked, 'decoded'), { kind: 'ambiguous' });
    assert.deepEqual(await inOtherWindow(`code=a&b=c&state=${'f'.repeat(32)}`, asked, 'decoded'), { kind: 'mismatch' });
    assert.equal(await exchanges(), '0');
    assert.equal((await inOtherWindow(query)).kind, 'signedIn');
  });

  it('is late after five minutes', async () => {
    const query = queryThroughEditor(await signInAtPage(demo, asked));
    asked.clock.advance(stateMilliseconds);
    assert.deepEqual(await inOtherWindow(query), { kind: 'mismatch' });
    assert.equal(await exchanges(), '0');
  });

  it('fails in words where the exchange fails, and where the store does', async () => {
    await control(demo, 'POST', '/faults', { endpoint: 'token', fault: { kind: 'code-expired' } });
    const query = queryThroughEditor(await signInAtPage(demo, asked));
    assert.deepEqual(await inOtherWindow(query), { kind: 'failed', failure: { kind: 'codeExpired' } });
    const locked = new Error('locked');
    asked.store.get = () => Promise.reject(locked);
    assert.deepEqual(await inOtherWindow(query), { kind: 'fault', error: locked });
  });

  it('is sent nowhere where only another address of the service differs, such as that of the business login', async () => {
    const query = queryThroughEditor(await signInAtPage(demo, asked));
    const { connection, store } = asked;
    const moved = connectTo({ ...connection.profile, apiUrl: 'https://other.example' }, asked.clock);
    const outcome = await receiveUnsolicited(
      { connection: moved, store, completion: createCompletion(moved, asked.lease, asked.keeper) },
      query,
    );
    assert.deepEqual(outcome, { kind: 'otherService' });
    assert.equal(await exchanges(), '0');
  });

  it('ends with its service', async () => {
    await control(demo, 'POST', '/faults', { endpoint: 'login', fault: { kind: 'silence' } });
    const query = queryThroughEditor(await signInAtPage(demo, asked));
    const outcome = inOtherWindow(query);
    while ((await exchanges()) !== '1') await new Promise((resolve) => setImmediate(resolve));
    asked.changeService();
    assert.deepEqual(await outcome, { kind: 'serviceChanged' });
    assert.deepEqual(asked.kept, []);
  });
});
