// What all endpoint groups share: settings and state of one running demo.
import { randomBytes } from 'node:crypto';
import { createKnownHosts, type KnownHosts } from '../access/callers.ts';
import { type AuthorizationCodes, createAuthorizationCodes } from '../authorize/authorization-codes.ts';
import { createCredentials, type Credentials } from '../accounts/credentials.ts';
import type { Words } from '../wire/endpoints.ts';
import { createFaultPlan, type FaultPlan } from '../faults/faults.ts';
import { createPromptCache, type PromptCache } from '../accounts/prompt-cache.ts';
import { createRedirectRule, type RedirectRule } from '../authorize/redirects.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import { createUsage, type Usage } from '../accounts/usage.ts';
import { withoutSlashesAtEnd } from '../../core/service/trimming.ts';

export interface DemoOptions {
  /** The words behind `svc` and `compat`; those two by default. Lower-case letters, digits and dashes. */
  readonly words?: Partial<Words>;
  /** 64 bytes; random by default. With the key of an earlier run, that run's tokens stay valid. */
  readonly signingKey?: Uint8Array;
  /** The API key that the second provider's messages accept; random by default. */
  readonly apiKey?: string;
  /** The token that guards the control endpoint; random by default. */
  readonly controlToken?: string;
  /** Milliseconds between two deltas of a scripted answer; 12 by default, 0 for as fast as it goes. */
  readonly pace?: number;
  /** A server that speaks the compatible interface: messages are passed on to `{url}/v1/messages`. */
  readonly upstream?: Upstream;
  /** Where given, exactly these redirect URIs are accepted, as by a service with registered URIs. */
  readonly strictRedirects?: readonly string[];
  /** Milliseconds since the epoch; decides reset times, stamps and, where given, the age of codes. */
  readonly now?: () => number;
}

export interface Upstream {
  /** An http or https address without a path of its own for messages. */
  readonly url: string;
  readonly key?: string | undefined;
}

export interface Demo {
  readonly words: Words;
  readonly apiKey: string;
  readonly controlToken: string;
  readonly pace: number;
  readonly upstream: Upstream | undefined;
  readonly now: () => number;
  readonly knownHosts: KnownHosts;
  readonly credentials: Credentials;
  readonly codes: AuthorizationCodes;
  readonly redirects: RedirectRule;
  readonly usage: Usage;
  readonly promptCache: PromptCache;
  readonly faults: FaultPlan;
  readonly traffic: Traffic;
}

function checkedWord(word: string): string {
  if (!/^[a-z][a-z0-9-]*$/.test(word)) {
    throw new RangeError('A service word must be lower-case letters, digits and dashes, and start with a letter.');
  }
  return word;
}

function checkedUpstream({ url, key }: Upstream): Upstream {
  const address = URL.parse(url);
  if (address?.protocol !== 'http:' && address?.protocol !== 'https:') {
    throw new RangeError('The upstream address must start with http:// or https://.');
  }
  // An address is printed, and is in the list of processes.
  if (`${address.username}${address.password}${address.search}${address.hash}` !== '') {
    throw new RangeError('The upstream address must not carry a name, a password or a query.');
  }
  return { url: withoutSlashesAtEnd(url), key };
}

/** @throws {RangeError} for a word, a pace, a signing key or an upstream address that cannot be used */
export function createDemo(options: DemoOptions): Demo {
  const now = options.now ?? Date.now;
  const pace = options.pace ?? 12;
  if (!(pace >= 0 && pace <= 60_000)) throw new RangeError('The pace must be from 0 to 60000 milliseconds.');
  return {
    words: {
      service: checkedWord(options.words?.service ?? 'svc'),
      compat: checkedWord(options.words?.compat ?? 'compat'),
    },
    apiKey: options.apiKey ?? `demo-${randomBytes(18).toString('base64url')}`,
    controlToken: options.controlToken ?? randomBytes(24).toString('base64url'),
    pace,
    upstream: options.upstream && checkedUpstream(options.upstream),
    now,
    knownHosts: createKnownHosts(),
    credentials: createCredentials(options.signingKey ?? randomBytes(64), now),
    // The age of a code is no matter of the calendar, which may be set while the code is out.
    codes: createAuthorizationCodes(options.now ?? (() => performance.now())),
    redirects: createRedirectRule(options.strictRedirects ?? null),
    usage: createUsage(now),
    promptCache: createPromptCache(),
    faults: createFaultPlan(),
    traffic: createTraffic(now),
  };
}
