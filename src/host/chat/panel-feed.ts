// Knows how facts reach the page: a delta that comes alone at once, those that follow within a frame joined, everything else
// at once and in order. It does not know what the facts mean.
import type { HostMessage } from '../../core/chat/panel-messages.ts';
import type { Clock } from '../../core/ports.ts';

/** One frame of a 60 Hz screen: the page draws no faster. */
const frameMilliseconds = 16;

type Delta = HostMessage & { kind: 'textAppended' | 'thinkingAppended' };

export class PanelFeed {
  readonly #post: (message: HostMessage) => void;
  #delta: Delta | null = null;
  readonly #clock: Clock;
  /** Ends the frame after a posted delta, for whose end other deltas wait. */
  #cancelFrame: (() => void) | null = null;

  constructor(post: (message: HostMessage) => void, clock: Clock) {
    this.#post = post;
    this.#clock = clock;
  }

  tell(message: HostMessage): void {
    if (message.kind !== 'textAppended' && message.kind !== 'thinkingAppended') {
      this.#flush();
      this.#post(message);
      return;
    }
    if (this.#delta !== null && this.#delta.kind === message.kind && this.#delta.id === message.id) {
      this.#delta = { ...this.#delta, text: this.#delta.text + message.text };
      return;
    }
    this.#flush();
    this.#delta = message;
    if (this.#cancelFrame === null) this.#beginFrame();
  }

  #beginFrame(): void {
    this.#flush();
    this.#cancelFrame = this.#clock.after(frameMilliseconds, () => {
      this.#cancelFrame = null;
      if (this.#delta !== null) this.#beginFrame();
    });
  }

  #flush(): void {
    if (this.#delta === null) return;
    this.#post(this.#delta);
    this.#delta = null;
  }

  dispose(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    this.#delta = null;
  }
}
