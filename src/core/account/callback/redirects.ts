// Where the answer of each channel comes back, and the listeners that were opened for it.
import { type CallbackChannel, unheardRedirect } from '../callback-channels.ts';
import type { Reception } from '../sign-in-stage.ts';
import type { CallbackListener, SignInSurface } from '../sign-in-surface.ts';

export class Redirects {
  readonly #surface: SignInSurface;
  readonly #receive: (query: string) => Reception;
  readonly #isOpen: () => boolean;
  readonly #listeners: CallbackListener[] = [];

  /** @param isOpen whether an answer is still waited for; a listener that comes later is closed at once. */
  constructor(surface: SignInSurface, receive: (query: string) => Reception, isOpen: () => boolean) {
    this.#surface = surface;
    this.#receive = receive;
    this.#isOpen = isOpen;
  }

  /** The redirect URI of a channel; rejects where it cannot be had on this machine. */
  async of(channel: CallbackChannel): Promise<string> {
    switch (channel.kind) {
      case 'link':
        return this.#surface.linkRedirect(channel.shape);
      case 'loopback':
        return this.listen(null);
      case 'paste':
        return unheardRedirect;
    }
  }

  /** @param port null for any that is free */
  async listen(port: number | null): Promise<string> {
    const listener = await this.#surface.listen(this.#receive, port);
    if (this.#isOpen()) this.#listeners.push(listener);
    else listener.close();
    return listener.redirectUri;
  }

  close(): void {
    for (const listener of this.#listeners) listener.close();
  }
}
