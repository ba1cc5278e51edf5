// The cases of other projects' event-stream tests, and ways to cut their bytes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { projectFolder } from '../rules/source-files.ts';

const folder = path.join(projectFolder, 'test/conformance-data/event-stream');

/** What the standard makes of a case; a null name means that none was given. */
const eventSchema = z.object({ event: z.nullable(z.string()), data: z.string(), id: z.optional(z.string()) });
export type ExpectedEvent = z.infer<typeof eventSchema>;

export interface EventStreamCase {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The bytes as the case's own test cuts them. */
  readonly chunks: readonly Uint8Array[];
  readonly contentType: string;
  readonly expected: readonly ExpectedEvent[];
}

const standardSchema = z.object({
  stream: z.array(
    z.object({
      name: z.string(),
      input: z.string(),
      contentType: z._default(z.string(), 'text/event-stream'),
      expected: z.array(eventSchema),
    }),
  ),
  http: z.array(
    z.object({
      name: z.string(),
      status: z.int(),
      contentType: z.string(),
      body: z.string(),
      expected: z.enum(['stream opens', 'connection fails, no event delivered']),
    }),
  ),
});
export type AnswerCase = z.infer<typeof standardSchema>['http'][number];

const chunkSchema = z.union([
  z.pipe(
    z.object({ utf8: z.string() }),
    z.transform(({ utf8 }) => Buffer.from(utf8)),
  ),
  z.pipe(
    z.object({ base64: z.string() }),
    z.transform(({ base64 }) => Buffer.from(base64, 'base64')),
  ),
]);
const clientSchema = z.object({
  cases: z.array(z.object({ name: z.string(), chunks: z.array(chunkSchema), expected: z.array(eventSchema) })),
});

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
}

/** The streams and the HTTP answers of web-platform-tests. */
export function standardCases(): { streams: EventStreamCase[]; answers: AnswerCase[] } {
  const { stream, http } = standardSchema.parse(readJson('wpt-event-stream.json'));
  const streams = stream.map(({ name, input, contentType, expected }) => {
    const bytes = Buffer.from(input);
    // There "message" stands for an event without a name.
    const events = expected.map((event) => ({ ...event, event: event.event === 'message' ? null : event.event }));
    return { name, bytes, chunks: [bytes], contentType, expected: events };
  });
  return { streams, answers: http };
}

/** The cases of the SDK and of eventsource-parser. */
export function clientCases(): EventStreamCase[] {
  return clientSchema.parse(readJson('sdk-and-parser-cases.json')).cases.map(({ name, chunks, expected }) => ({
    name,
    bytes: Buffer.concat(chunks),
    chunks,
    contentType: 'text/event-stream',
    expected,
  }));
}

/** A recorded message stream, byte for byte. */
export function recordedStream(file: string): Uint8Array {
  return readFileSync(path.join(folder, 'anthropic-sdk-fixtures', file));
}

/** The bytes cut at these places, which may come in any order. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const edges = [0, ...places.toSorted((left, right) => left - right), bytes.byteLength];
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
}

/** Every way to cut the bytes in two, inside characters and line ends too. */
export function* cutsInTwo(bytes: Uint8Array): Generator<readonly Uint8Array[], void, undefined> {
  for (let place = 0; place <= bytes.byteLength; place += 1) yield cutAt(bytes, [place]);
}

export function byteByByte(bytes: Uint8Array): Uint8Array[] {
  return Array.from(bytes, (byte) => Uint8Array.of(byte));
}
