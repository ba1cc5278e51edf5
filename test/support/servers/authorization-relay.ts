// A service whose sign-in is oidc-provider, a certified authorization server: its authorization page is where
// docs/service.md#4.1 wants it, and a small relay puts its token endpoint behind the envelope of docs/service.md#4.2,
// docs/service.md#4.3 and docs/service.md#4.4. Whether a code is good, and why not, is said by the provider alone.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import * as z from 'zod/mini';

export const clientId = 'client-1';
/** Seconds; the interface says 1 to 5 minutes (docs/service.md#8). */
export const codeLifetime = 60;
/**
 * No scope is ever sent; a server may then take one of its own (https://www.rfc-editor.org/rfc/rfc6749#section-3.3),
 * and this provider needs one.
 */
const defaultScope = 'openid';
export const account = { sub: randomUUID(), name: 'Ada' };

export interface AuthorizationRelay extends AsyncDisposable {
  readonly origin: string;
  /** Why the provider refused each exchange that it refused, in its own words. */
  readonly refusals: readonly string[];
  /** Every query that the authorization endpoint was asked with. */
  readonly authorizeQueries: readonly string[];
  /** The person presses Cancel on every page from now on. */
  readonly cancelSignIns: () => void;
}

export async function startAuthorizationRelay(redirectUris: readonly string[]): Promise<AuthorizationRelay> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const provider = createProvider(origin, redirectUris);
  const refusals: string[] = [];
  const authorizeQueries: string[] = [];
  let cancels = false;
  provider.on('grant.error', (_, error) => refusals.push(error.error_detail ?? ''));
  const serveProvider = provider.callback();

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search } = new URL(request.url ?? '/', origin);
    if (pathname === '/api/v1/oauth/token') return exchange(origin, refusals, request, response);
    if (pathname === '/api/auth/z/login') return logIn(provider, request, response);
    if (pathname === '/api/oauth/userinfo') return tellUser(provider, request, response);
    if (pathname.startsWith('/sign-in/')) return signIn(provider, cancels, request, response);
    if (pathname === '/api/oauth/authorize') {
      authorizeQueries.push(search);
      request.url = `${pathname}${search}&scope=${defaultScope}`;
    }
    return serveProvider(request, response);
  };
  server.on('request', (request, response) => void serve(request, response));

  return {
    origin,
    refusals,
    authorizeQueries,
    cancelSignIns: () => void (cancels = true),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function createProvider(issuer: string, redirectUris: readonly string[]): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        application_type: 'native',
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        // The interface knows no client secret.
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    // Nor does it know PKCE.
    pkce: { required: () => false },
    ttl: {
      AuthorizationCode: codeLifetime,
      AccessToken: 3_600,
      IdToken: 3_600,
      Grant: 3_600,
      Interaction: 600,
      Session: 3_600,
    },
    // Codes are kept past their lifetime, so that the provider can say that one is expired and not merely unknown.
    adapter: createMemoryAdapter(3_600),
    routes: { authorization: '/api/oauth/authorize', token: '/provider/token' },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/sign-in/${uid}` },
    renderError: (context: { body: unknown }, { error }: { readonly error: string }) => void (context.body = error),
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    cookies: { keys: [randomUUID()] },
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
  });
}

/** The page on which the person signs in: here they do so at once, or cancel. */
async function signIn(
  provider: Provider,
  cancels: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response);
  if (cancels) return provider.interactionFinished(request, response, { error: 'access_denied' });
  const grant = new provider.Grant({ accountId: account.sub, clientId });
  grant.addOIDCScope(defaultScope);
  return provider.interactionFinished(request, response, {
    login: { accountId: account.sub },
    consent: { grantId: await grant.save() },
  });
}

const exchangeSchema = z.object({
  provider: z.string(),
  code: z.string(),
  redirect_uri: z.string(),
  state: z.string(),
});
const grantSchema = z.object({ access_token: z.string() });
const loginSchema = z.object({ token: z.string() });

/** docs/service.md#4.2 over the provider's token endpoint (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3). */
async function exchange(
  origin: string,
  refusals: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = exchangeSchema.parse(JSON.parse(await text(request)));
  const { code, redirect_uri } = asked;
  const form = new URLSearchParams({ grant_type: 'authorization_code', client_id: clientId, code, redirect_uri });
  const answer = await fetch(`${origin}/provider/token`, { method: 'POST', body: form });
  const body: unknown = await answer.json();
  if (!answer.ok) {
    const isExpired = refusals.at(-1) === 'authorization code is expired';
    refuse(response, isExpired ? 500 : 400, isExpired ? 2007 : 2002);
    return;
  }
  const { access_token } = grantSchema.parse(body);
  const data = { [asked.provider]: { access_token, refresh_token: null }, expires_in: null, user: { id: account.sub } };
  send(response, 200, { code: 0, msg: '', success: true, data });
}

/** docs/service.md#4.3: the provider says whether the access token is one of its own. */
async function logIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { token } = loginSchema.parse(JSON.parse(await text(request)));
  const holder = await provider.AccessToken.find(token);
  if (holder === undefined) refuse(response, 401, 401);
  else
    send(response, 200, {
      code: 0,
      msg: 'ok',
      success: true,
      data: { access_token: `business-token-of-${holder.accountId}`, expires_in: null },
    });
}

/** docs/service.md#4.4, without an envelope. */
async function tellUser(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const holder = await provider.AccessToken.find(token);
  if (holder?.accountId === account.sub) send(response, 200, account);
  else refuse(response, 401, 401);
}

function refuse(response: ServerResponse, status: number, code: number): void {
  send(response, status, { code, msg: 'refused', success: false });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
