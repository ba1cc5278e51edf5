// What every row of the bench must do, and the request that all rows send.

/** The whole text that was read, or, for the row that only counts, the number of bytes. */
export type WhatWasRead =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly count: number };

export interface StreamReader {
  /** Asks `{base}/v1/messages` for its stream and reads it to the end. Rejects where the stream is not whole. */
  readonly read: (base: string) => Promise<WhatWasRead>;
}

export const model = 'model-1-big';
export const maxTokens = 4_096;
export const prompt = 'Hello';
export const key = 'bench';

/** The request as a client without any library sends it. */
export async function postedBody(base: string): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(`${base}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'compat-version': '2023-06-01' },
    body: JSON.stringify({ model, max_tokens: maxTokens, stream: true, messages: [{ role: 'user', content: prompt }] }),
  });
  if (!response.ok || response.body === null) throw new Error(`The stream server answered ${response.status}.`);
  return response.body;
}
