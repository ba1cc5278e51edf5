// A step of an agent as one line: what it does, with what, and how it went. What it was given and told unfolds, and is
// asked for then: of a long run it would be most of what a page is sent.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageStrings } from '../../../protocol/chat.ts';
import type { CallView } from '../../../protocol/run.ts';
import { Icon, IconButton } from '../../page/icon.tsx';
import { LineCounts } from '../elements/line-counts.tsx';
import { filled } from '../../page/page-context.ts';
import { usePage } from '../state/page-context.ts';

/** So many of the last stay in sight where more than that follow one another. */
const shownAtEnd = 4;

interface StepsProps {
  readonly turnId: string;
  readonly calls: readonly CallView[];
}

/** Steps that nothing was said between. */
export function StepLines({ turnId, calls }: StepsProps): JSX.Element {
  const isLong = calls.length > 2 * shownAtEnd;
  const folded = isLong ? calls.slice(0, -shownAtEnd) : [];
  return (
    <div class="run-steps">
      {folded.length > 0 && <FoldedSteps turnId={turnId} calls={folded} />}
      {calls.slice(folded.length).map((call) => (
        <StepLine key={call.block} turnId={turnId} call={call} />
      ))}
    </div>
  );
}

function FoldedSteps({ turnId, calls }: StepsProps): JSX.Element {
  const { strings } = usePage();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="run-group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{filled(strings.moreSteps, String(calls.length))}</summary>
      {isOpen && calls.map((call) => <StepLine key={call.block} turnId={turnId} call={call} />)}
    </details>
  );
}

function StepLine({ turnId, call }: { readonly turnId: string; readonly call: CallView }): JSX.Element {
  const { strings, post } = usePage();
  const [isOpen, setOpen] = useState(false);
  const { file, lines } = call;
  // What was said last stands until more is known.
  const detail = useRef('');
  detail.current = call.detail ?? detail.current;
  useLayoutEffect(() => {
    if (isOpen && call.detail === null) post({ kind: 'showCallDetail', turnId, block: call.block });
  }, [isOpen, call]);
  return (
    <div class={`run-step is-${call.state}`}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Icon name={iconOf(call)} />
          <span class="run-verb">{call.verb}</span>
          <span class="run-object" dir="auto" title={call.object}>
            {call.object}
          </span>
          {lines !== null && <LineCounts {...lines} />}
          {call.isSandboxed && call.state !== 'running' && <span class="run-state">{strings.callSandboxed}</span>}
          <span class={isWordless(call) ? 'visually-hidden' : 'run-state'}>{stateText(call, strings)}</span>
        </summary>
        {isOpen && (
          <pre class="run-detail" dir="auto" tabIndex={0}>
            {detail.current === '' ? stateText(call, strings) : detail.current}
          </pre>
        )}
      </details>
      {file !== null && (
        <IconButton
          icon="go-to-file"
          label={filled(strings.openRunFile, call.object)}
          onPress={() => post({ kind: 'openRunFile', file })}
        />
      )}
    </div>
  );
}

/** What needs no word beside its sign. */
function isWordless({ state, failedWith }: CallView): boolean {
  return state === 'done' && failedWith === null;
}

function iconOf({ state, icon }: CallView): string {
  return state === 'failed' ? 'error' : icon;
}

function stateText({ state, failedWith, isSandboxed }: CallView, strings: PageStrings): string {
  if (failedWith !== null) return filled(strings.callExitCode, String(failedWith));
  switch (state) {
    case 'arriving':
      return strings.callArriving;
    case 'waiting':
      return strings.callWaiting;
    case 'running':
      return isSandboxed ? strings.callRunningSandboxed : strings.callRunning;
    case 'done':
      return strings.callDone;
    case 'failed':
      return strings.callFailed;
    case 'rejected':
      return strings.callRejected;
    case 'notRun':
      return strings.callNotRun;
  }
}
