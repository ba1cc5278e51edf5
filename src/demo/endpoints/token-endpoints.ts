// The token exchange and the business login (docs/service.md#4.2 and docs/service.md#4.3).
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { Redemption } from '../authorize/authorization-codes.ts';
import type { Demo } from '../state/demo.ts';
import { endpoint } from './endpoint.ts';
import { type DemoEnv, hosts, type Provider, providers } from '../wire/endpoints.ts';
import type { Persona } from '../accounts/personas.ts';
import { enveloped, envelopedFailure, jsonBody, sendsJson } from '../wire/wire.ts';

const text = z.string().check(z.minLength(1));
const exchangeSchema = z.object({ provider: z.enum(providers), code: text, redirect_uri: text, state: text });
const loginSchema = z.object({ token: text });

/** Envelope codes of a refused exchange. Only 2007 is of the interface; the others are the demo's own. */
export const exchangeCodes = {
  malformed: 2001,
  unknown: 2002,
  used: 2003,
  'other-provider': 2004,
  'other-redirect': 2005,
  'other-state': 2006,
  expired: 2007,
  inactive: 2010,
} as const;

const refusalTexts: Readonly<Record<Exclude<Redemption['kind'], 'redeemed'>, string>> = {
  unknown: 'The authorization code is not known.',
  used: 'The authorization code was used before.',
  'other-provider': 'The authorization code belongs to another provider.',
  'other-redirect': 'The redirect URI is not the one that the authorization code was issued for.',
  'other-state': 'The state is not the one that the authorization code was issued for.',
  expired: 'The authorization code is expired.',
};

async function tokensFor({ credentials }: Demo, persona: Persona, provider: Provider): Promise<Response> {
  const holder = { persona, provider };
  return enveloped(0, {
    [provider]: { access_token: await credentials.issue('access', holder), refresh_token: null },
    expires_in: null,
    user: { id: persona.userId },
    token: await credentials.issue('plan', holder),
  });
}

export function tokenEndpoints(demo: Demo): Hono<DemoEnv> {
  const app = new Hono<DemoEnv>();

  app.post(`${hosts.base}/api/v1/oauth/token`, endpoint(demo, 'token'), async ({ req }) => {
    if (!sendsJson(req.raw.headers)) {
      return envelopedFailure(400, exchangeCodes.malformed, 'The content type must be application/json.');
    }
    const body = await jsonBody(req.raw, exchangeSchema);
    if (body.kind === 'wrong') return envelopedFailure(body.status, exchangeCodes.malformed, body.message);

    const { provider, code, redirect_uri: redirectUri, state } = body.value;
    const redemption = demo.codes.redeem(code, { provider, redirectUri, state });
    if (redemption.kind !== 'redeemed') {
      const status = redemption.kind === 'expired' ? 500 : 400;
      return envelopedFailure(status, exchangeCodes[redemption.kind], refusalTexts[redemption.kind]);
    }
    if (redemption.persona.trouble === 'provider-inactive') {
      return envelopedFailure(400, exchangeCodes.inactive, 'oauth_provider_inactive: this provider is not active.');
    }
    return tokensFor(demo, redemption.persona, provider);
  });

  app.post(`${hosts.api}/api/auth/z/login`, endpoint(demo, 'login'), async ({ req }) => {
    if (!sendsJson(req.raw.headers)) return envelopedFailure(400, 400, 'The content type must be application/json.');
    const body = await jsonBody(req.raw, loginSchema);
    if (body.kind === 'wrong') return envelopedFailure(body.status, body.status, body.message);
    const holder = await demo.credentials.holderOf('access', body.value.token);
    if (!holder) return envelopedFailure(401, 401, 'The access token is expired or invalid.');
    return enveloped(0, { access_token: await demo.credentials.issue('business', holder), expires_in: null });
  });

  return app;
}
