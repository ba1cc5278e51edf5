/**
 * What of a request a service says it does not take. `oneTool` is a fault of a single tool, which says nothing of the
 * others.
 */
export type RefusedPart = 'cacheMarks' | 'tools' | 'oneTool';

/** Null where the body names none of these. Of its text nothing is repeated. */
export function refusedPartIn(body: unknown): RefusedPart | null {
  const text = typeof body === 'object' && body !== null ? JSON.stringify(body) : '';
  if (text.includes('cache_control')) return 'cacheMarks';
  if (/tools[.[]\d|input_schema|tool_use|tool_result/.test(text)) return 'oneTool';
  return /\btools?\b|\btool_choice\b|\bfunction.?call/i.test(text) ? 'tools' : null;
}
