// Reaches a running demo and signs in to it as a browser would.
import assert from 'node:assert/strict';
import { type AuthorizationCode, authorizeUrl, claimCode, parseCallback } from '../../../src/core/account/oauth.ts';
import type { Session } from '../../../src/core/account/session.ts';
import type { Connection } from '../../../src/core/service/http/connection.ts';
import { parseProfile, type ProviderId } from '../../../src/core/service/profile/profile.ts';
import type { DemoService } from '../../../src/demo/server.ts';
import type { FakeClock } from '../fakes/fake-clock.ts';
import { completeSignIn } from '../sign-in/completed-sign-in.ts';
import { connectTo } from '../fakes/service-connection.ts';

export type PersonaId = DemoService['description']['people'][number]['persona'];

const redirectUri = 'http://127.0.0.1:41999/callback';
const state = '0123456789abcdef0123456789abcdef';

/** The demo by its own description, over the global fetch; what `changes` say is in the profile instead. */
export function demoConnection(
  demo: DemoService,
  clock: FakeClock,
  changes: Readonly<Record<string, unknown>> = {},
): Connection {
  const parsed = parseProfile({ ...demo.description, ...changes });
  assert.ok(parsed.kind === 'profile');
  return connectTo(parsed.profile, clock);
}

/** Fills in the demo's sign-in pages and takes the code from where the browser would be sent. */
export async function codeFromDemo(
  demo: DemoService,
  connection: Connection,
  persona: PersonaId,
  provider: ProviderId = 'primary',
): Promise<AuthorizationCode> {
  const request = { provider, state, redirectUri };
  const phone = demo.description.people.find((person) => person.persona === persona)?.phone ?? assert.fail();
  const form = new URLSearchParams({ step: 'code', phone, sms_code: demo.description.smsCode });
  const answer = await fetch(authorizeUrl(connection.profile, request), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const callback = parseCallback(new URL(answer.headers.get('location') ?? '').search);
  assert.ok(callback.kind === 'code');
  return claimCode(callback, request) ?? assert.fail();
}

export async function demoSession(
  demo: DemoService,
  connection: Connection,
  persona: PersonaId,
  provider: ProviderId = 'primary',
): Promise<Session> {
  return completeSignIn(connection, await codeFromDemo(demo, connection, persona, provider));
}
