// What the shown run took of the plan so far: as the service counted it, and where it has not yet as its tokens say.
import { l10n } from 'vscode';
import type { AnswerTurn } from '../../../core/chat/conversation/answer.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { RunSideView } from '../../../protocol/run.ts';
import { quotaTexts } from '../present/run.ts';
import type { PromptCosts } from './prompt-costs.ts';

type ShownSession = Pick<ChatSession, 'conversation'> & { readonly tree: { readonly id: string } };
type Taken = NonNullable<RunSideView['taken']>;

export class RunTaken {
  readonly #session: ShownSession;
  readonly #costs: Pick<PromptCosts, 'ofRun'>;
  readonly #changed: () => void;
  readonly #stops: readonly (() => void)[];
  /** The run and its step that was reckoned last. */
  #reckoned: string | null = null;
  #shown: Taken | null = null;

  constructor(
    session: ShownSession & Pick<ChatSession, 'events'>,
    costs: Pick<PromptCosts, 'ofRun' | 'onDidChange'>,
    changed: () => void,
  ) {
    this.#session = session;
    this.#costs = costs;
    this.#changed = changed;
    const costsChanged = costs.onDidChange(() => {
      this.#reckoned = null;
      void this.#follow();
    });
    const stopListening = session.events.listen(({ kind }) => {
      if (kind !== 'answerGrew') void this.#follow();
    });
    this.#stops = [stopListening, () => costsChanged.dispose()];
  }

  /** Null where nobody can tell, and where no run is under way. */
  get shown(): Taken | null {
    return this.#shown;
  }

  /** Never rejects. */
  async #follow(): Promise<void> {
    const run = this.#underWay();
    const step = run === null ? null : JSON.stringify([run.id, endedSteps(run), run.run?.quota?.last.readAt]);
    if (step === this.#reckoned) return;
    this.#reckoned = step;
    const estimate = run === null ? null : await this.#costs.ofRun(this.#session.tree.id, run.startedAt);
    if (step !== this.#reckoned) return;
    const taken = run === null ? null : takenText(run, estimate);
    const isOther = taken?.text !== this.#shown?.text || taken?.detail !== this.#shown?.detail;
    this.#shown = taken;
    if (isOther) this.#changed();
  }

  #underWay(): AnswerTurn | null {
    const last = this.#session.conversation().turns.at(-1);
    return last?.kind === 'answer' && last.run !== undefined && last.endedAt === null ? last : null;
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }
}

function endedSteps({ run }: AnswerTurn): number {
  return run?.steps.filter(({ end }) => end !== null).length ?? 0;
}

/** The service's figure wins, with whose it is. */
function takenText({ run }: AnswerTurn, estimate: Taken | null): Taken | null {
  const [counted] = quotaTexts(run?.quota ?? null);
  if (counted === undefined) return estimate;
  const basis = l10n.t('Counted by the service between two readings, with whatever else used the plan meanwhile.');
  const detail = estimate === null ? [basis] : [basis, l10n.t('By its tokens: {0}.', estimate.text), estimate.detail];
  return { text: l10n.t('{0}, as the service counts', counted), detail: detail.join(' ') };
}
