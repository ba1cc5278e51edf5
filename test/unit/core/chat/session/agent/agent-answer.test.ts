// A conversation in which an agent works, against the demo over real connections: what is asked of the person, what its
// file holds, and how it goes on.
import assert from 'node:assert/strict';
import type { AnswerTurn } from '../../../../../../src/core/chat/conversation/answer.ts';
import type { FileState } from '../../../../../../src/core/chat/conversation/files/file-records.ts';
import { percentTaken, type QuotaReading } from '../../../../../../src/core/chat/conversation/runs/quota-share.ts';
import { callsIn } from '../../../../../../src/core/chat/conversation/runs/run-state.ts';
import type { ConversationTree } from '../../../../../../src/core/chat/conversation/tree.ts';
import type { AgentAnswerPorts } from '../../../../../../src/core/chat/session/agent/agent-answer-ports.ts';
import { ownTools } from '../../../../../../src/core/chat/tools/calls/own-tools.ts';
import type { RunFolders } from '../../../../../../src/core/chat/tools/runs/run-folders.ts';
import type { Mode } from '../../../../../../src/core/chat/tools/consent/consent.ts';
import { Allowances } from '../../../../../../src/core/chat/tools/consent/allowances.ts';
import { type RunQuestion, RunQuestions } from '../../../../../../src/core/chat/tools/runs/run-questions.ts';
import { FileKeeper, type FileKeeperPorts } from '../../../../../../src/core/chat/restore/file-keeper.ts';
import { MemoryDisk } from '../../../../../support/fakes/memory-disk.ts';
import { MemoryWorkspace } from '../../../../../support/fakes/memory-workspace.ts';
import { DemoChat } from '../../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../../demo/demo-client.ts';

const source = 'export function tidalRange(high, low) {\n  return high + low;\n}\n';
const mended = source.replace('high + low', 'high - low');

describe('a conversation in which an agent works', () => {
  let chat: DemoChat;
  let workspace: MemoryWorkspace;
  let ran: string[];
  let isAgent: boolean;
  let takeFolders: RunFolders['take'];
  let givenBack: number;
  let words: string[];
  let mode: Mode;
  /** It grows by 2 % with each answer. */
  let quota: QuotaReading;
  let questions: RunQuestions;
  let keepCopy: FileKeeperPorts['keep'];
  /** What was asked, in order; each is answered by `onQuestion`. */
  let asked: string[];
  let onQuestion: (question: RunQuestion) => void;

  const giveBack = (): Promise<void> => {
    givenBack += 1;
    return Promise.resolve();
  };
  const titleOf = (question: RunQuestion): string =>
    question.kind === 'consent' ? `${question.question.tool} ${question.question.preview.kind}` : question.kind;
  const accept = ({ id }: RunQuestion): void => questions.reply(id, { kind: 'accept', offer: null });

  beforeEach(async () => {
    chat = await DemoChat.open();
    workspace = new MemoryWorkspace({
      'package.json': '{}',
      'src/tides.js': source,
      'test/tides.test.js': "import { tidalRange } from '../src/tides.js';\n",
    });
    ran = [];
    isAgent = true;
    givenBack = 0;
    words = [];
    mode = 'askAll';
    takeFolders = () => Promise.resolve(giveBack);
    quota = { window: '5-hour limit', used: 10, readAt: 1 };
    asked = [];
    onQuestion = accept;
    keepCopy = disk.keep;
    let ids = 0;
    const seen = new Set<string>();
    questions = new RunQuestions(
      () => `q${String((ids += 1))}`,
      (conversationId) => {
        const { question } = questions.of(conversationId);
        if (question === null || seen.has(question.id)) return;
        seen.add(question.id);
        asked.push(titleOf(question));
        queueMicrotask(() => onQuestion(question));
      },
    );
    const allowances = new Allowances();
    const answerPorts = (conversationId: string): AgentAnswerPorts => ({
      tools: ownTools(workspace, terminals, questions.display(conversationId)),
      instructions: 'You work in a folder.',
      consent: () => ({ mode, isTrusted: true, allowances }),
      takeWords: () => words.splice(0),
      person: questions.person(conversationId),
      keeper: new FileKeeper(keeping),
      limits: { steps: 20, tokens: 1_000_000, quota: 100 },
      folders: { take: (signal) => takeFolders(signal) },
      quota: {
        reading: () => quota,
        answered: () => (quota = { ...quota, used: quota.used + 2, readAt: quota.readAt + 1 }),
      },
    });
    chat.agent = (conversationId, goesOn) => (isAgent || goesOn ? answerPorts(conversationId) : null);
  });
  afterEach(closeDemos);

  const disk = new MemoryDisk();
  const keeping: FileKeeperPorts = {
    read: ({ path }) => {
      const held = workspace.files.get(path.replace('/w/', ''));
      return Promise.resolve(
        held === undefined ? { kind: 'absent' } : { kind: 'bytes', bytes: new TextEncoder().encode(held) },
      );
    },
    keep: (bytes) => keepCopy(bytes),
  };
  const terminals = {
    place: () => Promise.resolve({ place: { shell: 'posix' as const, folder: '/w' }, liesInside: true }),
    staysInside: () => Promise.resolve(true),
    sandbox: () => null,
    run: ({ line }: { readonly line: string }) => {
      ran.push(line);
      const passes = workspace.files.get('src/tides.js') === mended;
      return Promise.resolve({ kind: 'exited' as const, exitCode: passes ? 0 : 1, output: passes ? 'pass' : 'fail' });
    },
  };

  function lastAnswer(): AnswerTurn {
    const turn = chat.session.conversation().turns.at(-1);
    assert.ok(turn?.kind === 'answer');
    return turn;
  }

  /** As another window would read it from the files. */
  async function storedTree(): Promise<ConversationTree> {
    await chat.history.flush();
    const [listed] = await chat.history.list();
    assert.ok(listed !== undefined);
    return (await chat.history.open(listed.id))?.tree ?? assert.fail('It cannot be opened.');
  }

  async function stored(): Promise<AnswerTurn> {
    const turn = (await storedTree()).shown().turns.at(-1);
    assert.ok(turn?.kind === 'answer');
    return turn;
  }

  /** Null where none is kept: what an agent wrote itself needs no copy. */
  async function copyOf(state: FileState | undefined): Promise<string | null> {
    const bytes = state?.kind === 'bytes' ? await disk.copy(state.hash) : null;
    return bytes === null ? null : new TextDecoder().decode(bytes);
  }

  const text = (turn: AnswerTurn): string =>
    turn.blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('\n');

  it('fixes the test with consent to each command and change, and its file holds all of it', async () => {
    await chat.session.send('Fix the test');
    assert.deepEqual(asked, ['run_command command', 'edit_file changes', 'run_command command']);
    assert.equal(workspace.files.get('src/tides.js'), mended);
    assert.deepEqual(ran, ['npm test', 'npm test']);
    const answer = lastAnswer();
    assert.match(text(answer), /The test passes now/);
    assert.equal(answer.progress.kind, 'done');
    const read = await stored();
    assert.deepEqual(read.run, answer.run);
    assert.deepEqual(read.blocks, answer.blocks);
    assert.deepEqual(read.usage, answer.usage);
    assert.equal(
      chat.counts.answers.every(({ origin }) => origin === 'agent'),
      true,
    );
  });

  it('keeps what a file held before it changes it, and its file tells what it held before and after', async () => {
    await chat.session.send('Fix the test');
    assert.deepEqual((await storedTree()).files.changes, chat.session.tree.files.changes);
    const [change, ...others] = chat.session.tree.files.changes;
    assert.deepEqual([change?.id, change?.file.path, others], [lastAnswer().id, '/w/src/tides.js', []]);
    const texts = await Promise.all([change?.before, change?.after].map(copyOf));
    assert.deepEqual(texts, [source, null]);
  });

  it('changes nothing that cannot be kept before', async () => {
    keepCopy = () => Promise.reject(new Error('full'));
    await chat.session.send('Fix the test');
    assert.equal(workspace.files.get('src/tides.js'), source);
    assert.deepEqual(chat.session.tree.files.changes, []);
  });

  it('knows what it took of the quota, with what became known after its end, also in its file', async () => {
    await chat.session.send('Fix the test');
    const taken = ({ run }: AnswerTurn): unknown =>
      run?.quota === undefined || run.quota === null ? null : percentTaken(run.quota);
    const { id, run } = lastAnswer();
    const steps = run?.steps.length ?? 0;
    assert.equal(taken(lastAnswer()), 2 * steps);
    assert.equal(taken(await stored()), 2 * steps);
    const share = { taken: 99, since: 1, isWhole: true, last: quota };
    chat.session.addToRun(chat.session.current(), id, { kind: 'quotaRead', share });
    assert.equal(taken(lastAnswer()), 99);
    assert.deepEqual([taken(await stored()), (await stored()).progress.kind], [99, 'done']);
    assert.equal(chat.events.at(-1)?.kind, 'answerReplaced');
  });

  it('runs nothing that the person rejects, and the model hears of it', async () => {
    onQuestion = ({ id }) => questions.reply(id, { kind: 'reject', words: 'Read it first.' });
    await chat.session.send('Fix the test');
    assert.deepEqual(ran, []);
    const results = lastAnswer().run?.steps.flatMap(({ outcomes }) => [...outcomes.values()]) ?? [];
    assert.match(JSON.stringify(results.at(-1)), /Read it first\./);
  });

  it('ends where it is stopped while it asks: the question goes, and nothing was run', async () => {
    onQuestion = () => chat.session.stop();
    await chat.session.send('Fix the test');
    assert.deepEqual([lastAnswer().progress.kind, ran], ['stopped', []]);
    assert.equal(questions.of(chat.session.tree.id).question, null);
    assert.equal((await stored()).progress.kind, 'stopped');
  });

  it('goes on from where it was stopped, in the same answer', async () => {
    onQuestion = () => chat.session.stop();
    await chat.session.send('Fix the test');
    const { id, run } = lastAnswer();
    const before = run?.steps.length ?? 0;
    onQuestion = accept;
    await chat.session.continueAnswer(id);
    const answer = lastAnswer();
    assert.equal(answer.id, id);
    assert.equal((answer.run?.steps.length ?? 0) > before, true);
    assert.equal(workspace.files.get('src/tides.js'), mended);
    assert.deepEqual((await stored()).run, answer.run);
  });

  const spent = { kind: 'balance-exhausted', code: 'number' } as const;

  describe('whose plan is used up in the middle', () => {
    const midway = { kind: 'balance-mid-stream' } as const;
    /** With the first question, which comes after three answers or so. */
    const refuseOnce =
      (fault: typeof spent | typeof midway): ((question: RunQuestion) => void) =>
      (question) => {
        onQuestion = accept;
        void chat.refuse(fault).then(() => accept(question));
      };
    const payer = (): string | undefined => lastAnswer().source?.payer;

    for (const fault of [spent, midway]) {
      it(`pauses, also in its file, and goes on with the plan where the person says so (${fault.kind})`, async () => {
        chat.setKey();
        onQuestion = refuseOnce(fault);
        await chat.session.send('Fix the test');
        const paused = lastAnswer();
        assert.deepEqual(
          [paused.progress, paused.source?.payer],
          [{ kind: 'failed', failure: { kind: 'balanceExhausted' } }, 'plan'],
        );
        const read = await stored();
        assert.deepEqual([read.progress, read.run], [paused.progress, paused.run]);
        assert.deepEqual(ran, ['npm test']);
        await chat.session.continueAnswer(paused.id);
        assert.deepEqual([lastAnswer().id, lastAnswer().progress.kind, payer()], [paused.id, 'done', 'plan']);
        assert.equal(workspace.files.get('src/tides.js'), mended);
        assert.equal((await chat.requests())[1], 0);
      });

      it(`goes on with the key by itself where that is the policy, from the step on that was refused (${fault.kind})`, async () => {
        chat.setKey();
        chat.policy = 'always';
        onQuestion = refuseOnce(fault);
        await chat.session.send('Fix the test');
        const { progress, planRefusal } = lastAnswer();
        assert.deepEqual([progress.kind, payer(), planRefusal], ['done', 'apiKey', { kind: 'balanceExhausted' }]);
        assert.equal(workspace.files.get('src/tides.js'), mended);
        assert.deepEqual(ran, ['npm test', 'npm test']);
      });
    }

    it('goes on with the key where the person says so, for this run alone', async () => {
      chat.setKey();
      onQuestion = refuseOnce(spent);
      await chat.session.send('Fix the test');
      const { id } = lastAnswer();
      await chat.session.retry(id, 'withKey');
      assert.deepEqual([lastAnswer().id, lastAnswer().progress.kind, payer()], [id, 'done', 'apiKey']);
      assert.equal(workspace.files.get('src/tides.js'), mended);
      await chat.session.send('Fix the test');
      assert.deepEqual(chat.lastFailure(), { kind: 'balanceExhausted' });
    });

    it('pauses where the key comes to its daily cap, and pays beyond it one answer at a time', async () => {
      chat.setKey();
      chat.dailyCap = 1;
      onQuestion = refuseOnce(spent);
      await chat.session.send('Fix the test');
      await chat.session.retry(lastAnswer().id, 'withKey');
      assert.equal(chat.lastFailure()?.kind, 'dailyCapReached');
      assert.equal((await chat.requests())[1], 1);
      const steps = lastAnswer().run?.steps.length ?? 0;
      await chat.session.retry(lastAnswer().id, 'withKey');
      assert.equal((await chat.requests())[1], 2);
      assert.equal((lastAnswer().run?.steps.length ?? 0) > steps, true);
    });
  });

  it('hears behind the next result what the person writes while it works, and its file keeps it', async () => {
    onQuestion = (question) => {
      onQuestion = accept;
      words.push('Mind the tides.');
      accept(question);
    };
    await chat.session.send('Fix the test');
    const said = (turn: AnswerTurn): readonly string[] => turn.run?.steps.flatMap((step) => step.words) ?? [];
    assert.deepEqual([said(lastAnswer()), said(await stored())], [['Mind the tides.'], ['Mind the tides.']]);
  });

  it('says that it ended in a plan, and no more where it goes on', async () => {
    mode = 'plan';
    await chat.session.send('Fix the test');
    assert.deepEqual([lastAnswer().run?.isPlan, (await stored()).run?.isPlan, ran], [true, true, []]);
    mode = 'askAll';
    await chat.session.send('Do it');
    assert.equal(lastAnswer().run?.isPlan, false);
  });

  it('has not written a plan where it began to work, whatever is chosen for the next prompt meanwhile', async () => {
    onQuestion = (question) => {
      accept(question);
      if (ran.length > 0) mode = 'plan';
    };
    await chat.session.send('Fix the test');
    assert.deepEqual([lastAnswer().progress.kind, lastAnswer().run?.isPlan], ['done', false]);
  });

  it('waits for its folders, and gives them back at its end, however it ends', async () => {
    const free = Promise.withResolvers<() => Promise<void>>();
    takeFolders = () => free.promise;
    const sent = chat.session.send('Fix the test');
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([await chat.requests(), lastAnswer().progress.kind], [[0, 0], 'waiting']);
    free.resolve(giveBack);
    await sent;
    assert.deepEqual([lastAnswer().progress.kind, givenBack], ['done', 1]);
    takeFolders = () => Promise.resolve(giveBack);
    onQuestion = () => chat.session.stop();
    await chat.session.send('Fix the test');
    assert.deepEqual([lastAnswer().progress.kind, givenBack], ['stopped', 2]);
  });

  it('is stopped while it waits for its folders, and nothing was asked', async () => {
    takeFolders = (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(null));
      });
    const sent = chat.session.send('Fix the test');
    await new Promise((resolve) => setImmediate(resolve));
    chat.session.stop();
    await sent;
    assert.deepEqual([lastAnswer().progress.kind, await chat.requests(), givenBack], ['stopped', [0, 0], 0]);
  });

  describe('whose person signs out', () => {
    it('ends in words while it asks, and nothing is run', async () => {
      chat.setKey();
      chat.policy = 'always';
      onQuestion = () => chat.signOut();
      await chat.session.send('Fix the test');
      assert.deepEqual([chat.lastFailure(), ran], [{ kind: 'signedOut' }, []]);
      assert.deepEqual((await stored()).progress, { kind: 'failed', failure: { kind: 'signedOut' } });
      assert.equal((await chat.requests())[1], 0);
    });

    it('goes on where the key pays for it', async () => {
      chat.setKey();
      chat.policy = 'always';
      await chat.refuse(spent, 99);
      onQuestion = (question) => {
        onQuestion = accept;
        chat.signOut();
        accept(question);
      };
      await chat.session.send('Fix the test');
      assert.equal(lastAnswer().progress.kind, 'done');
    });
  });

  it('counts as interrupted where its window ends while it asks', async () => {
    onQuestion = () => void chat.session.close();
    await chat.session.send('Fix the test');
    const read = await stored();
    assert.equal(read.progress.kind, 'interrupted');
    assert.equal(read.run?.steps.flatMap(callsIn).length, 3);
    assert.deepEqual(ran, []);
  });

  it('tells the model of the run when something is asked behind it', async () => {
    await chat.session.send('Fix the test');
    isAgent = false;
    await chat.session.send('hello');
    const last = lastAnswer();
    assert.deepEqual([last.run, last.progress.kind], [undefined, 'done']);
    // Results of tools without their calls would be refused.
    assert.equal(chat.session.conversation().turns.length, 4);
  });
});
