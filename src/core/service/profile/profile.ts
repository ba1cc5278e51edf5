// The service profile: the addresses, client ids, words and models of one service, as one JSON document that a person
// brings.
import * as z from 'zod/mini';
import { jsonErrorPlace } from '../json-place.ts';
import { parseJson } from '../json.ts';
import { hasBlockedPort } from './blocked-ports.ts';
import { blockedPort, type ProfileProblem, problemOf } from './profile-problem.ts';
import { redirectShapes } from './redirect-shapes.ts';
import { longestModel } from '../stored-fields.ts';
import { withoutSlashesAtEnd } from '../trimming.ts';

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
  z.string().check(
    z.refine(isSafeAddress),
    z.refine((text) => !hasBlockedPort(text), { params: blockedPort }),
  ),
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

/** It is shown on every answer, and stored with it. */
const modelLabelSchema = z.string().check(z.minLength(1), z.maxLength(longestModel));

const modelSchema = z.object({
  id: modelLabelSchema,
  name: z.optional(modelLabelSchema),
  /** Tokens; absent means unknown, and then nothing is computed from it. */
  contextWindow: z.optional(z.int().check(z.positive())),
  /** Tokens; absent means unknown. */
  maxOutput: z.optional(z.int().check(z.positive())),
  images: z._default(z.boolean(), false),
  thinking: z._default(z.boolean(), false),
  /** Whether the model calls tools. */
  tools: z._default(z.boolean(), true),
});
export type Model = z.infer<typeof modelSchema>;

/** Where the browser may send its answer; the order is the order in which they are tried (docs/decisions.md#5). */
const redirectShapeSchema = z.enum(redirectShapes);

/** The four parameters of docs/service.md#4.1: names, and values in which `{…}` is filled in. */
export const authorizeParameters: Readonly<Record<string, string>> = {
  response_type: 'code',
  client_id: '{clientId}',
  redirect_uri: '{redirectUri}',
  state: '{state}',
};

/** Without the state a callback could be forged, and without the redirect URI none would come (docs/decisions.md#3). */
const parametersSchema = z
  .record(labelSchema, z.string().check(z.maxLength(200)))
  .check(
    z.refine((parameters) => ['{redirectUri}', '{state}'].every((mark) => Object.values(parameters).includes(mark))),
  );

/**
 * Envelope codes or messages, compared in full, that stand for a reason the wire has no sign for (docs/decisions.md#9).
 */
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
  /** Host of entry-plan billing where it differs from `baseUrl` (docs/service.md#4.6). */
  planUrl: z.optional(addressSchema),
  /** Base address for messages paid by the plan (docs/service.md#4.9, docs/decisions.md#2). */
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
  /** Whether the service takes breakpoints of the prompt cache (docs/decisions.md#28). */
  promptCaching: z._default(z.boolean(), true),
  models: z.array(modelSchema).check(z.minLength(1)),
});
export type ServiceProfile = z.infer<typeof profileSchema>;

export type ParsedProfile =
  | {
      readonly kind: 'profile';
      readonly profile: ServiceProfile;
      /** Dotted paths of what the document says and no field of a profile is called; untrusted text. */
      readonly unknownFields: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly problems: readonly ProfileProblem[] };

/** Reads a profile from parsed JSON. Unknown fields are left out and named, so a newer document still serves. */
export function parseProfile(data: unknown): ParsedProfile {
  const parsed = profileSchema.safeParse(data, { reportInput: true });
  if (parsed.success) return { kind: 'profile', profile: parsed.data, unknownFields: fieldsLeftOut(data, parsed.data) };
  return { kind: 'invalid', problems: parsed.error.issues.map(problemOf) };
}

/** Reads a profile from a file's or the clipboard's text. */
export function parseProfileText(text: string): ParsedProfile {
  const data = parseJson(text);
  return data === undefined
    ? { kind: 'invalid', problems: [{ where: '', fault: { kind: 'notJson', place: jsonErrorPlace(text) } }] }
    : parseProfile(data);
}

/** What the document says and the profile does not. */
function fieldsLeftOut(document: unknown, read: unknown, path = ''): string[] {
  if (!isObject(document) || !isObject(read)) return [];
  const kept = new Map(Object.entries(read));
  return Object.entries(document).flatMap(([name, value]) => {
    const field = path === '' ? name : `${path}.${name}`;
    return kept.has(name) ? fieldsLeftOut(value, kept.get(name), field) : [field];
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The fields that hold an address, those first which every profile has. */
export const addressRoles = [
  'authUrl',
  'baseUrl',
  'apiUrl',
  'altAuthUrl',
  'altApiUrl',
  'planUrl',
  'planMessagesUrl',
] as const;
export type AddressRole = (typeof addressRoles)[number];

export interface RoleAddress {
  readonly role: AddressRole;
  readonly address: string;
}

/** Every address of the service that the profile names, by what it is for. */
export function addressesByRole(profile: ServiceProfile): RoleAddress[] {
  return addressRoles.flatMap((role) => {
    const address = profile[role];
    return address === undefined ? [] : [{ role, address }];
  });
}

export function addressesOf(profile: ServiceProfile): string[] {
  return addressesByRole(profile).map(({ address }) => address);
}

/**
 * The hosts that receive the client's identification headers; a foreign API-key base is not among them
 * (docs/decisions.md#12).
 */
export function isServiceHost(profile: ServiceProfile, url: string): boolean {
  const { origin } = new URL(url);
  return addressesOf(profile).some((address) => new URL(address).origin === origin);
}
