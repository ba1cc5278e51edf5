// What the demo says of the answer that it writes, and how to give its people their quota back.
import * as z from 'zod/mini';
import type { DemoDescription } from '../../src/demo/description.ts';

const reportSchema = z.object({ newestAnswer: z.array(z.object({ at: z.number(), text: z.string() })) });
const deltaSchema = z.object({ delta: z.object({ text: z.optional(z.string()), thinking: z.optional(z.string()) }) });

/** A piece of an answer, without its envelope; `at` is in milliseconds since the epoch. */
export interface Piece {
  readonly at: number;
  readonly text: string;
  readonly thinking: string;
}

export class DemoControl {
  readonly #description: DemoDescription;

  constructor(description: DemoDescription) {
    this.#description = description;
  }

  /** Everything of the newest answer that was handed to the connection. */
  async newestAnswer(): Promise<readonly Piece[]> {
    const { newestAnswer } = reportSchema.parse(await (await this.#ask('GET', '/requests')).json());
    return newestAnswer.map(({ at, text }) => ({ at, ...contentOf(text) }));
  }

  /** Nobody has used anything, and no answer was written yet. */
  async reset(): Promise<void> {
    await this.#ask('POST', '/reset');
  }

  async #ask(method: string, path: string): Promise<Response> {
    const { controlUrl, controlToken } = this.#description;
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${controlToken}` },
    });
    if (!response.ok) throw new Error(`The demo refused ${path}: ${response.status}`);
    return response;
  }
}

function contentOf(event: string): { readonly text: string; readonly thinking: string } {
  const data = /^event: content_block_delta\ndata: (.*)$/m.exec(event)?.[1];
  const delta = data === undefined ? {} : deltaSchema.parse(JSON.parse(data)).delta;
  return { text: delta.text ?? '', thinking: delta.thinking ?? '' };
}
