/**
 * The first half of a SHA-256, as 32 hexadecimal characters: it tells secrets apart where they themselves must not
 * stand.
 */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
