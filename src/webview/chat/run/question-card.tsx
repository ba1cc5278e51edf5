// What the agent asks, above the composer until it is decided. Nothing is accepted by accident: no button has the
// keyboard by itself, and none acts before a person can have read what it is about.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { QuestionView, ReplyView } from '../../../protocol/run.ts';
import { Icon, IconButton } from '../../page/icon.tsx';
import { useLeaving } from '../elements/leaving.ts';
import { LineCounts } from '../elements/line-counts.tsx';
import { filled } from '../../page/page-context.ts';
import { usePage } from '../state/page-context.ts';
import type { Store } from '../state/store.ts';

interface QuestionCardProps {
  readonly store: Store;
  /** Takes the keyboard from a question that goes. */
  readonly onLeave: () => void;
}

export function QuestionCard({ store, onLeave }: QuestionCardProps): JSX.Element | null {
  const question = store.runSide.value?.question ?? null;
  return question === null ? null : <Card key={question.id} question={question} onLeave={onLeave} />;
}

function Card({ question, onLeave }: { readonly question: QuestionView; readonly onLeave: () => void }): JSX.Element {
  const { strings } = usePage();
  const card = useLeaving<HTMLElement>(onLeave);
  return (
    <section class={`question ${question.kind}`} aria-label={strings.runQuestion} ref={card}>
      <Question question={question} />
    </section>
  );
}

function Question({ question }: { readonly question: QuestionView }): JSX.Element {
  switch (question.kind) {
    case 'consent':
      return <Consent question={question} />;
    case 'choice':
      return <Choice question={question} />;
    case 'goOn':
      return <GoOn question={question} />;
  }
}

/** Milliseconds in which a click or a key was meant for what was there before. */
const unreadTime = 500;

/** Answers once, and not before the question can have been read. */
function useReply(id: string): (reply: ReplyView) => void {
  const { post } = usePage();
  const shownAt = useRef(performance.now());
  const isDecided = useRef(false);
  useLayoutEffect(() => {
    shownAt.current = performance.now();
  }, [id]);
  return (reply) => {
    if (isDecided.current || performance.now() - shownAt.current < unreadTime) return;
    isDecided.current = true;
    post({ kind: 'replyToRun', id, reply });
  };
}

type ConsentView = Extract<QuestionView, { kind: 'consent' }>;

function Consent({ question }: { readonly question: ConsentView }): JSX.Element {
  const { strings } = usePage();
  const reply = useReply(question.id);
  const [offer, setOffer] = useState<number | null>(null);
  const [words, setWords] = useState('');
  const { title, subject, place, reasons, offers, offerNote, accept, acceptInSandbox } = question;
  return (
    <>
      <div class="question-body">
        <h2 dir="auto">{title}</h2>
        {subject !== '' && (
          <pre class="question-subject" tabIndex={0}>
            {subject}
          </pre>
        )}
        {place !== '' && <p class="question-place">{place}</p>}
        <Files question={question} />
        {reasons.map((reason) => (
          <p class="question-reason" key={reason}>
            <Icon name="warning" /> {reason}
          </p>
        ))}
        {offers.length > 0 && <Offers offers={offers} picked={offer} onPick={setOffer} />}
        {offer !== null && offerNote !== '' && <p class="question-place">{offerNote}</p>}
      </div>
      <div class="question-buttons">
        {acceptInSandbox !== '' && (
          <button type="button" class="text-button primary" onClick={() => reply({ kind: 'sandbox' })}>
            {acceptInSandbox}
          </button>
        )}
        <button
          type="button"
          class={acceptInSandbox === '' ? 'text-button primary' : 'text-button'}
          onClick={() => reply({ kind: 'accept', offer })}
        >
          {accept}
        </button>
        <button
          type="button"
          class="text-button"
          onClick={() => reply({ kind: 'reject', words: words.trim() === '' ? null : words })}
        >
          {strings.reject}
        </button>
        <input
          class="question-words"
          type="text"
          dir="auto"
          placeholder={strings.rejectWords}
          aria-label={strings.rejectWords}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </div>
    </>
  );
}

interface OffersProps {
  readonly offers: readonly string[];
  /** The place of one of them; null for none. */
  readonly picked: number | null;
  readonly onPick: (place: number | null) => void;
}

function Offers({ offers, picked, onPick }: OffersProps): JSX.Element {
  const { strings } = usePage();
  return (
    <label class="question-offers">
      <span class="visually-hidden">{strings.allowLabel}</span>
      <select
        value={picked === null ? '' : String(picked)}
        onChange={({ currentTarget: { value } }) => onPick(value === '' ? null : Number(value))}
      >
        <option value="">{strings.allowOnce}</option>
        {offers.map((text, index) => (
          <option key={index} value={String(index)}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Files({ question: { id, files } }: { readonly question: ConsentView }): JSX.Element | null {
  const { strings, post } = usePage();
  if (files.length === 0) return null;
  return (
    <ul class="question-files">
      {files.map(({ name, lines, hasDiff }, file) => (
        <li key={file}>
          <span class="run-object" dir="auto" title={name}>
            {name}
          </span>
          {lines !== null && <LineCounts {...lines} />}
          {hasDiff && (
            <IconButton
              icon="diff"
              label={filled(strings.showRunDiff, name)}
              onPress={() => post({ kind: 'showRunChange', id, file })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Choice({
  question: { id, text, choices },
}: {
  readonly question: Extract<QuestionView, { kind: 'choice' }>;
}): JSX.Element {
  const { strings } = usePage();
  const reply = useReply(id);
  const [words, setWords] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== '') reply({ kind: 'answer', text: words });
      }}
    >
      <div class="question-body">
        <h2 class="question-text" dir="auto">
          {text}
        </h2>
      </div>
      <div class="question-buttons">
        {choices.map((choice) => (
          <button
            type="button"
            class="text-button"
            key={choice}
            onClick={() => reply({ kind: 'answer', text: choice })}
          >
            {choice}
          </button>
        ))}
      </div>
      <div class="question-buttons">
        <input
          class="question-words"
          type="text"
          dir="auto"
          placeholder={strings.ownAnswer}
          aria-label={strings.ownAnswer}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button type="submit" class="text-button primary">
          {strings.sendAnswer}
        </button>
      </div>
    </form>
  );
}

function GoOn({ question: { id, text } }: { readonly question: Extract<QuestionView, { kind: 'goOn' }> }): JSX.Element {
  const { strings } = usePage();
  const reply = useReply(id);
  return (
    <>
      <h2 dir="auto">{text}</h2>
      <div class="question-buttons">
        <button type="button" class="text-button primary" onClick={() => reply({ kind: 'goOn', goesOn: true })}>
          {strings.goOn}
        </button>
        <button type="button" class="text-button" onClick={() => reply({ kind: 'goOn', goesOn: false })}>
          {strings.endHere}
        </button>
      </div>
    </>
  );
}
