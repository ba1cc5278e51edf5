// A demo with one fault switched on and one person signed in, and ways to see how a connection fails.
import assert from 'node:assert/strict';
import type { DemoService } from '../../../src/demo/server.ts';
import { ask, bearer, control, question, signIn, startDemo } from './demo-client.ts';

export interface Scene {
  readonly demo: DemoService;
  /** Asks for a streamed answer, by default; the fault is planned for its endpoint. */
  readonly ask: (changes?: Readonly<Record<string, unknown>>) => Promise<Response>;
  readonly quota: () => Promise<Response>;
}

export async function scene(
  endpoint: 'messages' | 'quota',
  fault: Readonly<Record<string, unknown>>,
  times = 1,
): Promise<Scene> {
  const demo = await startDemo();
  const { business } = await signIn(demo, 'subscriber');
  await control(demo, 'POST', '/faults', { endpoint, times, fault });
  return {
    demo,
    ask: (changes = {}) => ask(demo, business, question('Hello', { stream: true, ...changes })),
    quota: () => fetch(`${demo.description.apiUrl}/api/monitor/usage/quota/limit`, bearer(business)),
  };
}

/** How a fetch failed below HTTP: the code of its cause. */
export async function socketFailure(pending: Promise<unknown>): Promise<string> {
  const error = await pending.then(
    () => assert.fail('the request succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error && error.cause instanceof Error && 'code' in error.cause);
  return String(error.cause.code);
}

/** Whether a request is still without the first byte of an answer when `elsewhere` has been answered. */
export async function staysSilent(pending: Promise<unknown>, elsewhere: () => Promise<unknown>): Promise<boolean> {
  const silent = Symbol('silent');
  const outcome = await Promise.race([pending, elsewhere().then(() => silent)]);
  return outcome === silent;
}
