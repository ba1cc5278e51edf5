import assert from 'node:assert/strict';
import { type RunQuestion, RunQuestions } from '../../../../../../src/core/chat/tools/runs/run-questions.ts';
import type { ConsentQuestion } from '../../../../../../src/core/chat/tools/runs/person.ts';

describe('what a run asks', () => {
  let ids: number;
  let changes: string[];
  let questions: RunQuestions;
  const { signal } = new AbortController();

  beforeEach(() => {
    ids = 0;
    changes = [];
    questions = new RunQuestions(
      () => `q${String((ids += 1))}`,
      (conversationId) => changes.push(conversationId),
    );
  });

  const exactly = { kind: 'exactCommand', command: { line: 'npm test', shell: 'posix', folder: '/w' } } as const;
  const command: ConsentQuestion = {
    tool: 'run_command',
    preview: { kind: 'command', line: 'npm test', folder: '/w', sends: null, outside: null },
    reasons: [],
    offers: [exactly],
    offersSandbox: false,
  };
  const open = (): RunQuestion => {
    const { question } = questions.of('c');
    assert.ok(question !== null);
    return question;
  };

  it('is open in its own conversation until the person decides', async () => {
    const reply = questions.person('c').consent(command, signal);
    assert.deepEqual(open(), { id: 'q1', kind: 'consent', question: command });
    assert.equal(questions.of('other').question, null);
    assert.deepEqual([...questions.asking], ['c']);
    questions.reply('q1', { kind: 'accept', offer: null });
    assert.deepEqual(await reply, { kind: 'accept', allowed: null });
    assert.equal(questions.of('c').question, null);
    assert.deepEqual(changes, ['c', 'c']);
  });

  it('allows what was offered, and nothing else', async () => {
    const reply = questions.person('c').consent(command, signal);
    questions.reply('q1', { kind: 'accept', offer: 1 });
    questions.reply('q1', { kind: 'goOn', goesOn: true });
    questions.reply('q1', { kind: 'answer', text: 'yes' });
    questions.reply('q2', { kind: 'accept', offer: null });
    assert.equal(open().id, 'q1');
    questions.reply('q1', { kind: 'accept', offer: 0 });
    assert.deepEqual(await reply, { kind: 'accept', allowed: exactly });
  });

  it('takes a word along with a no', async () => {
    const reply = questions.person('c').consent(command, signal);
    questions.reply('q1', { kind: 'reject', words: 'Read it first.' });
    assert.deepEqual(await reply, { kind: 'reject', words: 'Read it first.' });
  });

  it('is no consent where the run is stopped, before or while it is open', async () => {
    const stop = new AbortController();
    const consent = questions.person('c').consent(command, stop.signal);
    const goOn = questions.person('c').goOn({ kind: 'limit', limit: 'steps' }, stop.signal);
    const choice = questions.display('c').ask('Which?', ['a'], stop.signal);
    stop.abort();
    assert.deepEqual(await Promise.all([consent, goOn, choice]), [{ kind: 'reject', words: null }, false, null]);
    assert.deepEqual(await questions.person('c').consent(command, stop.signal), { kind: 'reject', words: null });
    assert.deepEqual([...questions.asking], []);
  });

  it('is decided once', async () => {
    const first = questions.person('c').goOn({ kind: 'limit', limit: 'tokens' }, signal);
    questions.reply('q1', { kind: 'goOn', goesOn: true });
    questions.reply('q1', { kind: 'goOn', goesOn: false });
    assert.equal(await first, true);
  });

  it('shows the plan of the prompt that is worked on', () => {
    questions.display('c').showPlan([{ text: 'Look', state: 'doing' }]);
    assert.deepEqual(questions.of('c').plan, [{ text: 'Look', state: 'doing' }]);
    questions.dropPlan('c');
    assert.deepEqual(questions.of('c').plan, []);
    assert.deepEqual(changes, ['c', 'c']);
  });
});
