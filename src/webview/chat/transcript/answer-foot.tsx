// The small line under an answer: who paid, with which model, what was left out of the request, how much and how long.
import { type ComponentChildren, Fragment, type JSX } from 'preact';
import type { PageStrings, Source } from '../../../protocol/chat.ts';
import { BranchSwitch } from '../elements/branch-switch.tsx';
import { CopyText } from '../elements/copy-text.tsx';
import { Icon, IconButton } from '../../page/icon.tsx';
import { pageLocale } from '../../page/page-root.ts';
import { usePage } from '../state/page-context.ts';
import { filled } from '../../page/page-context.ts';
import { isRunning, type ShownAnswer } from '../state/shown-turns.ts';

export function AnswerFoot({ turn }: { readonly turn: ShownAnswer }): JSX.Element | null {
  const { strings, post } = usePage();
  // Whoever was asked and gave nothing was not paid either.
  const gaveNothing =
    turn.progress.kind === 'failed' && turn.text === '' && turn.thinking === '' && turn.run === undefined;
  if (turn.source === null || gaveNothing) return null;
  const hasEnded = !isRunning(turn.progress);
  const names = [turn.source.provider, turn.source.model, ...(turn.leftOut ?? [])].filter((name) => name !== '');
  const done = hasEnded ? (turn.run?.facts ?? []) : [];
  return (
    <footer class="answer-foot">
      <p class="facts">
        {done.length > 0 && (
          <span class="run-facts">
            <Facts facts={done.map(measured)} />
          </span>
        )}
        <Facts facts={[<Payer source={turn.source} />, ...names, ...measures(turn, strings).map(measured)]} />
      </p>
      <BranchSwitch turn={turn} />
      {hasEnded && turn.text !== '' && (
        <span class="answer-actions">
          <IconButton
            icon="refresh"
            label={strings.askAnew}
            onPress={() => post({ kind: 'askAnew', turnId: turn.id })}
          />
          <CopyText text={turn.text} label={strings.copyAnswer} />
        </span>
      )}
    </footer>
  );
}

/** One behind the other, each with the mark that parts it from the next: no line begins with one. */
function Facts({ facts }: { readonly facts: readonly ComponentChildren[] }): JSX.Element {
  return (
    <>
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {fact}
          {index < facts.length - 1 && (
            <span class="measure" aria-hidden="true">
              {' ·'}
            </span>
          )}{' '}
        </Fragment>
      ))}
    </>
  );
}

function measured(text: string): JSX.Element {
  return <span class="measure">{text}</span>;
}

/** Money is never spent silently: an answer that the API key paid for says so with a sign and in words. */
function Payer({ source: { payer, account } }: { readonly source: Source }): JSX.Element {
  const { strings } = usePage();
  if (payer === 'plan') {
    const text = account === undefined ? strings.payerPlan : filled(strings.payerPlanOf, account);
    return <span class="payer">{text}</span>;
  }
  return (
    <span class="payer by-key">
      <Icon name="key" />
      {strings.payerApiKey}
    </span>
  );
}

/** Formats are made where there is something to write: the line is drawn again with every growth of the answer. */
function measures({ usage, seconds }: ShownAnswer, strings: PageStrings): string[] {
  const written = (value: number, digits: number): string =>
    new Intl.NumberFormat(pageLocale(), { maximumFractionDigits: digits }).format(value);
  const duration = (taken: number): string => {
    const whole = Math.round(taken);
    return whole < 60
      ? filled(strings.seconds, written(taken, 1))
      : filled(strings.minutes, written(Math.floor(whole / 60), 0), written(whole % 60, 0));
  };
  return [
    ...(usage === null ? [] : [filled(strings.tokens, written(usage.inputTokens + usage.outputTokens, 0))]),
    ...(seconds === null ? [] : [duration(seconds)]),
  ];
}
