// A chat session against the demo service, without VS Code: real requests, and in the test's hand whatever a person
// sets, owns and answers.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AnswerTurn } from '../../../src/core/chat/conversation/answer.ts';
import { ConversationStore } from '../../../src/core/chat/history/history.ts';
import type { AnswerPreferences } from '../../../src/core/chat/prompt/preferences.ts';
import type { FallbackPolicy } from '../../../src/core/chat/providers/fallback-chain.ts';
import { ModelLimits } from '../../../src/core/chat/providers/model-limits.ts';
import { offeredModels } from '../../../src/core/chat/providers/models.ts';
import type { ChatEvent } from '../../../src/core/chat/session/chat-events.ts';
import { ChatSession, type ChatSessionPorts } from '../../../src/core/chat/session/chat-session.ts';
import { ModelChoice } from '../../../src/core/chat/session/model-choice.ts';
import { type PayerPorts, Payers } from '../../../src/core/chat/session/payers.ts';
import { type Log, type PersistedText, systemClock } from '../../../src/core/ports.ts';
import type { BoundKey } from '../../../src/core/service/credentials/credential.ts';
import type { SessionCredentials } from '../../../src/core/service/credentials/session-credentials.ts';
import type { Failure } from '../../../src/core/service/failure/errors.ts';
import type { Connection } from '../../../src/core/service/http/connection.ts';
import { parseProfile } from '../../../src/core/service/profile/profile.ts';
import type { Fault } from '../../../src/demo/faults/faults.ts';
import type { DemoService, DemoServiceOptions } from '../../../src/demo/server.ts';
import { Secret } from '../../../src/core/service/credentials/secret.ts';
import { control, signIn, startDemo } from '../../unit/demo/demo-client.ts';
import { MemoryCounts } from '../fakes/memory-counts.ts';
import { memoryFiles } from '../fakes/memory-files.ts';
import { connectTo, keyOnLoopback } from '../fakes/service-connection.ts';

export class DemoChat {
  readonly demo: DemoService;
  connection: Connection | null;
  credentials: SessionCredentials | null;
  key: BoundKey | null = null;
  policy: FallbackPolicy = 'ask';
  dailyCap = 0;
  /** Who is signed in and not in use. */
  others: readonly SessionCredentials[] = [];
  isSignedOut = false;
  hasNoPlan = false;
  modelId: string | null = null;
  preferences: AnswerPreferences = {
    maxTokens: 8192,
    systemPrompt: '',
    temperature: null,
    thinkingBudget: 0,
    whole: false,
  };
  mayStop = true;
  agent: ChatSessionPorts['agent'] = () => null;
  /** Who paid, as a person was shown it; true for the key. */
  readonly payersShown: boolean[] = [];
  /** The warnings in the log. */
  readonly logged: string[];
  readonly events: ChatEvent[] = [];
  readonly refusedTokens: SessionCredentials[] = [];
  readonly counts = new MemoryCounts();
  readonly limits = new ModelLimits(memoryText(), systemClock);
  readonly history = new ConversationStore([{ name: 'person', files: memoryFiles() }], 'w', systemClock, () =>
    assert.fail(),
  );
  readonly models: ModelChoice;
  readonly payers: Payers;
  readonly session: ChatSession;

  private constructor(demo: DemoService, connection: Connection, credentials: SessionCredentials, logged: string[]) {
    this.demo = demo;
    this.logged = logged;
    this.connection = connection;
    this.credentials = credentials;
    this.models = new ModelChoice(
      () => offeredModels(this.connection?.profile.models ?? [], []),
      () => ({ modelId: this.modelId, preferences: this.preferences }),
    );
    this.payers = new Payers(this.#payerPorts());
    this.session = new ChatSession({
      payers: this.payers,
      models: this.models,
      history: this.history,
      newPlace: () => 'person',
      agent: (conversationId, goesOn, place) => this.agent(conversationId, goesOn, place),
      mayStop: () => Promise.resolve(this.mayStop),
      newId: randomUUID,
      clock: systemClock,
      log: this.log,
    });
    this.session.events.listen((event) => this.events.push(event));
  }

  get log(): Log {
    return logInto(this.logged);
  }

  /** Signed in to a demo of its own, with a plan that answers and without a key. */
  static async open(options: DemoServiceOptions = {}): Promise<DemoChat> {
    const demo = await startDemo(options);
    const parsed = parseProfile(demo.description);
    assert.ok(parsed.kind === 'profile');
    const logged: string[] = [];
    const connection = connectTo(parsed.profile, systemClock, undefined, logInto(logged));
    return new DemoChat(demo, connection, await credentialsFor(demo, connection), logged);
  }

  #payerPorts(): PayerPorts {
    return {
      connection: () => this.connection,
      session: () => this.credentials,
      sessionOf: (account) => [this.credentials, ...this.others].find((one) => one?.account === account) ?? null,
      isSignedOut: (account) =>
        this.isSignedOut && ![this.credentials, ...this.others].some((one) => one?.account === account),
      apiKey: () => this.key,
      counts: this.counts,
      limits: this.limits,
      keyRules: () => ({ policy: this.policy, dailyCap: this.dailyCap, baseUrl: null }),
      hasNoPlan: () => this.hasNoPlan,
      bindingReset: () => null,
      roomSeenAt: () => null,
      onPayer: (keyPays) => this.payersShown.push(keyPays),
      onTokenRefused: (session) => this.refusedTokens.push(session),
      clock: systemClock,
    };
  }

  /** Somebody else signs in, or the same person again. */
  async signInAnew(): Promise<void> {
    assert.ok(this.connection !== null);
    this.credentials = await credentialsFor(this.demo, this.connection);
  }

  /** The person signs out. */
  signOut(): void {
    this.credentials = null;
    this.isSignedOut = true;
    this.payers.sessionChanged();
  }

  /** Another account is in use from now on; the one before stays signed in. */
  switchTo(account: string): void {
    assert.ok(this.credentials !== null);
    const before = this.credentials;
    const after = this.others.find((one) => one.account === account) ?? { ...before, account };
    this.others = [...this.others.filter((one) => one !== after), before];
    this.credentials = after;
    this.payers.sessionChanged();
  }

  /** As if the key had paid for so much today. */
  spendByKey(tokens: number): void {
    assert.ok(this.key !== null);
    const about = { origin: 'ask', conversation: null, payer: 'apiKey', account: null, model: 'm' } as const;
    this.counts.add({ ...about, receiver: this.key.receiver, input: tokens, output: 0, cached: 0 });
  }

  setKey(key = this.demo.description.apiKey): void {
    this.key = keyOnLoopback(key);
  }

  /** The plan's message endpoint answers so, the next `times` times. */
  async refuse(fault: Fault, times = 1): Promise<void> {
    await control(this.demo, 'POST', '/faults', { endpoint: 'plan-messages', fault, times });
  }

  /** How often the plan was asked, and how often the key. */
  async requests(): Promise<[plan: number, apiKey: number]> {
    const report = await control(this.demo, 'GET', '/requests');
    assert.ok(typeof report === 'object' && report !== null && 'counts' in report);
    const counts = new Map(Object.entries(report.counts ?? {}));
    return [Number(counts.get('plan-messages') ?? 0), Number(counts.get('alt-messages') ?? 0)];
  }

  /** The next event of this kind. */
  next<Kind extends ChatEvent['kind']>(kind: Kind): Promise<Extract<ChatEvent, { kind: Kind }>> {
    return new Promise((resolve) => {
      const isKind = (event: ChatEvent): event is Extract<ChatEvent, { kind: Kind }> => event.kind === kind;
      const stop = this.session.events.listen((event) => {
        if (!isKind(event)) return;
        stop();
        resolve(event);
      });
    });
  }

  /** Resolves with the next text that arrives. */
  async nextText(): Promise<void> {
    for (;;) {
      const { event } = await this.next('answerGrew');
      if (event.kind === 'textAdded') return;
    }
  }

  lastAnswer(): AnswerTurn {
    const turn = this.session.conversation().turns.at(-1);
    assert.ok(turn?.kind === 'answer');
    return turn;
  }

  /** Null where the last answer did not fail. */
  lastFailure(): Failure | null {
    const { progress } = this.lastAnswer();
    return progress.kind === 'failed' ? progress.failure : null;
  }
}

function logInto(lines: string[]): Log {
  return { info: () => undefined, warn: (line) => void lines.push(line) };
}

async function credentialsFor(demo: DemoService, { audience }: Connection): Promise<SessionCredentials> {
  const { business } = await signIn(demo, 'subscriber');
  return {
    audience,
    provider: 'primary',
    account: 'a'.repeat(32),
    businessToken: new Secret(business),
    planCredential: null,
  };
}

function memoryText(): PersistedText {
  let kept = '';
  return {
    get text() {
      return kept;
    },
    write(text) {
      kept = text;
    },
  };
}
