// Remembers which requests came and how many answers are being written, for the tests that ask. It does not know what
// was answered, and never keeps a credential.
import { type EndpointName, endpointNames } from './endpoints.ts';
import type { ReceivedImage } from './message-request.ts';

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

interface TrafficReport {
  readonly counts: Readonly<Record<string, number>>;
  readonly recent: readonly RecordedRequest[];
  /** The text blocks of the newest message that was asked; empty before the first. */
  readonly newestTexts: readonly string[];
  /** The images of the newest request, those of its older messages included. */
  readonly newestImages: readonly ReceivedImage[];
  readonly answers: { readonly open: number; readonly finished: number; readonly stopped: number };
}

export interface Traffic {
  record: (endpoint: EndpointName, request: Request) => void;
  recordContent: (texts: readonly string[], images: readonly ReceivedImage[]) => void;
  /** Counts an answer as open until the function it returns says how it ended. */
  beginAnswer: () => (end: 'finished' | 'stopped') => void;
  report: () => TrafficReport;
  clear: () => void;
}

export function createTraffic(): Traffic {
  const counts = new Map<EndpointName, number>();
  let recent: RecordedRequest[] = [];
  let newestTexts: readonly string[] = [];
  let newestImages: readonly ReceivedImage[] = [];
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
      return (end) => {
        answers.open -= 1;
        answers[end] += 1;
      };
    },
    report: () => ({
      counts: Object.fromEntries(endpointNames.map((name) => [name, counts.get(name) ?? 0])),
      recent,
      newestTexts,
      newestImages,
      answers: { ...answers },
    }),
    clear: () => {
      counts.clear();
      recent = [];
      newestTexts = [];
      newestImages = [];
      answers.finished = 0;
      answers.stopped = 0;
    },
  };
}
