// A secret store and its change events that several processes share, as the windows of one VS Code share theirs: the
// parent keeps the values, each child asks it.
import type { ChildProcess } from 'node:child_process';
import process from 'node:process';
import * as z from 'zod/mini';
import type { SecretStore } from '../../../src/core/ports.ts';

const requestSchema = z.object({
  store: z.object({
    id: z.number(),
    call: z.enum(['get', 'store', 'delete', 'keys']),
    key: z.string(),
    value: z.string(),
  }),
});
const answerSchema = z.union([
  z.object({ answered: z.number(), value: z.optional(z.unknown()) }),
  /** A secret has changed, by whomever. */
  z.object({ changed: z.string() }),
]);

/** Serves the values to these processes, and tells all of them of each change. */
export function shareStore(values: Map<string, string>, windows: readonly ChildProcess[]): void {
  for (const window of windows) {
    window.on('message', (message: unknown) => {
      const parsed = requestSchema.safeParse(message);
      if (!parsed.success) return;
      const { id, call, key, value } = parsed.data.store;
      if (call === 'store') values.set(key, value);
      if (call === 'delete') values.delete(key);
      window.send({
        answered: id,
        value: call === 'keys' ? [...values.keys()] : call === 'get' ? values.get(key) : null,
      });
      if (call === 'store' || call === 'delete') for (const other of windows) other.send({ changed: key });
    });
  }
}

/** The store as a child process sees it. */
export function joinSharedStore(onChange: (key: string) => void): SecretStore {
  const waiting = new Map<number, (value: unknown) => void>();
  let last = 0;
  process.on('message', (message: unknown) => {
    const parsed = answerSchema.safeParse(message);
    if (!parsed.success) return;
    if ('changed' in parsed.data) onChange(parsed.data.changed);
    else waiting.get(parsed.data.answered)?.(parsed.data.value);
  });
  const call = (name: string, key = '', value = ''): Promise<unknown> => {
    last += 1;
    const id = last;
    process.send?.({ store: { id, call: name, key, value } });
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return {
    get: async (key) => z.parse(z.optional(z.string()), await call('get', key)),
    store: async (key, value) => {
      await call('store', key, value);
    },
    delete: async (key) => {
      await call('delete', key);
    },
    keys: async () => z.parse(z.array(z.string()), await call('keys')),
  };
}
