// Tools by which the model turns to the person: a question, and a short list of what it means to do.
import * as z from 'zod/mini';
import { impossible, type OfferedTool, succeeded } from './offered-tool.ts';
import { createTool } from './tool-input.ts';

export interface PlanItem {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
}

/** What a run shows beside its steps. Text is the model's: untrusted. */
export interface RunDisplay {
  /** Null where the person did not answer. They may answer in words that are none of the choices. */
  ask(question: string, choices: readonly string[], signal: AbortSignal): Promise<string | null>;
  showPlan(items: readonly PlanItem[]): void;
}

const lineSchema = z.string().check(z.minLength(1), z.maxLength(500));
const askInput = z.object({
  question: z.string().check(z.minLength(1), z.maxLength(4000)),
  choices: z.optional(z.array(lineSchema).check(z.maxLength(6))),
});

export function askPersonTool(display: RunDisplay): OfferedTool {
  return createTool(
    {
      name: 'ask_person',
      description:
        'Asks the person a question and waits; choices are answers to pick from, and they may write another. Ask only what you cannot find out.',
      isReadOnly: false,
    },
    askInput,
    (input) =>
      Promise.resolve({
        kind: 'prepared',
        action: { kind: 'show' },
        preview: { kind: 'input', input },
        run: async (signal) => {
          const answer = await display.ask(input.question, input.choices ?? [], signal);
          return succeeded(answer === null ? 'They did not answer.' : `They answer: ${answer}`);
        },
      }),
  );
}

const planInput = z.object({
  items: z
    .array(z.object({ text: lineSchema, state: z.enum(['open', 'doing', 'done']) }))
    .check(z.minLength(1), z.maxLength(30)),
});

export function updatePlanTool(display: RunDisplay): OfferedTool {
  return createTool(
    {
      name: 'update_plan',
      description:
        'Shows the person the steps that you mean to take and how far you are, for work of several steps. Send all of them each time; at most one is doing.',
      isReadOnly: false,
    },
    planInput,
    (input) => {
      const { items } = input;
      if (items.filter(({ state }) => state === 'doing').length > 1)
        return Promise.resolve(impossible('At most one step is doing.'));
      return Promise.resolve({
        kind: 'prepared',
        action: { kind: 'show' },
        preview: { kind: 'input', input },
        run: () => {
          display.showPlan(items);
          return Promise.resolve(succeeded('The person sees it.'));
        },
      });
    },
  );
}
