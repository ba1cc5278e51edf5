// What the model is told of calls that were not begun since a person said no. A stored run has no other sign of it, so
// that they are known by these words again.
import type { ToolOutcome } from '../../messages/message.ts';
import { failed } from '../calls/offered-tool.ts';

const saidNo = 'Not done: the person said no.';

/** @param said what the model is to make of it */
export function rejectedOutcome(said: string): ToolOutcome {
  return failed(`${saidNo} ${said}`);
}

export const behindRejected = failed('Not run: the person said no to a call before this one.');

/** Of a call that was never begun; null where it is for another reason. */
export function whyUntaken({ isError, content: [first] }: ToolOutcome): 'rejected' | 'behindRejected' | null {
  if (!isError || first?.kind !== 'text') return null;
  if (first.text.startsWith(saidNo)) return 'rejected';
  const [behind] = behindRejected.content;
  return behind?.kind === 'text' && behind.text === first.text ? 'behindRejected' : null;
}
