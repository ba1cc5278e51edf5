// One turn, prompt or answer, in each state of its progress. It redraws itself when its turn changes.
import type { Signal } from '@preact/signals';
import { Component, type ComponentChildren, type JSX } from 'preact';
import { AnswerFoot } from './answer-foot.tsx';
import { AnswerText } from './answer-text.tsx';
import { AttachmentTags } from '../attachments/attachment-chips.tsx';
import { TextButton } from '../../page/icon.tsx';
import { NoticeView } from '../elements/notice-view.tsx';
import { useSeconds } from '../elements/seconds.ts';
import { usePage } from '../state/page-context.ts';
import { filled } from '../../page/page-context.ts';
import { PromptBody } from './prompt-body.tsx';
import { RunBody } from './run-body.tsx';
import { SummaryLine } from './summary-line.tsx';
import { ThinkingView } from './thinking-view.tsx';
import { isRunning, type ShownAnswer, type ShownTurn } from '../state/shown-turns.ts';

interface TurnProps {
  readonly turn: Signal<ShownTurn>;
  readonly deferred: boolean;
}

export function TurnView({ turn, deferred }: TurnProps): JSX.Element {
  const { strings, report } = usePage();
  const { kind, id, text } = turn.value;
  return (
    <article class={`turn ${kind}`} data-turn={id} aria-label={kind === 'prompt' ? strings.yourPrompt : strings.answer}>
      <Guarded report={report} text={text}>
        {turn.value.kind === 'prompt' ? (
          <>
            <AttachmentTags attachments={turn.value.attachments ?? []} />
            <PromptBody turn={turn.value} />
          </>
        ) : (
          <Answer turn={turn.value} deferred={deferred} />
        )}
      </Guarded>
    </article>
  );
}

function Answer({ turn, deferred }: { readonly turn: ShownAnswer; readonly deferred: boolean }): JSX.Element {
  const running = isRunning(turn.progress);
  return (
    <>
      {turn.notice !== null && <NoticeView notice={turn.notice} turnId={turn.id} />}
      {turn.run === undefined ? (
        <>
          {turn.thinking !== '' && <ThinkingView text={turn.thinking} running={running && turn.text === ''} />}
          <AnswerText text={turn.text} growth={turn.growth} running={running} deferred={deferred} />
        </>
      ) : (
        <RunBody turn={turn} running={running} deferred={deferred} />
      )}
      <Outcome turn={turn} />
      <AnswerFoot turn={turn} />
      {turn.summary !== undefined && <SummaryLine summary={turn.summary} />}
    </>
  );
}

/**
 * In place of the next text: a word until the first text, and how an answer ended that is not simply done.
 */
function Outcome({ turn }: { readonly turn: ShownAnswer }): JSX.Element | null {
  const { strings } = usePage();
  const waiting = <Waiting />;
  const isEmpty = turn.text === '' && turn.thinking === '' && (turn.run?.calls.length ?? 0) === 0;
  switch (turn.progress.kind) {
    case 'waiting':
      return waiting;
    case 'streaming':
      // Who answers is known long before the first word is.
      return isEmpty ? waiting : null;
    case 'done':
      return turn.run?.isPlan === true ? <PlanEnding /> : null;
    case 'truncated':
      return <CutEnding turn={turn} text={strings.truncated} />;
    case 'stopped':
      return <CutEnding turn={turn} text={isEmpty ? strings.stoppedEmpty : strings.stopped} />;
    case 'interrupted':
      return <CutEnding turn={turn} text={isEmpty ? strings.interruptedEmpty : strings.interrupted} />;
    case 'unanswered':
    case 'failed':
      return <NoticeView notice={turn.progress.notice} turnId={turn.id} />;
  }
}

/** From when nobody thinks any more that it must come at once. */
const longWait = 3;

function Waiting(): JSX.Element {
  const { strings } = usePage();
  const seconds = useSeconds(true) ?? 0;
  return (
    <p class="waiting">
      {strings.waiting}
      {seconds >= longWait && <span class="measure"> {filled(strings.seconds, String(seconds))}</span>}
    </p>
  );
}

/** Shown behind the last turn alone (media/run.css): what was said since, the plan does not know. */
function PlanEnding(): JSX.Element {
  const { strings, post } = usePage();
  return (
    <div class="ending plan-ending">
      <TextButton label={strings.doPlan} primary onPress={() => post({ kind: 'doPlan' })} />
    </div>
  );
}

/** How an answer ended that was not whole, and the way to go on: with what is there, or anew where nothing is. */
function CutEnding({
  turn: { id, text, run },
  text: words,
}: {
  readonly turn: ShownAnswer;
  readonly text: string;
}): JSX.Element {
  const { strings, post } = usePage();
  // What an agent did goes on from where it is.
  const action = text.trim() === '' && run === undefined ? 'retry' : 'continueAnswer';
  const label = action === 'retry' ? strings.askAnew : strings.continueAnswer;
  return (
    <div class="ending">
      <p>{words}</p>
      <TextButton label={label} primary={false} onPress={() => post({ kind: 'pressButton', action, turnId: id })} />
    </div>
  );
}

interface GuardedProps {
  readonly children: ComponentChildren;
  /** Shown as it is where the turn cannot be drawn. */
  readonly text: string;
  readonly report: (fault: unknown) => void;
}

/** Keeps a turn that cannot be drawn from taking the page with it. */
class Guarded extends Component<GuardedProps, { readonly failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(fault: unknown): void {
    this.props.report(fault);
    this.setState({ failed: true });
  }

  override render(): ComponentChildren {
    return this.state.failed ? <div class="plain-text">{this.props.text}</div> : this.props.children;
  }
}
