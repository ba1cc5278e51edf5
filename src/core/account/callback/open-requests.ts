// The authorize requests that one sign-in has opened in this window and can still take an answer for. This window's
// memory is enough for that; the store has them for other windows and for the next load. Time is measured by a
// monotonic clock.
import type { Clock, SecretStore } from '../../ports.ts';
import { waitBriefly } from '../guarded-store.ts';
import { equalInFull } from '../../service/credentials/secret.ts';
import {
  findPending,
  forgetPending,
  keepPending,
  type PendingRequest,
  stateMilliseconds,
  takePending,
} from '../pending-request.ts';

interface OpenRequest {
  readonly request: PendingRequest;
  /** On the monotonic clock. */
  readonly deadline: number;
}

export class OpenRequests {
  readonly #store: SecretStore;
  readonly #clock: Clock;
  readonly #attempt: string;
  readonly #open: OpenRequest[] = [];

  constructor(store: SecretStore, clock: Clock, attempt: string) {
    this.#store = store;
    this.#clock = clock;
    this.#attempt = attempt;
  }

  /** How long the youngest can still be answered; 0 where there is none. */
  get millisecondsLeft(): number {
    return Math.max(0, ...this.#open.map(({ deadline }) => deadline - this.#clock.monotonic()));
  }

  /** Opens a new one. Resolves when the store has it, or does not take it in a moment. Never rejects. */
  async add(request: Omit<PendingRequest, 'attempt' | 'expiresAt'>): Promise<void> {
    const whole = { ...request, attempt: this.#attempt, expiresAt: this.#clock.now() + stateMilliseconds };
    this.takeOver([whole]);
    await waitBriefly(keepPending(this.#store, whole), this.#clock);
  }

  /** Goes on with requests that were opened before this window was loaded. */
  takeOver(requests: readonly PendingRequest[]): void {
    const now = this.#clock.now();
    for (const request of requests) {
      const left = Math.min(request.expiresAt - now, stateMilliseconds);
      this.#open.push({ request, deadline: this.#clock.monotonic() + left });
    }
  }

  matching(state: string): PendingRequest | null {
    const now = this.#clock.monotonic();
    const open = this.#open.find(({ request, deadline }) => now < deadline && equalInFull(request.state, state));
    return open?.request ?? null;
  }

  /** Uses a request up, as of now, once the claim is called: false where another window has. Never rejects. */
  claimOf(request: PendingRequest): () => Promise<boolean> {
    const receivedAt = this.#timeOf(request);
    // A store that fails or forgot must not lock anybody out: this window's own memory has let the state pass once.
    return async () => (await takePending(this.#store, request.state, receivedAt).catch(() => null))?.kind !== 'taken';
  }

  /** Whether another window took one of them. That one is missing says nothing, since stores forget. Never rejects. */
  async areTaken(): Promise<boolean> {
    for (const { request } of [...this.#open]) {
      const found = await findPending(this.#store, request.state, this.#timeOf(request)).catch(() => null);
      if (found?.kind === 'taken') return true;
    }
    return false;
  }

  /** Never rejects. */
  async forget(): Promise<void> {
    await waitBriefly(forgetPending(this.#store, this.#attempt, this.#clock.now()), this.#clock);
  }

  /** The time of day as the clock would show it that dated the request, had nobody set it since. */
  #timeOf(request: PendingRequest): number {
    const deadline = this.#open.find((open) => open.request === request)?.deadline ?? this.#clock.monotonic();
    return request.expiresAt - (deadline - this.#clock.monotonic());
  }
}
