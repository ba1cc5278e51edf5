// Which external tools the agent is offered: those that a person has picked, for as long as they are what they were
// then. What is picked is remembered by a digest of all that a tool says of itself.
import * as z from 'zod/mini';
import { goodOnes, titleSchema } from '../../../service/stored-fields.ts';
import type { ExternalTool } from './allowances.ts';

const chosenSchema = goodOnes(
  z.object({
    source: titleSchema,
    name: titleSchema,
    digest: z.string().check(z.regex(/^[\da-f]{64}$/)),
  }),
);
export type ChosenTools = z.infer<typeof chosenSchema>;

/** What was stored; what is not of that shape counts as not picked. */
export function parseChosenTools(stored: unknown): ChosenTools {
  const parsed = chosenSchema.safeParse(stored);
  return parsed.success ? parsed.data : [];
}

/** `changed`: it was picked when it was another. */
export type ToolChoice = 'chosen' | 'changed' | 'notChosen';

/** @param digest SHA-256 in hexadecimal digits */
export function toolChoice(tool: ExternalTool, chosen: ChosenTools, digest: (text: string) => string): ToolChoice {
  const known = chosen.filter(({ source, name }) => source === tool.source && name === tool.name);
  if (known.length === 0) return 'notChosen';
  const now = digest(textOfTool(tool));
  return known.some((one) => one.digest === now) ? 'chosen' : 'changed';
}

export function chosenTools(tools: readonly ExternalTool[], digest: (text: string) => string): ChosenTools {
  return tools.map((tool) => ({ source: tool.source, name: tool.name, digest: digest(textOfTool(tool)) }));
}

function textOfTool({ source, name, description, inputSchema }: ExternalTool): string {
  return JSON.stringify([source, name, description, inputSchema]);
}
