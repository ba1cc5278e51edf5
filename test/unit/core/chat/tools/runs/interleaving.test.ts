// However runs are stopped, refused, cut off and continued: what is sent is what the interface takes, nothing runs
// twice for one call, and nothing runs without consent.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { requestBody } from '../../../../../../src/core/chat/messages/request-body.ts';
import type { AnswerBlock } from '../../../../../../src/core/chat/messages/blocks.ts';
import { type Message, userText } from '../../../../../../src/core/chat/messages/message.ts';
import { noUsage } from '../../../../../../src/core/chat/messages/stream/stream-event.ts';
import { failed, succeeded } from '../../../../../../src/core/chat/tools/calls/offered-tool.ts';
import { blocksOf, messageRequestSchema } from '../../../../../../src/demo/wire/message-request.ts';
import { brokenRule } from '../../../../../../src/demo/wire/message-rules.ts';
import { signatureOf } from '../../../../../../src/demo/wire/thinking-signature.ts';
import { messagesOfRun, type RunRecord } from '../../../../../../src/core/chat/conversation/runs/run-state.ts';
import {
  AgentScene,
  changing,
  reading,
  running,
  type ScriptedAnswer,
  tool,
} from '../../../../../support/fakes/agent-scene.ts';

const names = ['read', 'edit', 'run', 'nobody'] as const;
const block = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('Hm.', ' ').map((text): AnswerBlock => ({ kind: 'text', text })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('Why?', 'So.')
      .map((text): AnswerBlock => ({ kind: 'thinking', text, signature: signatureOf(text) })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...names),
        fc.constantFrom('a', 'b', 'a-2', 'ü'),
        fc.constantFrom('{"n":1}', '{}', '{"n":', '[]'),
      )
      .map(([name, id, json]): AnswerBlock => ({ kind: 'toolUse', id, name, input: { kind: 'arriving', json } })),
  },
);
const answer = fc
  .tuple(fc.array(block, { maxLength: 5 }), fc.constantFrom('whole', 'whole', 'whole', 'failed'))
  .map(
    ([blocks, how]): ScriptedAnswer =>
      how === 'whole' ? { blocks } : { blocks, end: { kind: 'failed', failure: { kind: 'cut' }, usage: noUsage } },
  );

/** How one run of several goes. */
const session = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
  /** At which record it is stopped, or the process ends; beyond the last one it is neither. */
  at: fc.nat({ max: 30 }),
  how: fc.constantFrom('stopped', 'killed', 'neither'),
  replies: fc.array(fc.constantFrom('accept', 'reject', 'words'), { minLength: 1, maxLength: 4 }),
  outcomes: fc.array(fc.constantFrom('good', 'bad', 'throws', 'hangs'), { minLength: 1, maxLength: 5 }),
  mode: fc.constantFrom('askAll' as const, 'acceptEdits' as const, 'plan' as const),
});
type Session = typeof session extends fc.Arbitrary<infer Value> ? Value : never;

/** What the interface says of the request that these messages make; null where it takes it. */
function refusalOf(messages: readonly Message[], thinkingBudget: number | null): string | null {
  const request = {
    model: 'm',
    maxTokens: 2000,
    messages,
    tools: names.map((name) => ({ name, description: name, inputSchema: {} })),
    ...(thinkingBudget === null ? {} : { thinkingBudget }),
  };
  const parsed = messageRequestSchema.safeParse(JSON.parse(JSON.stringify(requestBody(request, true))));
  if (!parsed.success) return parsed.error.message;
  const uses = parsed.data.messages.flatMap(blocksOf).filter(({ type }) => type === 'tool_use').length;
  const results = parsed.data.messages.flatMap(blocksOf).filter(({ type }) => type === 'tool_result').length;
  return uses === results ? brokenRule(parsed.data) : `${uses} uses and ${results} results`;
}

/** Right behind every answer each of its uses has a result, in the same order. */
function assertWhole(messages: readonly Message[]): void {
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'assistant') continue;
    const uses = content.flatMap((one) => (one.kind === 'toolUse' ? [one.id] : []));
    const results = messages[index + 1]?.content ?? [];
    const answered = results.flatMap((one) => (one.kind === 'toolResult' ? [one.useId] : []));
    assert.equal(new Set(uses).size, uses.length);
    assert.deepEqual(uses.length === 0 ? [] : answered, uses);
  }
}

/** Calls that began or ended more than once. */
function repeatedCalls(records: readonly RunRecord[]): string[] {
  let step = 0;
  const marks = records.flatMap((record) => {
    if (record.kind === 'answerBegan') step += 1;
    return record.kind === 'callStarted' || record.kind === 'callEnded'
      ? [`${step} ${record.block} ${record.kind}`]
      : [];
  });
  return marks.filter((mark, index) => marks.indexOf(mark) < index);
}

describe('runs of the agent, however they are broken off', () => {
  it('leave a conversation that the interface takes, and do nothing without consent or twice', async function () {
    this.timeout(120_000);
    const seen = { requests: 0, killed: 0, stopped: 0, done: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(session, { minLength: 1, maxLength: 3 }), async (sessions) => {
        const scenes: AgentScene[] = [];
        for (const plan of sessions) scenes.push(await play(plan, scenes.at(-1), seen));
        for (const [index, scene] of scenes.entries()) {
          assert.deepEqual(repeatedCalls(scene.records), []);
          assertWhole(messagesOfRun(scene.state));
          const next = [...scene.before, ...messagesOfRun(scene.state), userText('And now?')];
          for (const messages of [...scene.requests, next])
            for (const budget of [null, 1000]) {
              seen.requests += 1;
              assert.equal(refusalOf(messages, budget), null, `run ${index}`);
            }
        }
      }),
      { numRuns: 400, seed: 11 },
    );
    for (const [what, count] of Object.entries(seen)) assert.equal(count > 50, true, `${what}: ${count}`);
  });
});

async function play(
  plan: Session,
  before: AgentScene | undefined,
  seen: Record<'killed' | 'stopped' | 'done', number>,
): Promise<AgentScene> {
  const { replies, outcomes } = plan;
  let [asked, done, agreed, changed] = [0, 0, 0, 0];
  const act =
    (isFree: () => boolean, changes = true) =>
    async (signal: AbortSignal) => {
      seen.done += 1;
      changed += changes ? 1 : 0;
      done += isFree() ? 0 : 1;
      assert.equal(done <= agreed, true, 'done without consent');
      switch (outcomes[seen.done % outcomes.length]) {
        case 'bad':
          return failed('No.');
        case 'throws':
          throw new Error('x');
        case 'hangs':
          return await new Promise<never>((_, reject) =>
            signal.addEventListener('abort', () => reject(new Error('late'))),
          );
        default:
          return succeeded('Yes.');
      }
    };
  const scene: AgentScene = new AgentScene(
    [
      tool(
        'read',
        reading,
        act(() => true, false),
      ),
      tool(
        'edit',
        changing('a.ts'),
        act(() => scene.mode === 'acceptEdits'),
      ),
      tool(
        'run',
        running('npm test'),
        act(() => false),
      ),
    ],
    plan.answers,
  );
  scene.mode = plan.mode;
  scene.records.push(...(before?.records ?? []));
  const first = scene.records.length;
  scene.reply = () => {
    const reply = replies[(asked += 1) % replies.length];
    if (reply === 'accept') agreed += 1;
    return Promise.resolve(
      reply === 'accept'
        ? { kind: 'accept', allowed: null }
        : { kind: 'reject', words: reply === 'words' ? 'Not so.' : null },
    );
  };
  const run = scene.begin();
  const ended = Promise.withResolvers<undefined>();
  const isPast = (): boolean => scene.records.length - first > plan.at;
  scene.onRecord = (record) => {
    if (isPast() && plan.how === 'stopped') {
      seen.stopped += 1;
      run.stop();
    }
    // Whoever waits for a tool that hangs stops it in the end.
    if (record.kind === 'callStarted') setImmediate(() => setImmediate(() => run.stop()));
  };
  scene.recorded = () => {
    if (!isPast() || plan.how !== 'killed') return Promise.resolve();
    seen.killed += 1;
    ended.resolve(undefined);
    return new Promise(() => undefined);
  };
  await Promise.race([run.run(), ended.promise]);
  // What a process could not write before its end is in no file.
  if (plan.how === 'killed') scene.records.splice(first + plan.at);
  const started = scene.records.slice(first).filter(({ kind }) => kind === 'callStarted').length;
  assert.equal(changed <= started, true, 'changed without a record of it');
  return scene;
}
