// A demo with one person signed in through core, what core asks of it, and how a fault is switched on.
import assert from 'node:assert/strict';
import { type MessageRequest, userText } from '../../../src/core/chat/messages/message.ts';
import type { Session } from '../../../src/core/account/session.ts';
import { type AnswerEvent, streamMessage } from '../../../src/core/chat/messages/stream/stream.ts';
import { planEndpoint } from '../../../src/core/chat/providers/fallback-chain.ts';
import { wholeMessage } from '../../../src/core/chat/messages/whole.ts';
import type { Connection } from '../../../src/core/service/http/connection.ts';
import type { Failure } from '../../../src/core/service/failure/errors.ts';
import type { Fault } from '../../../src/demo/faults/faults.ts';
import type { DemoService } from '../../../src/demo/server.ts';
import { demoConnection, demoSession } from '../../support/servers/demo-session.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { control, startDemo } from '../demo/demo-client.ts';

export interface Scene {
  readonly demo: DemoService;
  readonly clock: FakeClock;
  readonly connection: Connection;
  readonly session: Session;
}

export const request: MessageRequest = {
  model: 'tide-large',
  maxTokens: 4000,
  messages: [userText('Hello')],
};
export const { signal: nobodyStops } = new AbortController();

export const cast = async (): Promise<Scene> => {
  const [demo, clock] = [await startDemo(), new FakeClock()];
  const connection = demoConnection(demo, clock);
  return { demo, clock, connection, session: await demoSession(demo, connection, 'subscriber') };
};

export function ask(
  { connection, session }: Scene,
  how: 'stream' | 'whole',
  signal = nobodyStops,
): AsyncIterable<AnswerEvent> {
  const endpoint = planEndpoint(connection.profile, session) ?? assert.fail();
  return how === 'whole'
    ? wholeMessage(connection, endpoint, { ...request, whole: true }, signal)
    : streamMessage(connection, endpoint, request, signal);
}

/** All events, with the check that exactly one of them is terminal: the last. */
export async function eventsOf(
  stream: AsyncIterable<AnswerEvent>,
  onEvent: (event: AnswerEvent) => void = () => undefined,
): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    onEvent(event);
  }
  const ends = events.filter(({ kind }) => kind === 'done' || kind === 'failed' || kind === 'stopped');
  assert.deepEqual(ends, events.slice(-1));
  return events;
}

export const textOf = (events: readonly AnswerEvent[]): string =>
  events.map((event) => (event.kind === 'textAdded' ? event.text : '')).join('');

export async function failureOfMessage(
  scene: Scene,
  how: 'stream' | 'whole' = 'stream',
  onEvent?: (event: AnswerEvent) => void,
): Promise<Failure> {
  const end = (await eventsOf(ask(scene, how), onEvent)).at(-1);
  assert.ok(end?.kind === 'failed', end?.kind);
  return end.failure;
}

export const plan = (demo: DemoService, endpoint: string, fault: Fault, times = 1): Promise<unknown> =>
  control(demo, 'POST', '/faults', { endpoint, fault, times });
