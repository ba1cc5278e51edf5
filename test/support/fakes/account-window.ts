// The account of one window in a process of its own: sessions over a store that it shares with others, sign-ins under
// the lease file of the same person. A parent sends it commands and receives what it shows.
import process from 'node:process';
import { mock } from 'node:test';
import * as z from 'zod/mini';
import { AccountStore } from '../../../src/core/account/accounts/account-store.ts';
import type { Accounts } from '../../../src/core/account/accounts/accounts.ts';
import { createCompletion } from '../../../src/core/account/sign-in.ts';
import { claimCode, parseCallback } from '../../../src/core/account/oauth.ts';
import { systemClock } from '../../../src/core/ports.ts';
import { failureOf } from '../../../src/core/service/failure/errors.ts';
import { parseProfile } from '../../../src/core/service/profile/profile.ts';
import { TombstoneFile } from '../../../src/node/tombstone-file.ts';
import { createFileLease } from '../../../src/node/leases/waiting-lease.ts';
import { uncancelled } from '../sign-in/completed-sign-in.ts';
import { connectTo } from './service-connection.ts';
import { joinSharedStore } from './shared-store.ts';

const orderSchema = z.union([
  z.object({
    order: z.literal('signIn'),
    code: z.string(),
    state: z.string(),
    redirectUri: z.string(),
    provider: z.enum(['primary', 'secondary']),
  }),
  z.object({ order: z.literal('signOut') }),
  z.object({ order: z.literal('lapse') }),
]);

const [profileText = '', leaseFile = '', timers = ''] = process.argv.slice(2);
if (timers === 'held') mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
const parsed = parseProfile(JSON.parse(profileText));
if (parsed.kind === 'invalid') throw new Error('The profile is not one.');
const { profile } = parsed;
const connection = connectTo(profile, systemClock);
let marker: string | null = null;
let choice: string | null = null;

const store = joinSharedStore((key) => void book.hear(key));
const book = new AccountStore({
  store,
  tombstones: new TombstoneFile(null),
  service: () => connection,
  marker: {
    get: () => marker,
    set: (service) => {
      marker = service;
      return Promise.resolve();
    },
  },
  choice: {
    get: () => choice,
    set: (account) => {
      choice = account;
    },
  },
  log: { info: () => undefined, warn: () => undefined },
  onChange: (accounts) => tell(accounts),
});
const { complete } = createCompletion(connection, createFileLease(leaseFile), {
  keep: (session) => Promise.resolve({ saved: book.keep(session) }),
  name: (session, user) => book.name(session, user),
});

function tell({ sessions, active }: Accounts): void {
  const name = active.kind === 'session' ? (active.session.user?.name ?? 'nobody') : active.kind;
  process.send?.({ shows: `${name} of ${sessions.map(({ provider }) => provider).join(' and ') || 'none'}` });
}

async function obey(message: unknown): Promise<void> {
  const order = orderSchema.safeParse(message);
  if (!order.success) return;
  switch (order.data.order) {
    case 'signIn': {
      const { code, state, redirectUri, provider } = order.data;
      const callback = parseCallback(new URLSearchParams({ code, state }).toString());
      const proof = callback.kind === 'code' ? claimCode(callback, { provider, state, redirectUri }) : null;
      if (proof === null) throw new Error('The code does not belong to its state.');
      const began = Date.now();
      const end = await complete(proof, () => Promise.resolve(true), uncancelled).then(
        (signedIn) => signedIn?.named.then(() => 'signedIn'),
        (error: unknown) => failureOf(error)?.kind ?? String(error),
      );
      process.send?.({ ended: end, began, at: Date.now() });
      return;
    }
    case 'signOut':
      await book.forget(book.accounts.sessions);
      return;
    case 'lapse': {
      const { active } = book.accounts;
      if (active.kind === 'session') process.send?.({ lapsed: await book.lapse(active.session) });
    }
  }
}

process.on('message', (message) => void obey(message));
void book.open().then(() => process.send?.({ shows: 'ready' }));
