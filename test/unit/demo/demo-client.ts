// A client of the demo for its own tests: starts one per test, signs people in as a browser would, and steers it by the
// control endpoint.
import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { startDemoService, type DemoService, type DemoServiceOptions } from '../../../src/demo/server.ts';

export type Provider = 'primary' | 'secondary';
type PersonaId = DemoService['description']['people'][number]['persona'];

export const state = '0123456789abcdef0123456789abcdef';
export const loopback = 'http://127.0.0.1:41999/callback';

let running: DemoService[] = [];

/** Starts a demo that is closed by `closeDemos`; answers come without pauses unless the options say otherwise. */
export async function startDemo(options: DemoServiceOptions = {}): Promise<DemoService> {
  const demo = await startDemoService({ pace: 0, ...options });
  running.push(demo);
  return demo;
}

export async function closeDemos(): Promise<void> {
  const closing = running.map((demo) => demo.close());
  running = [];
  await Promise.all(closing);
}

export function authorizeUrl(
  { description }: DemoService,
  provider: Provider = 'primary',
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const page =
    provider === 'primary' ? `${description.authUrl}/api/oauth/authorize` : `${description.altAuthUrl}/login`;
  const parameters = {
    response_type: 'code',
    client_id: provider === 'primary' ? description.clientId : description.altAppId,
    redirect_uri: loopback,
    state,
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<string | undefined>(parameters)) {
    if (value !== undefined) query.set(name, value);
  }
  return `${page}?${query.toString()}`;
}

/** Sends a form of the sign-in pages to the address that shows it. */
export function submit(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

export function phoneOf({ description }: DemoService, persona: PersonaId): string {
  const person = description.people.find((one) => one.persona === persona);
  assert.ok(person);
  return person.phone;
}

/** Goes through both pages and returns where the browser is sent. */
export async function authorize(
  demo: DemoService,
  persona: PersonaId,
  provider: Provider = 'primary',
  changes: Readonly<Record<string, string>> = {},
): Promise<URL> {
  const url = authorizeUrl(demo, provider, changes);
  const phone = phoneOf(demo, persona);
  const answer = await submit(url, { step: 'code', phone, sms_code: demo.description.smsCode });
  assert.equal(answer.status, 302);
  return new URL(answer.headers.get('location') ?? '');
}

export async function codeFor(demo: DemoService, persona: PersonaId, provider: Provider = 'primary'): Promise<string> {
  return (await authorize(demo, persona, provider)).searchParams.get('code') ?? '';
}

export function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(url, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
  });
}

export function exchange(
  { description }: DemoService,
  code: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  const body = { provider: 'primary', code, redirect_uri: loopback, state, ...changes };
  return postJson(`${description.baseUrl}/api/v1/oauth/token`, body);
}

export const envelope = z.object({
  code: z.int(),
  msg: z.string(),
  success: z.boolean(),
  data: z.optional(z.unknown()),
});

const grant = z.object({ access_token: z.string(), refresh_token: z.null() });
export const exchangeData = z.object({
  primary: z.optional(grant),
  secondary: z.optional(grant),
  expires_in: z.null(),
  user: z.object({ id: z.uuid() }),
  token: z.string(),
});
const loginData = z.object({ access_token: z.string(), expires_in: z.null() });

export interface Tokens {
  readonly access: string;
  readonly business: string;
  readonly plan: string;
  readonly userId: string;
}

export async function signIn(demo: DemoService, persona: PersonaId, provider: Provider = 'primary'): Promise<Tokens> {
  const exchanged = await exchange(demo, await codeFor(demo, persona, provider), { provider });
  const data = exchangeData.parse(envelope.parse(await exchanged.json()).data);
  const access = data[provider]?.access_token ?? '';
  const login = await postJson(`${demo.description.apiUrl}/api/auth/z/login`, { token: access });
  const { access_token: business } = loginData.parse(envelope.parse(await login.json()).data);
  return { access, business, plan: data.token, userId: data.user.id };
}

export const bearer = (token: string): { headers: { authorization: string } } => ({
  headers: { authorization: `Bearer ${token}` },
});

/** A call of the control endpoint; every one of them succeeds in these tests. */
export async function control(
  { description }: DemoService,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(`${description.controlUrl}${path}`, {
    method,
    ...bearer(description.controlToken),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `control ${path}: ${answer.status}`);
  return answer.status === 204 ? undefined : answer.json();
}

export const question = (
  content: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({
  model: 'tide-large',
  max_tokens: 4_000,
  messages: [{ role: 'user', content: [{ type: 'text', text: content }] }],
  ...changes,
});

/** Asks the default host by a business token. */
export function ask(
  { description }: DemoService,
  business: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return postJson(`${description.apiUrl}/api/compat/v1/messages`, body, {
    'x-api-key': business,
    'compat-version': '2023-06-01',
    ...headers,
  });
}

export const failureBody = z.object({
  type: z.literal('error'),
  error: z.object({ type: z.string(), message: z.string(), code: z.optional(z.string()) }),
});

/** The status of a refused message and the type in its body. */
export async function refusal(answer: Response): Promise<[number, string]> {
  return [answer.status, failureBody.parse(await answer.json()).error.type];
}
