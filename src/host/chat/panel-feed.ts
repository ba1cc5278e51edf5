// Knows how facts reach the page: deltas joined until the next frame, everything else at once and in order. It does not
// know what the facts mean.
import type { HostMessage } from '../../core/chat/panel-messages.ts';

/** One frame of a 60 Hz screen: the page draws no faster. */
const frameMilliseconds = 16;

type Delta = HostMessage & { kind: 'textAppended' | 'thinkingAppended' };

export class PanelFeed {
  readonly #post: (message: HostMessage) => void;
  #delta: Delta | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(post: (message: HostMessage) => void) {
    this.#post = post;
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
    this.#timer = setTimeout(() => this.#flush(), frameMilliseconds);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    if (this.#delta === null) return;
    this.#post(this.#delta);
    this.#delta = null;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#delta = null;
  }
}
