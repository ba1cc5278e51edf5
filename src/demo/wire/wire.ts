// What endpoints share: the envelope, the two shapes of a failure, and reading what a request carries.
import { createHash, timingSafeEqual } from 'node:crypto';
import type * as z from 'zod/mini';
import { parseJson } from '../../core/service/json.ts';
import { readBody, usualBody } from './request-body.ts';

/**
 * A success in the envelope of docs/service.md#2.1. `code` is 0 at the token endpoints and 200 at the business
 * endpoints.
 */
export function enveloped(code: 0 | 200, data: unknown): Response {
  return Response.json({ code, msg: 'Operation successful', data, success: true });
}

/** A failure in the envelope of docs/service.md#2.1, without `data`. */
export function envelopedFailure(status: number, code: number, msg: string, headers: HeadersInit = {}): Response {
  return Response.json({ code, msg, success: false }, { status, headers });
}

/** The text of an error with code 1113. @see docs/service.md#7.2 */
export const noBalanceMessage = '[1113][Insufficient balance or no resource package. Please recharge.]';

/** A failure as message endpoints send it. @see docs/service.md#7.2 */
export function messageFailure(status: number, type: string, message: string, headers: HeadersInit = {}): Response {
  return Response.json({ type: 'error', error: { type, message } }, { status, headers });
}

/** What docs/service.md#7.3 shows of a refused billing request: no body, a firewall's name, and a challenge cookie. */
export function firewallRefusal(): Response {
  return new Response(null, {
    status: 401,
    headers: {
      'content-length': '0',
      server: 'perimeter-firewall',
      'set-cookie': 'challenge=c2hvdyB5b3Vyc2VsZg; Path=/; HttpOnly; SameSite=Lax',
    },
  });
}

/**
 * The credential of an `Authorization: Bearer` header, or undefined. The scheme's case does not matter
 * (https://www.rfc-editor.org/rfc/rfc9110#section-11.1).
 */
export function bearerOf(headers: Headers): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

export function sendsJson(headers: Headers): boolean {
  return /^application\/json(?:$|;)/i.test(headers.get('content-type') ?? '');
}

/** The body as the schema reads it, with its text, or the status and the sentence that say what is wrong with it. */
export async function jsonBody<T>(
  request: Request,
  schema: z.ZodMiniType<T>,
  largest = usualBody,
): Promise<{ kind: 'read'; value: T; text: string } | { kind: 'wrong'; status: 400 | 413; message: string }> {
  const text = await readBody(request, largest);
  if (text === null)
    return { kind: 'wrong', status: 413, message: `The request is larger than ${largest / 1024} KiB.` };
  const body = parseJson(text);
  if (body === undefined) return { kind: 'wrong', status: 400, message: 'The body is not valid JSON.' };
  const parsed = schema.safeParse(body);
  if (parsed.success) return { kind: 'read', value: parsed.data, text };
  const [issue] = parsed.error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  return {
    kind: 'wrong',
    status: 400,
    message: `${place === '' ? 'body' : place}: ${issue?.message ?? 'Invalid input'}`,
  };
}

/** Compares in constant time whatever the lengths are, since both sides are hashed first. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
