// One answer of a run, by the rules of every other answer of the window.
import type { BlockEvent } from '../../messages/blocks.ts';
import type { AnswerEnd } from '../../messages/stream/stream.ts';
import type { AnswerRequest, AnswerRun, RunEvent } from '../answer-run.ts';

/** What is told of who pays. */
export type PayerEvent = Extract<RunEvent, { readonly kind: 'sourceChosen' | 'planRefused' }>;

export type Grew = (event: BlockEvent) => void;

/** @param run one that was begun for this step alone */
export async function agentStep(
  run: AnswerRun,
  request: AnswerRequest,
  signal: AbortSignal,
  grew: Grew,
  tell: (event: PayerEvent) => void,
): Promise<AnswerEnd> {
  const ended = Promise.withResolvers<AnswerEnd>();
  const stop = (): void => run.stop();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  await run.run(request, (event) => {
    switch (event.kind) {
      case 'done':
      case 'failed':
      case 'stopped':
        ended.resolve(event);
        break;
      case 'sourceChosen':
      case 'planRefused':
        tell(event);
        break;
      case 'leftOut':
      case 'started':
      case 'accepted':
        break;
      default:
        grew(event);
    }
  });
  signal.removeEventListener('abort', stop);
  return await ended.promise;
}
