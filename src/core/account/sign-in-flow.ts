// Knows one sign-in from the first opened browser to its end: which way is open, what may be offered next, and which of
// all answers settles it. State is the only guard: what does not match sends nothing and ends nothing. It does not know
// how a browser is opened, who draws the dialog, or how a session is kept.
import type { Clock, RandomBytes, SecretStore } from '../ports.ts';
import { serviceOf } from '../service/current-connection.ts';
import type { ProviderId, ServiceProfile } from '../service/profile.ts';
import type { QueryForm } from './callback/callback-query.ts';
import { type CallbackWay, callbackWays, unheardRedirect } from './callback-ways.ts';
import { waitBriefly } from './guarded-store.ts';
import { type AuthorizationCode, authorizeUrl, type Callback, claimCode, createState, equalInFull, parseCallback } from './oauth.ts';
import { readPastedAddress } from './pasted-address.ts';
import { authorizeRequestOf, findPending, forgetPending, keepPending, type PendingRequest, takePending } from './pending-request.ts';
import { resumeAttempt } from './callback/resumed-attempt.ts';
import type { Completion } from './sign-in.ts';
import { outcomeOfError, type PasteReception, type Reception, type SignInOutcome, type SignInStage, type WayTrouble } from './sign-in-stage.ts';
import type { CallbackListener, SignInSurface } from './sign-in-surface.ts';

/** How long an authorize request can be answered. The service's own codes live no longer (section 8). */
export const stateMilliseconds = 5 * 60_000;
/** After this long without an answer the next way is offered. */
export const patienceMilliseconds = 20_000;

export interface SignInFlowParts {
  readonly profile: ServiceProfile;
  readonly provider: ProviderId;
  readonly surface: SignInSurface;
  readonly store: SecretStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly completion: Completion;
  /** The end of the service's connection, which is the end of the sign-in. */
  readonly ending: AbortSignal;
  /** Called after every change of `stage`. Must not throw. */
  readonly onStage: (stage: SignInStage) => void;
}

export class SignInFlow {
  readonly id: string;
  readonly #parts: SignInFlowParts;
  readonly #ways: readonly CallbackWay[];
  readonly #requests: PendingRequest[] = [];
  readonly #listeners: CallbackListener[] = [];
  readonly #ended = Promise.withResolvers<SignInOutcome>();
  readonly #cancelled = new AbortController();
  #stage: SignInStage = { kind: 'opening' };
  /** How many of the ways were opened so far. */
  #opened = 0;
  /** The session is there and about to be in force: nobody cancels it any more. */
  #isCommitted = false;
  #stopPatience: () => void = () => undefined;
  #stopDeadline: () => void = () => undefined;

  constructor(parts: SignInFlowParts, id: string = createState(parts.random)) {
    this.#parts = parts;
    this.#ways = callbackWays(parts.profile, parts.provider, parts.surface.surroundings);
    this.id = id;
    const { ending } = parts;
    ending.addEventListener('abort', this.#endWithService);
    if (ending.aborted) this.#endWithService();
  }

  get stage(): SignInStage {
    return this.#stage;
  }

  /** Resolves once, when the sign-in has ended, however it ended; everything opened is closed by then. Never rejects. */
  get outcome(): Promise<SignInOutcome> {
    return this.#ended.promise;
  }

  /** Opens the first way, and the browser with it. Never rejects. */
  async start(): Promise<void> {
    await this.tryNextWay();
  }

  /**
   * Goes on where a window was loaded again: what was opened is listened for once more, and no browser is opened. A port that
   * another program has taken meanwhile is replaced by a fresh one with a fresh state. Ends at once where nothing of the
   * attempt can be answered any more. Never rejects.
   */
  async resume(): Promise<void> {
    const { store, clock, profile } = this.#parts;
    const resumed = await resumeAttempt({ store, clock, service: serviceOf(profile), listen: (port) => this.#listen(port) }, this.id);
    if (resumed === null || resumed === 'taken') {
      this.#end({ kind: resumed === null ? 'interrupted' : 'elsewhere' });
      return;
    }
    const { requests, last } = resumed;
    this.#requests.push(...requests);
    this.#opened = last.way + 1;
    if (requests.includes(last)) this.#wait(this.#ways[last.way] ?? { kind: 'paste' }, 'none', authorizeUrl(profile, authorizeRequestOf(last)));
    else await this.#prepare(last.way, 'portTaken');
  }

  /** Opens the next way; what was opened before stays valid until one wins. Never rejects. */
  async tryNextWay(): Promise<void> {
    if (this.#opened < this.#ways.length && this.#isOpen()) await this.#open(this.#opened, 'none');
  }

  /** Opens the way of pasting, unless an address that the person can copy was opened already. Never rejects. */
  async preparePaste(): Promise<void> {
    const waiting = this.#stage;
    if (waiting.kind !== 'waiting' || waiting.way.kind !== 'link') return;
    await this.#open(this.#ways.length - 1, 'none');
  }

  /**
   * Opens the browser once more, on the way that was opened last. A link is asked for anew, since a window in a browser
   * hears each of its links once. Never rejects.
   */
  async openAgain(): Promise<void> {
    const waiting = this.#stage;
    if (waiting.kind !== 'waiting') return;
    if (waiting.way.kind === 'link') {
      await this.#open(this.#opened - 1, 'none');
      return;
    }
    await this.#openBrowser(waiting.address);
  }

  /**
   * Takes a redirect's query. Unknown, late, repeated, doubled and malformed ones change nothing; after one whose code
   * cannot be told apart the person is offered another way.
   */
  receive(query: string, form: QueryForm = 'encoded'): Reception {
    const callback = parseCallback(query, form);
    if (callback.kind === 'malformed') return 'malformed';
    const request = this.#requestOf(callback);
    if (request === null || !this.#isOpen()) return 'unknown';
    if (callback.kind === 'ambiguous') {
      if (this.#stage.kind === 'waiting') this.#show({ ...this.#stage, isOverdue: true, trouble: 'ambiguousAnswer' });
      return 'ambiguous';
    }
    this.#settle(callback, request);
    return callback.kind === 'denied' ? 'denied' : 'accepted';
  }

  /** Takes the address on which the person's browser ended. One of another sign-in ends this one (decisions 10). */
  paste(text: string): PasteReception {
    const pasted = readPastedAddress(text);
    if (pasted.kind !== 'callback') return pasted.kind;
    if (!this.#isOpen()) return 'accepted';
    if (this.receive(pasted.query) !== 'unknown') return 'accepted';
    this.#end({ kind: 'mismatch' });
    return 'mismatch';
  }

  /** Ends the sign-in, unless its session is about to be in force. */
  cancel(): void {
    if (this.#isCommitted) return;
    this.#cancelled.abort();
    this.#end({ kind: 'cancelled' });
  }

  /**
   * The shared store has changed: where another window took one of the requests, this attempt is over here. That one is missing
   * says nothing, since stores forget. Never rejects.
   */
  async recheck(): Promise<void> {
    const { store, clock } = this.#parts;
    for (const { state } of [...this.#requests]) {
      const found = await findPending(store, state, clock.now()).catch(() => null);
      if (found?.kind === 'taken' && this.#isOpen()) this.#end({ kind: 'elsewhere' });
    }
  }

  readonly #endWithService = (): void => {
    if (this.#isCommitted) return;
    this.#cancelled.abort();
    this.#end({ kind: 'serviceChanged' });
  };

  async #open(index: number, trouble: WayTrouble): Promise<void> {
    const address = await this.#prepare(index, trouble);
    if (address !== null) await this.#openBrowser(address);
  }

  /** Makes a way ready and waits on it; resolves to the address for the browser, or to null where the sign-in has ended. */
  async #prepare(index: number, trouble: WayTrouble): Promise<string | null> {
    const { profile, provider, clock, random } = this.#parts;
    // Pasting is the last way and needs nothing of the machine, so that a way that cannot be opened leads there at the latest.
    const way = this.#ways[index] ?? { kind: 'paste' };
    this.#opened = index + 1;
    const redirectUri = await this.#redirectOf(way).catch(() => null);
    if (!this.#isOpen()) return null;
    if (redirectUri === null) return this.#prepare(index + 1, 'noListener');
    const request: PendingRequest = {
      provider,
      state: createState(random),
      redirectUri,
      expiresAt: clock.now() + stateMilliseconds,
      service: serviceOf(profile),
      attempt: this.id,
      way: index,
    };
    // This window's memory is enough to go on where the store does not take it.
    this.#requests.push(request);
    await waitBriefly(keepPending(this.#parts.store, request), clock);
    if (!this.#isOpen()) return null;
    const address = authorizeUrl(profile, authorizeRequestOf(request));
    this.#wait(way, trouble, address);
    return address;
  }

  /** Opening may take as long as a person thinks about it; the dialog waits already. */
  async #openBrowser(address: string): Promise<void> {
    const opened = await this.#parts.surface.openBrowser(address);
    const waiting = this.#stage;
    if (waiting.kind !== 'waiting' || waiting.address !== address) return;
    if (!opened) this.#show({ ...waiting, trouble: 'noBrowser' });
    else if (waiting.trouble === 'noBrowser' || waiting.trouble === 'portTaken') this.#show({ ...waiting, trouble: 'none' });
  }

  async #redirectOf(way: CallbackWay): Promise<string> {
    switch (way.kind) {
      case 'link':
        return this.#parts.surface.linkRedirect(way.shape);
      case 'loopback':
        return this.#listen(null);
      case 'paste':
        return unheardRedirect;
    }
  }

  async #listen(port: number | null): Promise<string> {
    const listener = await this.#parts.surface.listen((query) => this.receive(query), port);
    if (this.#isOpen()) this.#listeners.push(listener);
    else listener.close();
    return listener.redirectUri;
  }

  #wait(way: CallbackWay, trouble: WayTrouble, address: string): void {
    const { clock } = this.#parts;
    this.#stopPatience();
    this.#stopDeadline();
    this.#show({ kind: 'waiting', way, next: this.#ways[this.#opened] ?? null, isOverdue: false, trouble, address });
    this.#stopPatience = clock.after(patienceMilliseconds, () => {
      if (this.#stage.kind === 'waiting') this.#show({ ...this.#stage, isOverdue: true });
    });
    const latest = Math.max(...this.#requests.map(({ expiresAt }) => expiresAt));
    this.#stopDeadline = clock.after(latest - clock.now(), () => this.#end({ kind: 'timedOut' }));
  }

  #requestOf(callback: Exclude<Callback, { kind: 'malformed' }>): PendingRequest | null {
    const { state } = callback;
    const now = this.#parts.clock.now();
    if (state === null) return null;
    return this.#requests.find((request) => now < request.expiresAt && equalInFull(request.state, state)) ?? null;
  }

  #settle(callback: Callback & { kind: 'code' | 'denied' }, request: PendingRequest): void {
    if (callback.kind === 'denied') {
      this.#end({ kind: 'denied', error: callback.error });
      return;
    }
    const proof = claimCode(callback, authorizeRequestOf(request));
    if (proof === null) return;
    this.#show({ kind: 'exchanging' });
    this.#stopPatience();
    this.#stopDeadline();
    void this.#complete(proof, request, this.#parts.clock.now());
  }

  async #complete(proof: AuthorizationCode, request: PendingRequest, receivedAt: number): Promise<void> {
    const { store, completion } = this.#parts;
    // A store that fails or forgot must not lock anybody out: this window's own memory has let the state pass once.
    const claim = async (): Promise<boolean> => (await takePending(store, request.state, receivedAt).catch(() => null))?.kind !== 'taken';
    const commit = (): boolean => {
      this.#isCommitted = this.#stage.kind === 'exchanging';
      return this.#isCommitted;
    };
    try {
      const signedIn = await completion.complete(proof, claim, { signal: this.#cancelled.signal, commit });
      this.#end(signedIn === null ? { kind: 'elsewhere' } : { kind: 'signedIn', ...signedIn });
    } catch (error) {
      this.#end(outcomeOfError(error));
    }
  }

  #isOpen(): boolean {
    return this.#stage.kind === 'opening' || this.#stage.kind === 'waiting';
  }

  #show(stage: SignInStage): void {
    this.#stage = stage;
    this.#parts.onStage(stage);
  }

  #end(outcome: SignInOutcome): void {
    if (this.#stage.kind === 'ended') return;
    this.#stopPatience();
    this.#stopDeadline();
    for (const listener of this.#listeners) listener.close();
    this.#parts.ending.removeEventListener('abort', this.#endWithService);
    this.#show({ kind: 'ended' });
    const { store, clock } = this.#parts;
    void waitBriefly(forgetPending(store, this.id, clock.now()), clock).then(() => this.#ended.resolve(outcome));
  }
}
