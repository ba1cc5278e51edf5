/**
 * What may be said and logged of an error that is not ours: its name. Its message may quote paths and what was sent.
 */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
