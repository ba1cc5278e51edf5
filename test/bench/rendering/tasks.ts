// The longest task of a page's main thread in a trace of Chromium; by CPU time, so that what else the machine does is
// not counted. @see https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU (Trace Event
// Format)
import * as z from 'zod/mini';

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.optional(z.number()),
      tdur: z.optional(z.number()),
      args: z.optional(z.object({ name: z.optional(z.string()) })),
    }),
  ),
});

/** The longest task in milliseconds. */
export function longestTask(trace: Uint8Array): number {
  const { traceEvents } = traceSchema.parse(JSON.parse(new TextDecoder().decode(trace)));
  const threads = traceEvents.flatMap(({ name, args, pid, tid }) =>
    name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && threads.includes(`${pid} ${tid}`),
  );
  const lengths = tasks.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1_000);
  return lengths.length === 0 ? Number.NaN : lengths.reduce((longest, length) => Math.max(longest, length));
}
