// A person at a browser, the demo behind it and the environment of a sign-in, all over real sockets.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import type { CallbackChannel, Surroundings } from '../../../src/core/account/callback-channels.ts';
import { createCompletion, type SessionKeeper } from '../../../src/core/account/sign-in.ts';
import { SignInFlow } from '../../../src/core/account/sign-in-flow.ts';
import type { SignInOutcome, SignInStage } from '../../../src/core/account/sign-in-stage.ts';
import type { CallbackListener, SignInSurface } from '../../../src/core/account/sign-in-surface.ts';
import type { Session } from '../../../src/core/account/session.ts';
import type { Lease, SecretStore } from '../../../src/core/ports.ts';
import type { Connection } from '../../../src/core/service/http/connection.ts';
import type { ProviderId } from '../../../src/core/service/profile/profile.ts';
import type { DemoService } from '../../../src/demo/server.ts';
import { listenOnLoopback } from '../../../src/node/loopback/loopback.ts';
import { keeperOf, passThrough } from './completed-sign-in.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { MemorySecretStore } from '../fakes/memory-secret-store.ts';
import { connectTo, profileOf } from '../fakes/service-connection.ts';

export interface Environment {
  readonly name: string;
  readonly surroundings: Surroundings;
  /** The redirect URI that the editor gives for a path of its own. */
  readonly link: (path: string) => string;
}

const scheme =
  (name: string) =>
  (path: string): string =>
    `${name}://tidemark.tidemark${path}`;
const local: Surroundings = { window: 'desktop', isLocal: true, browserIsHere: false };

export const desktop: Environment = { name: 'on the desktop', surroundings: local, link: scheme('vscode') };
export const fork: Environment = {
  name: 'in a fork with a scheme of its own',
  surroundings: local,
  link: scheme('fork-editor'),
};
export const remote: Environment = {
  name: 'on a remote host',
  surroundings: { ...local, isLocal: false },
  link: scheme('vscode'),
};
export const remoteBeside: Environment = {
  name: 'on a remote host whose browser is beside it',
  surroundings: { ...local, isLocal: false, browserIsHere: true },
  link: scheme('vscode'),
};
export const web: Environment = {
  name: 'in a browser',
  surroundings: { window: 'web', isLocal: false, browserIsHere: false },
  link: (path) =>
    `http://127.0.0.1:8000/stable-0a1b/callback?vscode-reqid=7&vscode-scheme=code&vscode-path=${encodeURIComponent(path)}`,
};

const pages = { accepted: '<p>accepted', denied: '<p>denied', rejected: '<p>rejected' };

export interface SceneOptions {
  readonly environment?: Environment;
  readonly provider?: ProviderId;
  readonly shapes?: readonly string[];
  readonly store?: SecretStore;
  readonly clock?: FakeClock;
  readonly lease?: Lease;
  readonly keeper?: SessionKeeper;
  /** The id of an attempt that another window began. */
  readonly attempt?: string;
  /** Whether a browser opens, once that is known. */
  readonly hasBrowser?: boolean | Promise<boolean>;
  readonly hasPort?: boolean;
}

export interface Scene {
  readonly flow: SignInFlow;
  readonly clock: FakeClock;
  readonly store: SecretStore;
  readonly connection: Connection;
  readonly lease: Lease;
  /** Every address that the browser was asked to open, in order. */
  readonly opened: readonly string[];
  readonly stages: readonly SignInStage[];
  readonly kept: readonly Session[];
  readonly keeper: SessionKeeper;
  /** Connects to another service. */
  readonly changeService: () => void;
  /** What the end of a window does to its ports. */
  readonly losePorts: () => void;
}

export function stage(demo: DemoService, options: SceneOptions = {}): Scene {
  const { environment = desktop, provider = 'primary', hasBrowser = true, hasPort = true } = options;
  const clock = options.clock ?? new FakeClock(Date.now());
  const store = options.store ?? new MemorySecretStore();
  const lease = options.lease ?? passThrough;
  const { shapes = ['primary-auth', 'loopback'] } = options;
  const { authUrl } = demo.description;
  const life = new AbortController();
  const connection = connectTo(profileOf(authUrl, { ...demo.description, redirectShapes: shapes }), clock, life.signal);
  const opened: string[] = [];
  const stages: SignInStage[] = [];
  const kept: Session[] = [];
  const listeners: CallbackListener[] = [];
  const keeper = options.keeper ?? keeperOf(kept);
  const surface: SignInSurface = {
    surroundings: environment.surroundings,
    linkRedirect: (shape) => Promise.resolve(environment.link(`/${shape}/callback`)),
    async listen(onQuery, port) {
      if (!hasPort) throw Object.assign(new Error('no port'), { code: 'EACCES' });
      const listener = await listenOnLoopback(
        pages,
        (query) => {
          const reception = onQuery(query);
          return reception === 'accepted' || reception === 'denied' ? reception : 'rejected';
        },
        port,
      );
      listeners.push(listener);
      return listener;
    },
    openBrowser(address) {
      opened.push(address);
      return Promise.resolve(hasBrowser);
    },
  };
  const flow = new SignInFlow(
    {
      profile: connection.profile,
      provider,
      surface,
      store,
      clock,
      random: (count) => webcrypto.getRandomValues(new Uint8Array(count)),
      completion: createCompletion(connection, lease, keeper),
      ending: connection.ending,
      onStage: (now) => stages.push(now),
    },
    options.attempt,
  );
  const losePorts = (): void => {
    for (const listener of listeners) listener.close();
  };
  return {
    flow,
    clock,
    store,
    connection,
    lease,
    opened,
    stages,
    kept,
    keeper,
    losePorts,
    changeService: () => life.abort(),
  };
}

/** Starts the sign-in and goes on until this channel is the one that was opened last. */
export async function reach({ flow }: Scene, kind: CallbackChannel['kind']): Promise<void> {
  await flow.start();
  if (kind === 'loopback') await flow.tryNextChannel();
  if (kind === 'paste') await flow.preparePaste();
  assert.equal(flow.stage.kind === 'waiting' ? flow.stage.channel.kind : flow.stage.kind, kind);
}

/** The person signs in on the page that was opened last; returns where the browser is sent then. */
export async function signInAtPage(
  demo: DemoService,
  { opened }: Pick<Scene, 'opened'>,
  persona = 'subscriber',
): Promise<URL> {
  const phone = demo.description.people.find((person) => person.persona === persona)?.phone ?? '';
  return submit(opened.at(-1) ?? '', { step: 'code', phone, sms_code: demo.description.smsCode });
}

export async function denyAtPage({ opened }: Pick<Scene, 'opened'>): Promise<URL> {
  return submit(opened.at(-1) ?? '', { step: 'deny' });
}

async function submit(page: string, fields: Readonly<Record<string, string>>): Promise<URL> {
  const answer = await fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  assert.equal(answer.status, 302);
  return new URL(answer.headers.get('location') ?? '');
}

/** What the browser gets to see, or does, with the address that it was sent to. */
export async function deliver({ flow }: Scene, kind: CallbackChannel['kind'], address: URL): Promise<string> {
  switch (kind) {
    case 'link':
      return flow.receive(queryThroughEditor(address));
    case 'paste':
      return flow.paste(address.href);
    case 'loopback':
      return fetch(address).then(
        async (answer) => `${answer.status} ${await answer.text()}`,
        () => 'nobody listens',
      );
  }
}

/** VS Code keeps the parameters that it added for itself. */
export function queryThroughEditor({ searchParams }: URL): string {
  return new URLSearchParams([...searchParams].filter(([name]) => !name.startsWith('vscode-'))).toString();
}

/** The outcome in short, with the name of whoever signed in. */
export async function ended({ flow }: Pick<Scene, 'flow'>): Promise<string> {
  return described(await flow.outcome);
}

async function described(outcome: SignInOutcome): Promise<string> {
  switch (outcome.kind) {
    case 'signedIn': {
      const { user, provider } = await outcome.named;
      return `signedIn as ${user?.name ?? 'nobody'} (${provider})`;
    }
    case 'denied':
      return `denied: ${outcome.error}`;
    case 'failed':
    case 'loginFailed':
      return `${outcome.kind}: ${outcome.failure.kind}`;
    case 'fault':
      return `fault: ${String(outcome.error)}`;
    default:
      return outcome.kind;
  }
}
