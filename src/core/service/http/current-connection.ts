// The service that is connected; what was begun for one service ends when another takes its place. It loads at every
// start, so nothing heavy may be imported here.
import type { Connection } from './connection.ts';
import type { Service } from '../profile/audience.ts';
import type { ServiceProfile } from '../profile/profile.ts';

/**
 * Names a service to the letter: its addresses, ports on this machine included, its application and its words. What is
 * only said about it, such as its models, is no part of the name.
 */
export function serviceOf(profile: ServiceProfile): string {
  const { authUrl, baseUrl, apiUrl, altAuthUrl, altApiUrl, planUrl, planMessagesUrl, clientId, altAppId, words } =
    profile;
  return JSON.stringify({
    authUrl,
    baseUrl,
    apiUrl,
    altAuthUrl,
    altApiUrl,
    planUrl,
    planMessagesUrl,
    clientId,
    altAppId,
    words,
  });
}

export class CurrentConnection {
  #connection: Connection | null = null;
  #life = new AbortController();

  get connection(): Connection | null {
    return this.#connection;
  }

  /**
   * Connects to this service. Where it is the same service, what is under way goes on, and nothing changes at
   * all where the profile says the same. True where anything did.
   * @param open makes the connection, which ends with the signal
   */
  connect({ profile, audience }: Service, open: (ending: AbortSignal) => Connection): boolean {
    const before = this.#connection;
    const hasAudience = before?.audience === audience;
    if (hasAudience && JSON.stringify(before.profile) === JSON.stringify(profile)) return false;
    const former = hasAudience && serviceOf(before.profile) === serviceOf(profile) ? null : this.#life;
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
