// Batches messages to the page: a delta that comes alone is sent at once, those that follow within a few milliseconds
// are joined, everything else is sent at once and in order.
import type { HostMessage } from '../../../protocol/chat.ts';
import { type BlockDelta, isMoreOfBlock } from '../../../core/chat/messages/blocks.ts';
import type { Clock } from '../../../core/ports.ts';

/**
 * Twice as fast as a fast model sends, so that its words do not wait for each other. The page draws once a frame of its
 * screen: joining for a whole frame here would have words wait for two frames, of which neither knows when the other
 * ends.
 */
const pauseMilliseconds = 2;

/** More text of one block. */
interface Delta {
  readonly kind: 'answerGrew';
  readonly id: string;
  readonly event: BlockDelta;
}

export class DeltaBatcher {
  readonly #post: (message: HostMessage) => void;
  #delta: Delta | null = null;
  readonly #clock: Clock;
  /** Ends the pause behind a posted delta, for whose end other deltas wait. */
  #cancelPause: (() => void) | null = null;

  constructor(post: (message: HostMessage) => void, clock: Clock) {
    this.#post = post;
    this.#clock = clock;
  }

  tell(message: HostMessage): void {
    const delta = deltaIn(message);
    if (delta === null) {
      this.#flush();
      this.#post(message);
      return;
    }
    if (this.#delta !== null && this.#delta.id === delta.id && isMoreOfBlock(this.#delta.event, delta.event)) {
      this.#delta = { ...delta, event: { ...delta.event, text: this.#delta.event.text + delta.event.text } };
      return;
    }
    this.#flush();
    this.#delta = delta;
    if (this.#cancelPause === null) this.#beginPause();
  }

  #beginPause(): void {
    this.#flush();
    this.#cancelPause = this.#clock.after(pauseMilliseconds, () => {
      this.#cancelPause = null;
      if (this.#delta !== null) this.#beginPause();
    });
  }

  #flush(): void {
    if (this.#delta === null) return;
    this.#post(this.#delta);
    this.#delta = null;
  }

  dispose(): void {
    this.#cancelPause?.();
    this.#cancelPause = null;
    this.#delta = null;
  }
}

function deltaIn(message: HostMessage): Delta | null {
  if (message.kind !== 'answerGrew') return null;
  const { kind, id, event } = message;
  return event.kind === 'blockStarted' || event.kind === 'blockEnded' ? null : { kind, id, event };
}
