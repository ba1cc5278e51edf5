// Knows the service profile: the addresses, client ids, words and models of one service, as one JSON document that a
// person brings. It does not know where the document is kept, nor any address by itself.
import * as z from 'zod/mini';
import { hasBlockedPort } from './blocked-ports.ts';
import { blockedPort, type ProfileProblem, problemOf } from './profile-problem.ts';
import { withoutSlashesAtEnd } from './trimming.ts';

export type ProviderId = 'primary' | 'secondary';
export const providerIds: readonly ProviderId[] = ['primary', 'secondary'];

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Addresses are https, or http where nothing leaves the machine, without anything behind the path. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const bare = username === '' && password === '' && search === '' && hash === '';
  return bare && (protocol === 'https:' || (protocol === 'http:' && loopbackHosts.has(hostname)));
}

/** Kept as the URL parser writes it, since paths are appended and headers carry it; a trailing slash never matters. */
const addressSchema = z.pipe(
  z.string().check(z.refine(isSafeAddress), z.refine((text) => !hasBlockedPort(text), { params: blockedPort })),
  z.transform((text: string) => {
    const { origin, pathname } = new URL(text);
    return withoutSlashesAtEnd(`${origin}${pathname}`);
  }),
);

/** An address by the same rule as those of a profile, in the same form; null for anything else. */
export function parseAddress(text: unknown): string | null {
  return addressSchema.safeParse(text).data ?? null;
}

/** A word goes into header names and paths, so nothing but letters, digits and inner hyphens is let through. */
const wordSchema = z.string().check(z.regex(/^[a-z](?:[a-z0-9-]{0,30}[a-z0-9])?$/i));

const labelSchema = z.string().check(z.minLength(1), z.maxLength(200));

const modelSchema = z.object({
  id: labelSchema,
  name: z.optional(labelSchema),
  /** Tokens; absent means unknown, and then nothing is computed from it. */
  contextWindow: z.optional(z.int().check(z.positive())),
  /** Tokens; absent means unknown. */
  maxOutput: z.optional(z.int().check(z.positive())),
  images: z._default(z.boolean(), false),
  thinking: z._default(z.boolean(), false),
});
export type Model = z.infer<typeof modelSchema>;

/** Where the browser may send its answer; the order is the order in which they are tried (decisions 5). */
const redirectShapeSchema = z.enum(['primary-auth', 'oauth', 'secondary-auth', 'loopback']);
export type RedirectShape = z.infer<typeof redirectShapeSchema>;

/** The four parameters of section 4.1: names, and values in which `{…}` is filled in. */
export const authorizeParameters: Readonly<Record<string, string>> = {
  response_type: 'code',
  client_id: '{clientId}',
  redirect_uri: '{redirectUri}',
  state: '{state}',
};

/** Without the state a callback could be forged, and without the redirect URI none would come (decisions 3). */
const parametersSchema = z
  .record(labelSchema, z.string().check(z.maxLength(200)))
  .check(z.refine((parameters) => ['{redirectUri}', '{state}'].every((mark) => Object.values(parameters).includes(mark))));

/** Envelope codes or messages, compared in full, that stand for a reason the wire has no sign for (decisions 9). */
const refusalsSchema = z.object({
  providerInactive: z._default(z.array(labelSchema), []),
  paymentRequired: z._default(z.array(labelSchema), []),
});

const profileSchema = z.object({
  name: z._default(labelSchema, 'AI service'),
  authUrl: addressSchema,
  baseUrl: addressSchema,
  apiUrl: addressSchema,
  altAuthUrl: z.optional(addressSchema),
  altApiUrl: z.optional(addressSchema),
  /** Host of entry-plan billing where it differs from `baseUrl` (section 4.6). */
  planUrl: z.optional(addressSchema),
  /** Base address for messages paid by the plan (section 4.9, decisions 2). */
  planMessagesUrl: z.optional(addressSchema),
  clientId: labelSchema,
  altAppId: z.optional(labelSchema),
  /** What the second provider's login page is asked with. */
  altAuthorizeParameters: z._default(parametersSchema, authorizeParameters),
  words: z._default(z.object({ service: wordSchema, compat: wordSchema }), { service: 'svc', compat: 'compat' }),
  redirectShapes: z._default(z.array(redirectShapeSchema).check(z.minLength(1)), ['primary-auth', 'loopback']),
  /** What the two providers are called by their owner; untrusted text. */
  providerNames: z._default(z.object({ primary: z.optional(labelSchema), secondary: z.optional(labelSchema) }), {}),
  inactiveProviders: z._default(z.array(z.enum(['primary', 'secondary'])), []),
  refusals: z._default(refusalsSchema, { providerInactive: [], paymentRequired: [] }),
  models: z.array(modelSchema).check(z.minLength(1)),
});
export type ServiceProfile = z.infer<typeof profileSchema>;

export type ParsedProfile =
  | { readonly kind: 'profile'; readonly profile: ServiceProfile }
  | { readonly kind: 'invalid'; readonly problems: readonly ProfileProblem[] };

/** Reads a profile from parsed JSON. Unknown fields are left out, so a newer document still serves. */
export function parseProfile(data: unknown): ParsedProfile {
  const parsed = profileSchema.safeParse(data, { reportInput: true });
  if (parsed.success) return { kind: 'profile', profile: parsed.data };
  return { kind: 'invalid', problems: parsed.error.issues.map(problemOf) };
}

/** Reads a profile from a file's or the clipboard's text. */
export function parseProfileText(text: string): ParsedProfile {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { kind: 'invalid', problems: [{ where: '', fault: { kind: 'notJson' } }] };
  }
  return parseProfile(data);
}

/** Every address of the service that the profile names. */
function addressesOf(profile: ServiceProfile): string[] {
  const { authUrl, baseUrl, apiUrl, altAuthUrl, altApiUrl, planUrl, planMessagesUrl } = profile;
  return [authUrl, baseUrl, apiUrl, altAuthUrl, altApiUrl, planUrl, planMessagesUrl].filter((address) => address !== undefined);
}

/** The hosts that receive the client's identification headers; a foreign API-key base is not among them (decisions 12). */
export function isServiceHost(profile: ServiceProfile, url: string): boolean {
  const { origin } = new URL(url);
  return addressesOf(profile).some((address) => new URL(address).origin === origin);
}

/**
 * Names the service as the receiver of credentials: its hosts and application. A port on this machine is no part of the
 * name, since a program that runs here gets another at each start.
 */
export function audienceOf(profile: ServiceProfile): string {
  return [profile.clientId, ...new Set(addressesOf(profile).map(receiverOf))].join(' ');
}

/** The host of an address as the receiver of a credential, by the same rule. */
export function receiverOf(address: string): string {
  const { host, hostname } = new URL(address);
  return loopbackHosts.has(hostname) ? hostname : host;
}

/** Where an API key may be sent: the person's own base before the profile's; null where neither names one (decisions 2). */
export function keyBaseOf({ altApiUrl, words }: ServiceProfile, ownBase: string | null): string | null {
  return ownBase ?? (altApiUrl === undefined ? null : `${altApiUrl}/api/${words.compat}`);
}
