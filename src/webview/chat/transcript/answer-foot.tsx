// The small line under an answer: who paid, with which model, what was left out of the request, how much and how long.
import { Fragment, type JSX } from 'preact';
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
  const measured = measures(turn, strings);
  return (
    <footer class="answer-foot">
      <p class="facts">
        <Payer source={turn.source} />{' '}
        {[...names, ...measured].map((fact, index) => (
          <Fragment key={index}>
            <span aria-hidden="true">·</span> <span class={index < names.length ? '' : 'measure'}>{fact}</span>{' '}
          </Fragment>
        ))}
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
function measures({ usage, seconds, run }: ShownAnswer, strings: PageStrings): string[] {
  const written = (value: number, digits: number): string =>
    new Intl.NumberFormat(pageLocale(), { maximumFractionDigits: digits }).format(value);
  return [
    ...(seconds === null ? [] : (run?.facts ?? [])),
    ...(usage === null ? [] : [filled(strings.tokens, written(usage.inputTokens + usage.outputTokens, 0))]),
    ...(seconds === null ? [] : [filled(strings.seconds, written(seconds, 1))]),
  ];
}
