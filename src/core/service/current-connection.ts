// Knows which service is connected, and that what was begun for one service ends when another takes its place. It loads at
// every start, so that nothing heavy may be imported here.
import type { Connection } from './connection.ts';
import type { ServiceProfile } from './profile.ts';

/**
 * Names a service to the letter: its addresses, ports on this machine included, its application and its words. What is only
 * told about it, such as its models, is no part of the name.
 */
export function serviceOf(profile: ServiceProfile): string {
  const { authUrl, baseUrl, apiUrl, altAuthUrl, altApiUrl, planUrl, planMessagesUrl, clientId, altAppId, words } = profile;
  return JSON.stringify({ authUrl, baseUrl, apiUrl, altAuthUrl, altApiUrl, planUrl, planMessagesUrl, clientId, altAppId, words });
}

export class CurrentConnection {
  #connection: Connection | null = null;
  #life = new AbortController();

  get connection(): Connection | null {
    return this.#connection;
  }

  /**
   * Connects to the service of this profile. Where it is the same service, what is under way goes on, and nothing changes at
   * all where the profile says the same. True where anything did.
   * @param open makes the connection, which ends with the signal
   */
  connect(profile: ServiceProfile, open: (ending: AbortSignal) => Connection): boolean {
    const before = this.#connection?.profile;
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(profile)) return false;
    const former = before !== undefined && serviceOf(before) === serviceOf(profile) ? null : this.#life;
    if (former !== null) this.#life = new AbortController();
    this.#connection = open(this.#life.signal);
    // Whoever hears of the end finds the new service connected.
    former?.abort();
    return true;
  }

  /** True where a service was connected. */
  disconnect(): boolean {
    if (this.#connection === null) return false;
    this.#connection = null;
    this.#life.abort();
    this.#life = new AbortController();
    return true;
  }
}
