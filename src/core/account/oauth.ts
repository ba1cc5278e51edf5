// The authorization-code flow of both providers: state, authorize address, callback, exchange, business login. No PKCE
// and no client secret exist: state is the only guard. @see docs/service.md#5 and
// https://www.rfc-editor.org/rfc/rfc6749#section-4.1
import * as z from 'zod/mini';
import type { RandomBytes } from '../ports.ts';
import { type Connection, postJson } from '../service/http/connection.ts';
import { dataOf, isMappedRefusal, parseEnvelope } from '../service/http/envelope.ts';
import { ServiceError } from '../service/failure/errors.ts';
import { authorizeParameters, type ProviderId, type ServiceProfile } from '../service/profile/profile.ts';
import { equalInFull, parseSecret, Secret } from '../service/credentials/secret.ts';
import { type CallbackParameter, type QueryForm, readParameters } from './callback/callback-query.ts';

/** One authorize request: what was sent is kept, since the exchange must repeat it to the letter. */
export interface AuthorizeRequest {
  readonly provider: ProviderId;
  readonly state: string;
  readonly redirectUri: string;
}

/** 32 hexadecimal characters from a secure source. @see docs/service.md#8 */
export function createState(random: RandomBytes): string {
  return Array.from(random(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the profile names what this provider's sign-in needs. */
export function offersProvider(profile: ServiceProfile, provider: ProviderId): boolean {
  switch (provider) {
    case 'primary':
      return true;
    case 'secondary':
      return profile.altAuthUrl !== undefined && profile.altAppId !== undefined;
  }
}

/**
 * The address that the person's browser opens: exactly the four parameters of docs/service.md#4.1, or what the profile
 * makes of them for the second provider (docs/decisions.md#3). Throws ServiceError (`providerInactive`).
 */
export function authorizeUrl(profile: ServiceProfile, request: AuthorizeRequest): string {
  const { address, clientId, parameters } = authorizeEndpoint(profile, request.provider);
  const { redirectUri, state } = request;
  const url = new URL(address);
  const filled = Object.entries(parameters).map(([name, value]) => [
    name,
    filledIn(value, { clientId, redirectUri, state }),
  ]);
  url.search = new URLSearchParams(filled).toString();
  return url.href;
}

interface AuthorizeEndpoint {
  readonly address: string;
  readonly clientId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

function authorizeEndpoint(profile: ServiceProfile, provider: ProviderId): AuthorizeEndpoint {
  if (profile.inactiveProviders.includes(provider)) throw new ServiceError({ kind: 'providerInactive' });
  switch (provider) {
    case 'primary':
      return {
        address: `${profile.authUrl}/api/oauth/authorize`,
        clientId: profile.clientId,
        parameters: authorizeParameters,
      };
    case 'secondary': {
      const { altAuthUrl, altAppId, altAuthorizeParameters } = profile;
      if (altAuthUrl === undefined || altAppId === undefined) throw new ServiceError({ kind: 'providerInactive' });
      return { address: `${altAuthUrl}/login`, clientId: altAppId, parameters: altAuthorizeParameters };
    }
  }
}

/** All at once, so that a mark inside a filled-in value stays what it is. */
function filledIn(template: string, values: { clientId: string; redirectUri: string; state: string }): string {
  return template.replace(
    /\{(clientId|redirectUri|state)\}/g,
    (_mark, name: 'clientId' | 'redirectUri' | 'state') => values[name],
  );
}

export type Callback =
  | { readonly kind: 'code'; readonly code: Secret; readonly state: string }
  /** `error` is the service's own word (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1): untrusted text. */
  | { readonly kind: 'denied'; readonly error: string; readonly state: string | null }
  /** The query was decoded before its parts were told apart, and more than one code can be read from it. */
  | { readonly kind: 'ambiguous'; readonly state: string }
  /** A parameter is missing, doubled, oversized or not text: nothing can be done with it. */
  | { readonly kind: 'malformed' };

const longestParameter = 4096;

/** Reads a redirect's query, which is decoded exactly once. A doubled parameter makes the whole callback malformed. */
export function parseCallback(query: string, form: QueryForm = 'encoded'): Callback {
  const { code, state, error } = readParameters(query, form);
  if (![code, state, error].every(isSound)) return { kind: 'malformed' };
  if (error.kind === 'value')
    return { kind: 'denied', error: error.text, state: state.kind === 'value' ? state.text : null };
  if (state.kind !== 'value') return { kind: 'malformed' };
  if (code.kind === 'value') return { kind: 'code', code: new Secret(code.text), state: state.text };
  return code.kind === 'ambiguous' ? { kind: 'ambiguous', state: state.text } : { kind: 'malformed' };
}

function isSound(parameter: CallbackParameter): boolean {
  switch (parameter.kind) {
    case 'value':
      // A replacement character means that bytes were no text: what was sent is lost.
      return parameter.text !== '' && parameter.text.length <= longestParameter && !parameter.text.includes('\uFFFD');
    case 'doubled':
      return false;
    case 'absent':
    case 'ambiguous':
      return true;
  }
}

declare const proven: unique symbol;
/** A code whose state was compared with that of a running attempt; nothing else can make one. */
export interface AuthorizationCode {
  readonly [proven]: true;
  readonly code: Secret;
  readonly request: AuthorizeRequest;
}

/** The code that belongs to `request`, or null where the state is another's. */
export function claimCode(callback: Callback & { kind: 'code' }, request: AuthorizeRequest): AuthorizationCode | null {
  if (!equalInFull(callback.state, request.state)) return null;
  const claimed: Omit<AuthorizationCode, typeof proven> = { code: callback.code, request };
  return claimed as AuthorizationCode;
}

/** A token as a service sends it and as a store gives it back. One that no header could carry is none. */
export const tokenSchema = z.pipe(
  z.string().check(z.refine((text) => parseSecret(text) !== null)),
  z.transform((text: string) => new Secret(text)),
);
const grantSchema = z.object({ access_token: tokenSchema });
const extrasSchema = z.object({
  user: z.catch(z.optional(z.object({ id: z.string().check(z.minLength(1)) })), undefined),
  token: z.catch(z.optional(tokenSchema), undefined),
  expires_in: z.catch(z.nullable(z.number().check(z.positive())), null),
});
const codeExpired = 2007;

/** What one exchange yields. @see docs/service.md#2.3 */
export interface Grant {
  readonly accessToken: Secret;
  readonly userId: string | null;
  /** The plan host's own session credential (docs/decisions.md#6); null where the service sent none. */
  readonly planCredential: Secret | null;
  /**
   * When the access token ends, in milliseconds since the epoch; null where the service does not say, which is the
   * usual.
   */
  readonly expiresAt: number | null;
}

/**
 * Exchanges a code, once and never again: a code is good for one request. Throws ServiceError. @see docs/service.md#4.2
 */
export async function exchangeCode(
  connection: Connection,
  proof: AuthorizationCode,
  signal: AbortSignal | null,
): Promise<Grant> {
  const { code, request } = proof;
  const answer = await postJson(
    connection,
    `${connection.profile.baseUrl}/api/v1/oauth/token`,
    { provider: request.provider, code: code.reveal(), redirect_uri: request.redirectUri, state: request.state },
    signal,
  );
  const envelope = parseEnvelope(answer.body);
  if (envelope.kind === 'refused') {
    if (envelope.code === codeExpired) throw new ServiceError({ kind: 'codeExpired' });
    if (isMappedRefusal(connection.profile.refusals.providerInactive, envelope))
      throw new ServiceError({ kind: 'providerInactive' });
  }
  const data = dataOf(answer, z.record(z.string(), z.unknown()));
  const grant = grantSchema.safeParse(data[request.provider]);
  if (!grant.success) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'schema' });
  const { user, token, expires_in: lifetime } = extrasSchema.parse(data);
  return {
    accessToken: grant.data.access_token,
    userId: user?.id ?? null,
    planCredential: token ?? null,
    expiresAt: lifetime === null ? null : connection.clock.now() + lifetime * 1000,
  };
}

/** Exchanges the access token for the business token. Throws ServiceError. @see docs/service.md#4.3 */
export async function fetchBusinessToken(
  connection: Connection,
  accessToken: Secret,
  signal: AbortSignal | null,
): Promise<Secret> {
  const url = `${connection.profile.apiUrl}/api/auth/z/login`;
  const answer = await postJson(connection, url, { token: accessToken.reveal() }, signal);
  return dataOf(answer, grantSchema).access_token;
}
