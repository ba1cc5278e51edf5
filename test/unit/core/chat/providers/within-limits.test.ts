// What a model does not take is found out once and left out for a day.
import assert from 'node:assert/strict';
import type { AnswerBlock } from '../../../../../src/core/chat/messages/blocks.ts';
import { type MessageRequest, userText } from '../../../../../src/core/chat/messages/message.ts';
import type { AnswerEvent } from '../../../../../src/core/chat/messages/stream/stream.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import type { ChatProvider } from '../../../../../src/core/chat/providers/fallback-chain.ts';
import { ModelLimits } from '../../../../../src/core/chat/providers/model-limits.ts';
import { withinLimits } from '../../../../../src/core/chat/providers/within-limits.ts';
import { KeyConsent } from '../../../../../src/core/chat/language-model/key-consent.ts';
import { answerCaller } from '../../../../../src/core/chat/language-model/answer-caller.ts';
import { systemClock } from '../../../../../src/core/ports.ts';
import type { Failure } from '../../../../../src/core/service/failure/errors.ts';
import { refusedPartIn } from '../../../../../src/core/service/failure/refused-part.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { DemoChat } from '../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../demo/demo-client.ts';

const tool = { name: 'read_file', description: 'Reads a file', inputSchema: {} };
const plain: MessageRequest = { model: 'm', maxTokens: 100, messages: [userText('Hello')] };
const withTools: MessageRequest = { ...plain, tools: [tool], toolChoice: { kind: 'any' } };
const { signal } = new AbortController();
const done: AnswerEvent = { kind: 'done', stopReason: 'end_turn', usage: noUsage };
const refused = (changes: Partial<Extract<Failure, { kind: 'requestRefused' }>> = {}): AnswerEvent => ({
  kind: 'failed',
  failure: { kind: 'requestRefused', status: 400, code: null, ...changes },
  usage: noUsage,
});

describe('a request to a model that does not take all of it', () => {
  let clock: FakeClock;
  let kept: string;
  let limits: ModelLimits;
  let asked: MessageRequest[];

  beforeEach(() => {
    clock = new FakeClock();
    kept = '';
    asked = [];
    limits = new ModelLimits(
      {
        get text() {
          return kept;
        },
        write(text) {
          kept = text;
        },
      },
      clock,
    );
  });

  /** Ends of the answers by a provider that refuses whatever `refuse` says something of. */
  const answer = async (
    request: MessageRequest,
    refuse: (request: MessageRequest) => AnswerEvent | null,
  ): Promise<AnswerEvent[]> => {
    const provider: ChatProvider = {
      payer: 'plan',
      async *answer(sent) {
        asked.push(sent);
        await Promise.resolve();
        yield refuse(sent) ?? done;
      },
    };
    const events: AnswerEvent[] = [];
    for await (const event of withinLimits(provider, 'service', limits).answer(request, signal)) events.push(event);
    return events;
  };
  const model = { audience: 'service', payer: 'plan', model: 'm' } as const;
  const refusesTools = ({ tools = [] }: MessageRequest): AnswerEvent | null =>
    tools.length > 0 ? refused({ refused: 'tools' }) : null;

  it('goes without the tools that the service names, once, and for a day at once', async () => {
    assert.deepEqual(await answer(withTools, refusesTools), [done]);
    assert.deepEqual(asked, [withTools, plain]);
    assert.equal(limits.lacks('tools', model), true);
    assert.deepEqual(await answer(withTools, refusesTools), [done]);
    assert.deepEqual(asked.slice(2), [plain]);
    clock.advance(24 * 60 * 60_000);
    assert.equal(limits.lacks('tools', model), false);
    await answer(withTools, () => null);
    assert.deepEqual(asked.at(-1), withTools);
  });

  it('says in words what was called before, and what came of it', async () => {
    const use: AnswerBlock = { kind: 'toolUse', id: 't', name: 'read_file', input: { kind: 'read', value: { a: 1 } } };
    const result = { kind: 'toolResult', useId: 't', isError: false, content: [{ kind: 'text', text: 'Its text' }] };
    const messages = [
      userText('Hello'),
      { role: 'assistant', content: [use] },
      { role: 'user', content: [result] },
    ] as MessageRequest['messages'];
    await answer({ ...withTools, messages }, refusesTools);
    assert.deepEqual(asked.at(-1)?.messages.slice(1), [
      { role: 'assistant', content: [{ kind: 'text', text: '(Called read_file with {"a":1})' }] },
      {
        role: 'user',
        content: [
          { kind: 'text', text: '(What came of it:)' },
          { kind: 'text', text: 'Its text' },
        ],
      },
    ]);
  });

  it('goes without tools where the service says nothing of what is wrong, and is noted only if that is answered', async () => {
    assert.deepEqual(await answer(withTools, ({ tools = [] }) => (tools.length > 0 ? refused() : null)), [done]);
    assert.equal(limits.lacks('tools', model), true);
    kept = '';
    const code = { code: '1210' };
    assert.deepEqual(await answer(withTools, ({ tools = [] }) => refused(tools.length > 0 ? code : {})), [
      refused(code),
    ]);
    assert.equal(limits.lacks('tools', model), false);
  });

  it('goes once where a single tool is at fault, nothing can be left out, or another thing is wrong', async () => {
    for (const [request, event] of [
      [withTools, refused({ refused: 'oneTool' })],
      [withTools, refused({ status: 405 })],
      [plain, refused({ refused: 'tools' })],
      [plain, refused()],
      [withTools, { kind: 'failed', failure: { kind: 'forbidden' }, usage: noUsage }],
    ] as const) {
      asked = [];
      assert.deepEqual(await answer(request, () => event), [event]);
      assert.equal(asked.length, 1);
    }
    assert.deepEqual(limits.all(), []);
  });

  it('goes without marks of the prompt cache where the service names them, and without both where it must', async () => {
    const unmarked = ({ withoutCacheMarks = false }: MessageRequest): AnswerEvent | null =>
      withoutCacheMarks ? null : refused({ refused: 'cacheMarks' });
    assert.deepEqual(await answer(withTools, (request) => unmarked(request) ?? refusesTools(request)), [done]);
    assert.deepEqual(asked, [
      withTools,
      { ...withTools, withoutCacheMarks: true },
      { ...plain, withoutCacheMarks: true },
    ]);
    assert.deepEqual(limits.all(), [
      { part: 'cacheMarks', ...model, until: clock.now() + 24 * 60 * 60_000 },
      { part: 'tools', ...model, until: clock.now() + 24 * 60 * 60_000 },
    ]);
  });

  it('is whole for other models, services and payers', () => {
    limits.note('tools', model);
    for (const other of [{ model: 'n' }, { audience: 'other' }, { payer: 'apiKey' as const }])
      assert.equal(limits.lacks('tools', { ...model, ...other }), false);
    assert.equal(limits.lacks('cacheMarks', model), false);
  });

  it('is whole where what was kept cannot be read, or ends later than a day from now', () => {
    for (const text of ['', 'x', '{}', '[{"part":"tools"}]']) {
      kept = text;
      assert.deepEqual(limits.all(), [], text);
    }
    kept = JSON.stringify([{ part: 'tools', ...model, until: clock.now() + 25 * 60 * 60_000 }]);
    assert.deepEqual(limits.all(), []);
  });
});

describe('what a refusal names', () => {
  const of = (message: string): unknown => ({ type: 'error', error: { type: 'invalid_request_error', message } });

  it('is known by its body, whichever field says it', () => {
    assert.deepEqual(
      [
        of('messages.0.content.0.cache_control: Extra inputs are not permitted'),
        of('tools.0.cache_control: unknown field'),
        of('tools: this model does not support tools'),
        of('tool_choice is not supported'),
        of('Function calling is not enabled for this model'),
        { code: 400, msg: 'the parameter tools is not supported' },
        of('tools.3.input_schema: not a JSON schema'),
        of('messages.2: tool_use ids must be unique'),
        of('prompt is too long'),
        undefined,
        'tools',
      ].map(refusedPartIn),
      ['cacheMarks', 'cacheMarks', 'tools', 'tools', 'tools', 'tools', 'oneTool', 'oneTool', null, null, null],
    );
  });
});

describe('a service that refuses tools', () => {
  afterEach(closeDemos);

  it('answers all the same, over its sockets, and is asked without them from then on', async () => {
    const chat = await DemoChat.open();
    const body = '{"type":"error","error":{"type":"invalid_request_error","message":"tools: not supported"}}';
    await chat.refuse({ kind: 'reply', status: 400, headers: { 'content-type': 'application/json' }, body });
    const consent = new KeyConsent(() => Promise.resolve('notNow'), systemClock);
    const log = { info: () => undefined, warn: () => undefined };
    const request = { ...plain, model: 'tide-large', tools: [tool] };
    const ask = async (): Promise<string> =>
      (await answerCaller(request, 'vscodeChat', chat.payers, consent, signal, () => undefined, systemClock, log))
        .progress.kind;
    assert.deepEqual([await ask(), await ask()], ['done', 'done']);
    assert.deepEqual(await chat.requests(), [3, 0]);
    assert.deepEqual(
      chat.limits.all().map(({ part, model: limited }) => [part, limited]),
      [['tools', 'tide-large']],
    );
  });
});
