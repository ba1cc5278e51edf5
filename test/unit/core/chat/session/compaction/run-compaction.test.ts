// An agent's run in a conversation that nearly fills the model's window, against the demo over real connections.
import assert from 'node:assert/strict';
import type { AgentAnswerPorts } from '../../../../../../src/core/chat/session/agent/agent-answer-ports.ts';
import { ownTools } from '../../../../../../src/core/chat/tools/calls/own-tools.ts';
import { Allowances } from '../../../../../../src/core/chat/tools/consent/allowances.ts';
import { FileKeeper } from '../../../../../../src/core/chat/restore/file-keeper.ts';
import type { CompactionEnd } from '../../../../../../src/core/chat/session/compaction/compact.ts';
import { MemoryWorkspace } from '../../../../../support/fakes/memory-workspace.ts';
import { DemoChat } from '../../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../../demo/demo-client.ts';

/** A prompt of about so many tokens. */
const filler = (tokens: number): string => 'tide '.repeat(tokens);

describe("an agent's run in a conversation that nearly fills the window", () => {
  let chat: DemoChat;
  let steps: number;

  beforeEach(async () => {
    chat = await DemoChat.open();
    steps = 20;
    chat.preferences = { ...chat.preferences, maxTokens: 1000 };
    const terminals = {
      place: () => Promise.resolve({ place: { shell: 'posix' as const, folder: '/w' }, liesInside: true }),
      staysInside: () => Promise.resolve(true),
      sandbox: () => null,
      run: () => Promise.resolve({ kind: 'exited' as const, exitCode: 1, output: filler(200) }),
    };
    const workspace = new MemoryWorkspace({
      'package.json': '{}',
      'src/tides.js': 'export function tidalRange(high, low) {\n  return high + low;\n}\n',
      'test/tides.test.js': "import { tidalRange } from '../src/tides.js';\n",
    });
    const allowances = new Allowances();
    const answerPorts: AgentAnswerPorts = {
      tools: ownTools(workspace, terminals, { ask: () => Promise.resolve(null), showPlan: () => undefined }),
      instructions: 'You work in a folder.',
      consent: () => ({ mode: 'askAll', isTrusted: true, allowances }),
      takeWords: () => [],
      person: {
        consent: () => Promise.resolve({ kind: 'accept', allowed: null }),
        goOn: () => Promise.resolve(false),
      },
      keeper: new FileKeeper({
        read: () => Promise.resolve({ kind: 'absent' }),
        keep: () => Promise.resolve(''),
      }),
      limits: { steps, tokens: 1_000_000, quota: 100 },
      folders: { take: () => Promise.resolve(() => Promise.resolve()) },
      quota: { reading: () => null, answered: () => undefined },
    };
    chat.agent = () => ({ ...answerPorts, limits: { ...answerPorts.limits, steps } });
  });
  afterEach(async () => {
    await chat.session.close();
    await closeDemos();
  });

  /** As if every model read no more than this, its answer of 1,000 tokens aside. */
  function readsAtMost(tokens: number): void {
    const { connection } = chat;
    assert.ok(connection !== null);
    const models = connection.profile.models.map((model) => ({ ...model, contextWindow: tokens + 1000 }));
    chat.connection = { ...connection, profile: { ...connection.profile, models } };
  }

  const ends = (): (CompactionEnd['kind'] | null)[] =>
    chat.events.flatMap((event) => (event.kind === 'summariesChanged' ? [event.end?.kind ?? null] : []));
  const origins = (): string[] => chat.counts.answers.map(({ origin }) => origin);

  it('begins with a summary of the turns before it', async () => {
    await chat.session.send(`Hello ${filler(3000)}`);
    readsAtMost(3500);
    await chat.session.send('What now?');
    assert.deepEqual(ends(), [null, 'made']);
    const { turns, summary } = chat.session.conversation();
    assert.deepEqual(
      summary?.covers,
      turns.slice(0, 2).map(({ id }) => id),
    );
    assert.deepEqual(
      [chat.lastAnswer().progress.kind, chat.lastAnswer().leftOut],
      ['done', { turns: 0, images: 0, summarised: 2 }],
    );
    assert.deepEqual(origins(), ['agent', 'agent', 'agent']);
  });

  it('asks for none while there is room, and sends the one that is there without asking again', async () => {
    await chat.session.send(`Hello ${filler(3000)}`);
    readsAtMost(9000);
    await chat.session.send('What now?');
    assert.deepEqual(ends(), []);
    readsAtMost(3500);
    await chat.session.send('And now?');
    await chat.session.send('And then?');
    assert.deepEqual(ends(), [null, 'made']);
    assert.equal(chat.lastAnswer().leftOut?.summarised, 4);
  });

  it('asks for one in its midst where dropped results are not enough, and once only', async () => {
    await chat.session.send(`Hello ${filler(3000)}`);
    readsAtMost(4600);
    await chat.session.send('Fix the test');
    const answer = chat.lastAnswer();
    assert.deepEqual(ends(), [null, 'made']);
    assert.ok((answer.run?.steps.length ?? 0) > 3);
    assert.deepEqual([answer.progress.kind, answer.leftOut?.summarised], ['done', 2]);
  });

  it('goes on as it is where the summary fails, and asks for no other', async () => {
    await chat.session.send(`Hello ${filler(3000)}`);
    readsAtMost(3500);
    await chat.refuse({ kind: 'server-trouble' });
    await chat.session.send('Fix the test');
    assert.deepEqual(ends(), [null, 'failed']);
    assert.equal(chat.session.conversation().summary, undefined);
    assert.equal(chat.lastAnswer().progress.kind, 'done');
  });

  it('ends with Stop while its summary is made, and nothing is changed', async () => {
    await chat.session.send(`Hello ${filler(3000)}`);
    readsAtMost(3500);
    const sending = chat.session.send('What now?');
    await chat.next('summariesChanged');
    assert.notEqual(chat.session.compacting.behind, null);
    chat.session.stop();
    await sending;
    assert.deepEqual(ends(), [null, 'stopped']);
    assert.deepEqual([chat.lastAnswer().progress.kind, chat.session.conversation().summary], ['stopped', undefined]);
  });

  it('asks for none by itself once a person took one out', async () => {
    await chat.session.send(`Hello ${filler(3000)}`);
    await chat.session.compacting.compact('');
    chat.session.compacting.use(chat.session.conversation().summary?.id ?? '', false);
    readsAtMost(3500);
    await chat.session.send('What now?');
    assert.deepEqual(ends(), [null, 'made', null]);
    assert.equal(chat.lastAnswer().leftOut?.summarised, undefined);
  });

  it('is not worth one where little came before it', async () => {
    await chat.session.send('Hello');
    readsAtMost(3000);
    await chat.session.send(`What now? ${filler(2800)}`);
    assert.deepEqual(ends(), []);
  });
});
