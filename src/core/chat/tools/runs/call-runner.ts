// One call of a tool, from the input that the model wrote to its result: looked at, asked about, done, and looked at
// again before it is sent.
import { textBlock, type ToolUseBlock } from '../../messages/blocks.ts';
import type { Clock, Log } from '../../../ports.ts';
import {
  type CallResult,
  failed,
  type OfferedTool,
  type PreparedCall,
  type ToolOutcome,
} from '../calls/offered-tool.ts';
import { type Allowance, offeredAllowances } from '../consent/allowances.ts';
import { type Action, type AskReason, changedFiles, type ConsentState, decide } from '../consent/consent.ts';
import type { Person } from './person.ts';
import { looksSecret, shownOutcome } from './result-check.ts';
import { rejectedOutcome } from './untaken-calls.ts';
import { errorName } from '../../../service/failure/error-name.ts';

/** What becomes of a call: its result, and whether the person said no to it. */
export interface CallEnd {
  /** Null where the run was stopped before the call had a result. */
  readonly outcome: ToolOutcome | null;
  readonly isRejected: boolean;
}

type OnStart = (action: Action) => Promise<void>;

type Consent =
  | {
      readonly kind: 'given';
      /** Why the person was asked, who has then seen what is done; null where nobody was. */
      readonly asked: readonly AskReason[] | null;
      readonly wayToRun: WayToRun;
    }
  | CallEnd;

/** What is done of a prepared call: the call itself, or what the person had instead. */
type WayToRun = Pick<PreparedCall, 'action' | 'run'>;

/** How long a tool may take to end once the run is stopped. Milliseconds. */
const graceMilliseconds = 3000;

const stopped: CallEnd = { outcome: null, isRejected: false };

export class CallRunner {
  readonly #tools: ReadonlyMap<string, OfferedTool>;
  readonly #consent: () => ConsentState;
  readonly #person: Person;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Questions come one at a time. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(tools: readonly OfferedTool[], consent: () => ConsentState, person: Person, clock: Clock, log: Log) {
    this.#tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
    this.#consent = consent;
    this.#person = person;
    this.#clock = clock;
    this.#log = log;
  }

  isReadOnly({ name }: ToolUseBlock): boolean {
    return this.#tools.get(name)?.isReadOnly ?? true;
  }

  /**
   * Never rejects.
   *
   * @param onStart resolves when it is known for good that the call may have had an effect; where it rejects, nothing
   * is done
   */
  async run(use: ToolUseBlock, signal: AbortSignal, onStart: OnStart): Promise<CallEnd> {
    try {
      const end = await this.#run(use, signal, onStart);
      return end.outcome === null ? end : { ...end, outcome: shownOutcome(end.outcome) };
    } catch (error) {
      if (isAborted(signal)) return stopped;
      this.#log.warn(`A tool ended in a fault: ${errorName(error)}`);
      return { outcome: failed('The tool itself failed. Try another way.'), isRejected: false };
    }
  }

  async #run(use: ToolUseBlock, signal: AbortSignal, onStart: OnStart): Promise<CallEnd> {
    const tool = this.#tools.get(use.name);
    if (tool === undefined)
      return ended(failed(`There is no tool of this name. There are: ${[...this.#tools.keys()].join(', ')}.`));
    if (use.input.kind === 'arriving')
      return ended(failed('The input is no JSON object, or broke off. Send the whole call again.'));
    const prepared = await this.#unlessStopped(tool.prepare(use.input.value, signal), signal);
    if (prepared === null) return stopped;
    if (prepared.kind === 'impossible') return ended(prepared.outcome);
    const consent = await this.#consentTo(use.name, prepared, signal);
    if (!('kind' in consent)) return consent;
    const { action, run } = consent.wayToRun;
    await onStart(action);
    if (isAborted(signal)) return stopped;
    // Before it is done: a call that fails or is stopped may have done a part of it.
    if (consent.asked === null) this.#notice(action);
    const outcome = await this.#unlessStopped(run(signal), signal);
    if (outcome === null) return stopped;
    const known = await this.#askedAboutLeft(use.name, outcome, signal);
    return await this.#checked(use.name, prepared, consent.asked ?? [], known, signal);
  }

  /** What changes unseen may decide what allowed commands do. */
  #notice(action: Action): void {
    const { allowances } = this.#consent();
    if (action.kind === 'command' && action.isSandboxed) allowances.ranUnseen();
    for (const path of changedFiles(action).flatMap(({ within }) => within)) allowances.changedUnseen(path);
  }

  /** Null where the run was stopped, and what was awaited did not end soon after. */
  async #unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
    const late = Promise.withResolvers<null>();
    let cancel = (): void => undefined;
    const onAbort = (): void => {
      cancel = this.#clock.after(graceMilliseconds, () => late.resolve(null));
    };
    if (isAborted(signal)) onAbort();
    else signal.addEventListener('abort', onAbort);
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      cancel();
    }
  }

  async #consentTo(name: string, prepared: PreparedCall, signal: AbortSignal): Promise<Consent> {
    const { action, preview, inSandbox } = prepared;
    return await this.#inTurn(async () => {
      if (isAborted(signal)) return stopped;
      // Decided in turn: what was allowed with the question before counts for this one.
      const decision = decide(action, this.#consent());
      if (decision.kind === 'free') return { kind: 'given', asked: null, wayToRun: prepared };
      if (decision.kind === 'refuse') return refusal(decision.why);
      const { reasons } = decision;
      const offers = offersFor(action);
      const offersSandbox = inSandbox !== undefined && reasons.includes('outsideSandbox');
      const question = { tool: name, preview, reasons, offers, offersSandbox };
      const reply = await this.#unlessStopped(this.#person.consent(question, signal), signal);
      if (reply === null || isAborted(signal)) return stopped;
      if (reply.kind === 'reject') return rejection(reply.words);
      // The mode may have changed while the question was open.
      const { allowances } = this.#consent();
      const wayToRun = reply.kind === 'sandbox' ? inSandbox : prepared;
      if (wayToRun === undefined) return rejection(null);
      const now = decide(wayToRun.action, this.#consent());
      if (now.kind === 'refuse') return refusal(now.why);
      if (reply.kind === 'accept' && reply.allowed !== null && offers.includes(reply.allowed))
        allowances.add(reply.allowed);
      return { kind: 'given', asked: reasons, wayToRun };
    });
  }

  /** What others would run or obey comes back into the workspace only with a person's word. */
  async #askedAboutLeft(tool: string, { left, ...outcome }: CallResult, signal: AbortSignal): Promise<CallResult> {
    if (left === undefined) return outcome;
    return await this.#inTurn(async () => {
      const { names, folder } = left;
      const question = {
        tool,
        preview: { kind: 'leftFiles', names } as const,
        reasons: ['protected' as const],
        offers: [],
        offersSandbox: false,
      };
      const asked = isAborted(signal) ? null : this.#person.consent(question, signal);
      const reply = asked === null ? null : await this.#unlessStopped(asked, signal);
      const isKept = reply?.kind === 'accept' && !isAborted(signal);
      if (isKept) await left.putBack();
      const said = reply?.kind === 'reject' && reply.words !== null ? ` They say: ${reply.words}` : '';
      const what = `It left ${names.join(', ')}, which other programs run or obey.`;
      const note = isKept
        ? `${what} The person keeps them.`
        : `${what} They were taken out of the workspace, into ${folder}.${said}`;
      return { ...outcome, content: [...outcome.content, textBlock(note)] };
    });
  }

  /** A secret leaves this machine only with a person's word, whichever tool came upon it. */
  async #checked(
    tool: string,
    { action, preview }: PreparedCall,
    agreed: readonly AskReason[],
    outcome: CallResult,
    signal: AbortSignal,
  ): Promise<CallEnd> {
    if (!looksSecret(outcome) || action.kind === 'show' || agreed.includes('secretName')) return ended(outcome);
    return await this.#inTurn(async () => {
      const question = { tool, preview, reasons: ['secretInResult' as const], offers: [], offersSandbox: false };
      const asked = isAborted(signal) ? null : this.#person.consent(question, signal);
      const reply = asked === null ? null : await this.#unlessStopped(asked, signal);
      if (reply?.kind === 'accept' && !isAborted(signal)) return ended(outcome);
      // It has been done, and only what came of it stays here.
      const said = reply?.kind === 'reject' && reply.words !== null ? ` They say: ${reply.words}` : '';
      return ended(failed(`The call was made. Its result looks like a secret, and is not sent.${said}`));
    });
  }

  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const turn = this.#asked.then(ask);
    this.#asked = turn.catch(() => undefined);
    return turn;
  }
}

/** Asked anew each time: it changes while something is awaited. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function offersFor(action: Action): readonly Allowance[] {
  switch (action.kind) {
    case 'command':
      return action.liesInside ? offeredAllowances(action.command) : [];
    case 'externalTool':
      return [{ kind: 'externalTool', tool: action.tool }];
    case 'read':
    case 'edit':
    case 'delete':
    case 'show':
      return [];
  }
}

function ended(outcome: ToolOutcome): CallEnd {
  return { outcome, isRejected: false };
}

function refusal(why: 'planMode' | 'untrusted'): CallEnd {
  switch (why) {
    case 'planMode':
      return ended(failed('Not done: only a plan is wanted now. Read, search and ask; end with the plan in words.'));
    case 'untrusted':
      return ended(failed('Not done: this workspace is not trusted.'));
  }
}

function rejection(words: string | null): CallEnd {
  const said = words === null ? 'Do not try it in another way; ask what they want instead.' : `They say: ${words}`;
  return { outcome: rejectedOutcome(said), isRejected: true };
}
