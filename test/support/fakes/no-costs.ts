// A plan of which nobody knows what prompts take.
import type { PromptCosts } from '../../../src/host/chat/session/prompt-costs.ts';

export const noCosts: PromptCosts = {
  onDidChange: () => ({ dispose: () => undefined }),
  ofPrompt: () => null,
  ofRun: () => Promise.resolve(null),
  ofModel: () => '',
};
