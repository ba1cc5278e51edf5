// Remembers which requests came, how many answers are being written, and what the newest one wrote when, for the tests
// that ask. It never keeps a credential.
import { type EndpointName, endpointNames } from '../wire/endpoints.ts';
import type { ReceivedImage } from '../wire/message-request.ts';

const recentLimit = 200;
const credentialHeaders = new Set(['authorization', 'x-api-key', 'cookie']);

interface RecordedRequest {
  readonly endpoint: EndpointName;
  readonly method: string;
  /** Path and query as received, host prefix included. */
  readonly target: string;
  /** Lower-case names; the value of a header that carries a credential is replaced by `present`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A piece of an answer as it was handed to the connection; `at` is in milliseconds since the epoch. */
interface WrittenPiece {
  readonly at: number;
  readonly text: string;
}

/** An answer that is being written. */
export interface OpenAnswer {
  wrote: (text: string) => void;
  end: (how: 'finished' | 'stopped') => void;
}

interface TrafficReport {
  readonly counts: Readonly<Record<string, number>>;
  readonly recent: readonly RecordedRequest[];
  /** The text blocks of the newest message that was asked; empty before the first. */
  readonly newestTexts: readonly string[];
  /** The images of the newest request, those of its older messages included. */
  readonly newestImages: readonly ReceivedImage[];
  /** The newest streamed answer, so far; empty before the first. */
  readonly newestAnswer: readonly WrittenPiece[];
  readonly answers: { readonly open: number; readonly finished: number; readonly stopped: number };
}

export interface Traffic {
  record: (endpoint: EndpointName, request: Request) => void;
  recordContent: (texts: readonly string[], images: readonly ReceivedImage[]) => void;
  /** Counts an answer as open until it says how it ended. */
  beginAnswer: () => OpenAnswer;
  report: () => TrafficReport;
  clear: () => void;
}

export function createTraffic(now: () => number): Traffic {
  const counts = new Map<EndpointName, number>();
  let recent: RecordedRequest[] = [];
  let newestTexts: readonly string[] = [];
  let newestImages: readonly ReceivedImage[] = [];
  let newestAnswer: readonly WrittenPiece[] = [];
  const answers = { open: 0, finished: 0, stopped: 0 };
  return {
    record: (endpoint, request) => {
      counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
      const { pathname, search } = new URL(request.url);
      const headers: Record<string, string> = {};
      for (const [name, value] of request.headers) headers[name] = credentialHeaders.has(name) ? 'present' : value;
      const recorded = { endpoint, method: request.method, target: pathname + search, headers };
      recent = [...recent.slice(1 - recentLimit), recorded];
    },
    recordContent: (texts, images) => {
      newestTexts = texts;
      newestImages = images;
    },
    beginAnswer: () => {
      answers.open += 1;
      const written: WrittenPiece[] = [];
      newestAnswer = written;
      return {
        wrote: (text) => void written.push({ at: now(), text }),
        end: (how) => {
          answers.open -= 1;
          answers[how] += 1;
        },
      };
    },
    report: () => ({
      counts: Object.fromEntries(endpointNames.map((name) => [name, counts.get(name) ?? 0])),
      recent,
      newestTexts,
      newestImages,
      newestAnswer,
      answers: { ...answers },
    }),
    clear: () => {
      counts.clear();
      recent = [];
      newestTexts = [];
      newestImages = [];
      newestAnswer = [];
      answers.finished = 0;
      answers.stopped = 0;
    },
  };
}
