// What prompts take of the plan, as the plan tells it to the chat.
import type { AnswerMode } from '../agent/agent.ts';
import type { InputTokens } from '../../../core/chat/prompt/next-input.ts';

export interface PromptCosts {
  /** More is known than before, or less. */
  readonly onDidChange: (listener: () => void) => { readonly dispose: () => void };
  /**
   * In words, with the range and what it rests on; null where nothing can be said.
   *
   * @param isStep whether it is a step of an agent, which takes several.
   */
  readonly ofPrompt: (
    prompt: InputTokens & { readonly model: string },
    isStep: boolean,
  ) => { readonly text: string; readonly short: string; readonly detail: string } | null;
  /** What a run took of the plan so far, reckoned by its tokens; null where nothing can be said. Never rejects. */
  readonly ofRun: (
    conversationId: string,
    since: number,
  ) => Promise<{ readonly text: string; readonly detail: string } | null>;
  /** Of a model beside the others, in words; empty where nothing can be said. */
  readonly ofModel: (id: string, offered: readonly { readonly id: string; readonly name: string }[]) => string;
}

/** What the plan and the agent tell of the next prompt. */
export interface PromptCircumstances {
  readonly costs: PromptCosts;
  readonly agent: {
    /** It answers in several steps, unless it is `ask`. */
    readonly mode: AnswerMode;
    readonly onDidChooseMode: PromptCosts['onDidChange'];
  };
}
