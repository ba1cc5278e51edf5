// Which host the person's API key would be sent to, by the profile and the settings.
import { keyAddressOf, olderKeyReceiver, type Service } from '../../../core/service/profile/audience.ts';
import { readKeyBaseUrl } from '../../settings.ts';

export interface KeyReceiver {
  /** As `KeyAddress.receiver` names it. */
  readonly receiver: string;
  /** As earlier versions named the very same; null where they cannot have meant it without doubt. */
  readonly older: string | null;
}

/** Null where neither the profile nor the settings name an address that takes keys. */
export function keyReceiverOf(service: Service): KeyReceiver | null {
  const address = keyAddressOf(service, readKeyBaseUrl());
  return address === null ? null : { receiver: address.receiver, older: olderKeyReceiver(service, address) };
}
