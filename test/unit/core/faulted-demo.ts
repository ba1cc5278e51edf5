// Knows a demo with one person signed in through core, what core asks of it, and how a fault is switched on; not which
// fault, nor what should come of it.
import assert from 'node:assert/strict';
import type { Session } from '../../../src/core/account/session.ts';
import type { MessageRequest } from '../../../src/core/chat/message-request.ts';
import { type MessageEvent, streamMessage } from '../../../src/core/chat/messages.ts';
import { planEndpoint } from '../../../src/core/chat/providers.ts';
import { wholeMessage } from '../../../src/core/chat/whole-message.ts';
import type { Connection } from '../../../src/core/service/connection.ts';
import type { Failure } from '../../../src/core/service/errors.ts';
import type { Fault } from '../../../src/demo/faults.ts';
import type { DemoService } from '../../../src/demo/server.ts';
import { demoConnection, demoSession } from '../../support/demo-session.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { control, startDemo } from '../demo/demo-client.ts';

export interface Scene {
  readonly demo: DemoService;
  readonly clock: FakeClock;
  readonly connection: Connection;
  readonly session: Session;
}

export const request: MessageRequest = { model: 'tide-large', maxTokens: 4000, messages: [{ role: 'user', text: 'Hello' }] };
export const { signal: nobodyStops } = new AbortController();

export const cast = async (): Promise<Scene> => {
  const [demo, clock] = [await startDemo(), new FakeClock()];
  const connection = demoConnection(demo, clock);
  return { demo, clock, connection, session: await demoSession(demo, connection, 'subscriber') };
};

export function ask({ connection, session }: Scene, how: 'stream' | 'whole', signal = nobodyStops): AsyncIterable<MessageEvent> {
  const endpoint = planEndpoint(connection.profile, session) ?? assert.fail();
  return how === 'whole'
    ? wholeMessage(connection, endpoint, { ...request, whole: true }, signal)
    : streamMessage(connection, endpoint, request, signal);
}

/** All events, with the check that exactly one of them is terminal: the last. */
export async function eventsOf(stream: AsyncIterable<MessageEvent>, onEvent: (event: MessageEvent) => void = () => undefined): Promise<MessageEvent[]> {
  const events: MessageEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    onEvent(event);
  }
  const ends = events.filter(({ kind }) => kind === 'done' || kind === 'failed' || kind === 'stopped');
  assert.deepEqual(ends, events.slice(-1));
  return events;
}

export const textOf = (events: readonly MessageEvent[]): string => events.map((event) => (event.kind === 'textAdded' ? event.text : '')).join('');

export async function failureOfMessage(scene: Scene, how: 'stream' | 'whole' = 'stream', onEvent?: (event: MessageEvent) => void): Promise<Failure> {
  const end = (await eventsOf(ask(scene, how), onEvent)).at(-1);
  assert.ok(end?.kind === 'failed', end?.kind);
  return end.failure;
}

export const plan = (demo: DemoService, endpoint: string, fault: Fault, times = 1): Promise<unknown> => control(demo, 'POST', '/faults', { endpoint, fault, times });
