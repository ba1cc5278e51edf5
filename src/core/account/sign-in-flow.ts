// One sign-in from the first opened browser to its end: which channel is open, what may be offered next, and which of
// all answers settles it. State is the only guard: what does not match sends nothing and ends nothing.
import type { Clock, RandomBytes, SecretStore } from '../ports.ts';
import { serviceOf } from '../service/http/current-connection.ts';
import type { ProviderId, ServiceProfile } from '../service/profile/profile.ts';
import type { QueryForm } from './callback/callback-query.ts';
import { type CallbackChannel, callbackChannels } from './callback-channels.ts';
import { type AuthorizationCode, authorizeUrl, type Callback, claimCode, createState, parseCallback } from './oauth.ts';
import { readPastedAddress } from './pasted-address.ts';
import { authorizeRequestOf, type PendingRequest } from './pending-request.ts';
import { OpenRequests } from './callback/open-requests.ts';
import { Redirects } from './callback/redirects.ts';
import { resumeAttempt } from './callback/resumed-attempt.ts';
import type { Completion } from './sign-in.ts';
import {
  outcomeOfError,
  type PasteReception,
  type Reception,
  type SignInOutcome,
  type SignInStage,
  type ChannelTrouble,
} from './sign-in-stage.ts';
import type { SignInSurface } from './sign-in-surface.ts';

/** After this long without an answer the next channel is offered. */
export const patienceMilliseconds = 20_000;

export interface SignInFlowPorts {
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
  readonly #ports: SignInFlowPorts;
  readonly #channels: readonly CallbackChannel[];
  readonly #requests: OpenRequests;
  readonly #redirects: Redirects;
  readonly #ended = Promise.withResolvers<SignInOutcome>();
  readonly #cancelled = new AbortController();
  #stage: SignInStage = { kind: 'opening' };
  /** How many of the channels were opened so far. */
  #opened = 0;
  /** The session is there and about to be used: it cannot be cancelled any more. */
  #isCommitted = false;
  #stopPatience: () => void = () => undefined;
  #stopDeadline: () => void = () => undefined;

  constructor(ports: SignInFlowPorts, id: string = createState(ports.random)) {
    this.#ports = ports;
    this.#channels = callbackChannels(ports.profile, ports.provider, ports.surface.surroundings);
    this.id = id;
    this.#requests = new OpenRequests(ports.store, ports.clock, id);
    this.#redirects = new Redirects(
      ports.surface,
      (query) => this.receive(query),
      () => this.#isOpen(),
    );
    const { ending } = ports;
    ending.addEventListener('abort', this.#endWithService);
    if (ending.aborted) this.#endWithService();
  }

  get stage(): SignInStage {
    return this.#stage;
  }

  /**
   * Resolves once, when the sign-in has ended, however it ended; everything opened is closed by then. Never rejects.
   */
  get outcome(): Promise<SignInOutcome> {
    return this.#ended.promise;
  }

  /** Opens the first channel, and the browser with it. Never rejects. */
  async start(): Promise<void> {
    await this.tryNextChannel();
  }

  /**
   * Goes on where a window was loaded again: what was opened is listened for once more, and no browser is opened. A
   * port that another program has taken meanwhile is replaced by a fresh one with a fresh state. Ends at once where
   * nothing of the attempt can be answered any more. Never rejects.
   */
  async resume(): Promise<void> {
    const { store, clock, profile } = this.#ports;
    const listen = (port: number): Promise<unknown> => this.#redirects.listen(port);
    const resumed = await resumeAttempt(this.id, serviceOf(profile), store, clock, listen);
    if (resumed === null || resumed === 'taken') {
      this.#end({ kind: resumed === null ? 'interrupted' : 'elsewhere' });
      return;
    }
    const { requests, last } = resumed;
    this.#requests.takeOver(requests);
    this.#opened = last.way + 1;
    if (requests.includes(last))
      this.#wait(
        this.#channels[last.way] ?? { kind: 'paste' },
        'none',
        authorizeUrl(profile, authorizeRequestOf(last)),
      );
    else await this.#prepare(last.way, 'portTaken');
  }

  /** Opens the next channel; what was opened before stays valid until one wins. Never rejects. */
  async tryNextChannel(): Promise<void> {
    if (this.#opened < this.#channels.length && this.#isOpen()) await this.#open(this.#opened, 'none');
  }

  /** Opens the channel of pasting, unless an address that the person can copy was opened already. Never rejects. */
  async preparePaste(): Promise<void> {
    const waiting = this.#stage;
    if (waiting.kind !== 'waiting' || waiting.channel.kind !== 'link') return;
    await this.#open(this.#channels.length - 1, 'none');
  }

  /**
   * Opens the browser once more, on the channel that was opened last. A link is asked for anew, since a window in a
   * browser hears each of its links once. Never rejects.
   */
  async openAgain(): Promise<void> {
    const waiting = this.#stage;
    if (waiting.kind !== 'waiting') return;
    if (waiting.channel.kind === 'link') {
      await this.#open(this.#opened - 1, 'none');
      return;
    }
    await this.#openBrowser(waiting.address);
  }

  /**
   * Takes a redirect's query. Unknown, late, repeated, doubled and malformed ones change nothing; after one whose code
   * cannot be told apart the person is offered another channel.
   */
  receive(query: string, form: QueryForm = 'encoded'): Reception {
    const callback = parseCallback(query, form);
    if (callback.kind === 'malformed') return 'malformed';
    const request = callback.state === null ? null : this.#requests.matching(callback.state);
    if (request === null || !this.#isOpen()) return 'unknown';
    if (callback.kind === 'ambiguous') {
      if (this.#stage.kind === 'waiting') this.#show({ ...this.#stage, isOverdue: true, trouble: 'ambiguousAnswer' });
      return 'ambiguous';
    }
    this.#settle(callback, request);
    return callback.kind === 'denied' ? 'denied' : 'accepted';
  }

  /**
   * Takes the address on which the person's browser ended. One of another sign-in ends this one (docs/decisions.md#10).
   */
  paste(text: string): PasteReception {
    const pasted = readPastedAddress(text);
    if (pasted.kind !== 'callback') return pasted.kind;
    if (!this.#isOpen()) return 'accepted';
    if (this.receive(pasted.query) !== 'unknown') return 'accepted';
    this.#end({ kind: 'mismatch' });
    return 'mismatch';
  }

  /** Ends the sign-in, unless its session is about to be used. */
  cancel(): void {
    if (this.#isCommitted) return;
    this.#cancelled.abort();
    this.#end({ kind: 'cancelled' });
  }

  /**
   * The shared store has changed: where another window took one of the requests, this attempt is over here. Never
   * rejects.
   */
  async recheck(): Promise<void> {
    if ((await this.#requests.areTaken()) && this.#isOpen()) this.#end({ kind: 'elsewhere' });
  }

  readonly #endWithService = (): void => {
    if (this.#isCommitted) return;
    this.#cancelled.abort();
    this.#end({ kind: 'serviceChanged' });
  };

  async #open(index: number, trouble: ChannelTrouble): Promise<void> {
    const address = await this.#prepare(index, trouble);
    if (address !== null) await this.#openBrowser(address);
  }

  /**
   * Makes a channel ready and waits on it; resolves to the address for the browser, or to null where the sign-in has
   * ended.
   */
  async #prepare(index: number, trouble: ChannelTrouble): Promise<string | null> {
    const { profile, provider, random } = this.#ports;
    // Pasting is the last channel and needs nothing of the machine, so that one that cannot be opened leads there at
    // the latest.
    const channel = this.#channels[index] ?? { kind: 'paste' };
    this.#opened = index + 1;
    const redirectUri = await this.#redirects.of(channel).catch(() => null);
    if (!this.#isOpen()) return null;
    if (redirectUri === null) return this.#prepare(index + 1, 'noListener');
    const request = { provider, state: createState(random), redirectUri };
    await this.#requests.add({ ...request, service: serviceOf(profile), way: index });
    if (!this.#isOpen()) return null;
    const address = authorizeUrl(profile, request);
    this.#wait(channel, trouble, address);
    return address;
  }

  /** Opening may take as long as a person thinks about it; the dialog waits already. */
  async #openBrowser(address: string): Promise<void> {
    const opened = await this.#ports.surface.openBrowser(address);
    const waiting = this.#stage;
    if (waiting.kind !== 'waiting' || waiting.address !== address) return;
    if (!opened) this.#show({ ...waiting, trouble: 'noBrowser' });
    else if (waiting.trouble === 'noBrowser' || waiting.trouble === 'portTaken')
      this.#show({ ...waiting, trouble: 'none' });
  }

  #wait(channel: CallbackChannel, trouble: ChannelTrouble, address: string): void {
    const { clock } = this.#ports;
    this.#stopPatience();
    this.#stopDeadline();
    this.#show({
      kind: 'waiting',
      channel,
      next: this.#channels[this.#opened] ?? null,
      isOverdue: false,
      trouble,
      address,
    });
    this.#stopPatience = clock.after(patienceMilliseconds, () => {
      if (this.#stage.kind === 'waiting') this.#show({ ...this.#stage, isOverdue: true });
    });
    this.#stopDeadline = clock.after(this.#requests.millisecondsLeft, () => this.#end({ kind: 'timedOut' }));
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
    void this.#complete(proof, this.#requests.claimOf(request));
  }

  async #complete(proof: AuthorizationCode, claim: () => Promise<boolean>): Promise<void> {
    const commit = (): boolean => {
      this.#isCommitted = this.#stage.kind === 'exchanging';
      return this.#isCommitted;
    };
    try {
      const signedIn = await this.#ports.completion.complete(proof, claim, { signal: this.#cancelled.signal, commit });
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
    this.#ports.onStage(stage);
  }

  #end(outcome: SignInOutcome): void {
    if (this.#stage.kind === 'ended') return;
    this.#stopPatience();
    this.#stopDeadline();
    this.#redirects.close();
    this.#ports.ending.removeEventListener('abort', this.#endWithService);
    this.#show({ kind: 'ended' });
    void this.#requests.forget().then(() => this.#ended.resolve(outcome));
  }
}
