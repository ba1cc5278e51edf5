// Takes the sign-in of core through an authorization server that is not ours, oidc-provider, behind a relay that speaks
// the envelope: it completes with the four parameters of docs/service.md#4.1 and no more, and codes that are old, used
// or redeemed for another redirect URI are refused by the server's own checks.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { mock } from 'node:test';
import {
  type AuthorizationCode,
  type AuthorizeRequest,
  authorizeUrl,
  type Callback,
  claimCode,
  createState,
  exchangeCode,
  parseCallback,
} from '../../../src/core/account/oauth.ts';
import type { Connection } from '../../../src/core/service/http/connection.ts';
import { Secret } from '../../../src/core/service/credentials/secret.ts';
import { listenOnLoopback } from '../../../src/node/loopback/loopback.ts';
import {
  account,
  type AuthorizationRelay,
  clientId,
  codeLifetime,
  startAuthorizationRelay,
} from '../../support/servers/authorization-relay.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { followRedirects } from '../../support/servers/redirect-follower.ts';
import { completeSignIn } from '../../support/sign-in/completed-sign-in.ts';
import { connectTo, failureIn, profileOf } from '../../support/fakes/service-connection.ts';

const appUri = 'tidemark://tidemark.tidemark/primary-auth/callback';
const otherUri = 'tidemark://tidemark.tidemark/oauth/callback';
const signal = new AbortController().signal;

let relay: AuthorizationRelay;
let connection: Connection;
let opened: { readonly close: () => void }[] = [];

async function begin(...redirectUris: readonly string[]): Promise<void> {
  relay = await startAuthorizationRelay(redirectUris);
  connection = connectTo(profileOf(relay.origin, { clientId }), new FakeClock());
}

function attempt(redirectUri: string): AuthorizeRequest {
  return {
    provider: 'primary',
    state: createState((count) => webcrypto.getRandomValues(new Uint8Array(count))),
    redirectUri,
  };
}

/** What the browser brings back from the sign-in page. */
async function callbackFor(request: AuthorizeRequest): Promise<Callback> {
  const arrival = await followRedirects(authorizeUrl(connection.profile, request));
  assert.equal(arrival.kind, 'sentAway');
  assert.equal(`${arrival.url.protocol}//${arrival.url.host}${arrival.url.pathname}`, request.redirectUri);
  return parseCallback(arrival.url.search);
}

/** A code of the server, claimed for the attempt that asked for it. */
async function codeFor(request: AuthorizeRequest): Promise<AuthorizationCode> {
  const callback = await callbackFor(request);
  assert.equal(callback.kind, 'code');
  return claimCode(callback, request) ?? assert.fail('The state is not the one that was sent.');
}

async function end(): Promise<void> {
  mock.restoreAll();
  for (const one of opened) one.close();
  opened = [];
  await relay[Symbol.asyncDispose]();
}

describe('the sign-in at an authorization server that is not ours', () => {
  afterEach(end);

  it('completes from the authorize address to the business token and the account', async () => {
    await begin(appUri);
    const session = await completeSignIn(connection, await codeFor(attempt(appUri)));
    assert.equal(session.businessToken.reveal(), `business-token-of-${account.sub}`);
    assert.deepEqual(session.user, account);
    assert.equal(session.planCredential, null);
    assert.deepEqual(relay.refusals, []);
  });

  it('asks with the four parameters of the interface: no scope, no PKCE, no secret', async () => {
    await begin(appUri);
    await codeFor(attempt(appUri));
    const names = relay.authorizeQueries.map((query) => [...new URLSearchParams(query).keys()]);
    assert.deepEqual(names, [['response_type', 'client_id', 'redirect_uri', 'state']]);
  });

  it('completes over our own listener on 127.0.0.1', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<Callback>();
    const listener = await listenOnLoopback({ accepted: 'in', denied: 'no', rejected: 'out' }, (query) => {
      resolve(parseCallback(query));
      return 'accepted';
    });
    opened.push(listener);
    await begin(listener.redirectUri);
    const request = attempt(listener.redirectUri);
    const arrival = await followRedirects(authorizeUrl(connection.profile, request));
    assert.equal(arrival.kind, 'sentAway');
    assert.equal(await (await fetch(arrival.url)).text(), 'in');
    const callback = await arrived;
    assert.equal(callback.kind, 'code');
    const proof = claimCode(callback, request) ?? assert.fail('The state is not the one that was sent.');
    assert.equal((await completeSignIn(connection, proof)).businessToken.reveal(), `business-token-of-${account.sub}`);
  });

  it('takes no code of another attempt', async () => {
    await begin(appUri);
    const callback = await callbackFor(attempt(appUri));
    assert.equal(callback.kind, 'code');
    assert.equal(claimCode(callback, attempt(appUri)), null);
  });

  it('says that the person cancelled', async () => {
    await begin(appUri);
    relay.cancelSignIns();
    const request = attempt(appUri);
    assert.deepEqual(await callbackFor(request), { kind: 'denied', error: 'access_denied', state: request.state });
  });
});

describe('an authorization server that is not ours', () => {
  afterEach(end);

  it('takes a code up to the end of its life', async () => {
    await begin(appUri);
    const now = Date.now();
    const proof = await codeFor(attempt(appUri));
    mock.method(Date, 'now', () => now + (codeLifetime - 1) * 1_000);
    assert.equal((await exchangeCode(connection, proof, signal)).userId, account.sub);
  });

  it('refuses a code past its life, which we tell as expired', async () => {
    await begin(appUri);
    const proof = await codeFor(attempt(appUri));
    const now = Date.now();
    mock.method(Date, 'now', () => now + codeLifetime * 1_000);
    assert.deepEqual(await failureIn(exchangeCode(connection, proof, signal)), { kind: 'codeExpired' });
    assert.deepEqual(relay.refusals, ['authorization code is expired']);
  });

  it('refuses a code for another redirect URI than it was issued for, although both are registered', async () => {
    await begin(appUri, otherUri);
    const request = attempt(appUri);
    const callback = await callbackFor(request);
    assert.equal(callback.kind, 'code');
    const proof = claimCode(callback, { ...request, redirectUri: otherUri }) ?? assert.fail('The state is the same.');
    assert.deepEqual(await failureIn(exchangeCode(connection, proof, signal)), {
      kind: 'requestRefused',
      status: 400,
      code: '2002',
    });
    assert.deepEqual(relay.refusals, ['authorization code redirect_uri mismatch']);
  });

  it('shows a page and sends nobody anywhere for a redirect URI that is not registered to the letter', async () => {
    await begin(appUri);
    for (const redirectUri of [otherUri, `${appUri}/`, `${appUri}?windowId=1`]) {
      assert.deepEqual(await followRedirects(authorizeUrl(connection.profile, attempt(redirectUri))), {
        kind: 'page',
        status: 400,
      });
    }
  });

  it('refuses a code that was used', async () => {
    await begin(appUri);
    const proof = await codeFor(attempt(appUri));
    await exchangeCode(connection, proof, signal);
    assert.deepEqual(await failureIn(exchangeCode(connection, proof, signal)), {
      kind: 'requestRefused',
      status: 400,
      code: '2002',
    });
    assert.deepEqual(relay.refusals, ['authorization code already consumed']);
  });

  it('refuses a code that it never issued', async () => {
    await begin(appUri);
    const request = attempt(appUri);
    const proof =
      claimCode({ kind: 'code', code: new Secret('made-up'), state: request.state }, request) ??
      assert.fail('The state is the same.');
    assert.deepEqual(await failureIn(exchangeCode(connection, proof, signal)), {
      kind: 'requestRefused',
      status: 400,
      code: '2002',
    });
    assert.deepEqual(relay.refusals, ['authorization code not found']);
  });
});
