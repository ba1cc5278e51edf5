// Reads the body of a request as text of a bounded size, however it was sent.

/** In bytes; many times what a form or a small JSON object takes. */
export const usualBody = 64 * 1024;

/**
 * Null where the body is larger than `largest` bytes: what comes behind that is not read. Rejects where the sender
 * leaves.
 */
export async function readBody({ headers, body }: Request, largest: number): Promise<string | null> {
  if (Number(headers.get('content-length') ?? 0) > largest) return null;
  if (body === null) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > largest) {
      reader.releaseLock();
      return null;
    }
    chunks.push(next.value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
