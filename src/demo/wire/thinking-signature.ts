// By its signature the demo knows its own thinking again, and that nobody has changed it.
import { createHash } from 'node:crypto';

export function signatureOf(thinking: string): string {
  return createHash('sha256').update(`demo thinking ${thinking}`).digest('base64');
}

export function isOwnSignature({
  thinking,
  signature,
}: {
  readonly thinking: string;
  readonly signature: string;
}): boolean {
  return signature === signatureOf(thinking);
}
