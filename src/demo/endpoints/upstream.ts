// Passes a message request on to a real server that speaks the compatible interface, and its answer back as it comes.
import type { Upstream } from '../state/demo.ts';
import { messageFailure } from '../wire/wire.ts';

const passedBack = ['content-type', 'retry-after', 'request-id'];

/**
 * @param version the name and value of the version header
 * @param body the request's JSON text, passed on word for word
 */
export async function passedOn(
  upstream: Upstream,
  version: [name: string, value: string],
  body: string,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers([version, ['content-type', 'application/json']]);
  if (upstream.key !== undefined) {
    headers.set('x-api-key', upstream.key);
    headers.set('authorization', `Bearer ${upstream.key}`);
  }
  let answer: Response;
  try {
    answer = await fetch(`${upstream.url}/v1/messages`, { method: 'POST', headers, body, redirect: 'manual', signal });
  } catch {
    return messageFailure(502, 'api_error', 'The upstream server could not be reached.');
  }
  // A redirect would carry the prompt to an address that nobody chose.
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    return messageFailure(502, 'api_error', 'The upstream server answered with a redirect, which is not followed.');
  }
  const kept = new Headers();
  for (const name of passedBack) {
    const value = answer.headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return new Response(answer.body && quietly(answer.body), { status: answer.status, headers: kept });
}

/** A body that ends where the upstream breaks off, instead of failing: either way no `message_stop` has come. */
function quietly(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch {
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
