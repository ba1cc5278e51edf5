// Knows which host the person's API key would be sent to, by the profile and the settings; not the key.
import { keyBaseOf, receiverOf, type ServiceProfile } from '../../core/service/profile.ts';
import { readKeyBaseUrl } from '../settings.ts';

/** Null where neither the profile nor the settings name a host that takes keys. */
export function keyReceiverOf(profile: ServiceProfile): string | null {
  const base = keyBaseOf(profile, readKeyBaseUrl());
  return base === null ? null : receiverOf(base);
}
