// What is asked for when a conversation is compacted, and what every request holds afterwards.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AnswerTurn, createAnswer } from '../../../../../src/core/chat/conversation/answer.ts';
import type {
  Conversation,
  ConversationSummary,
  Turn,
} from '../../../../../src/core/chat/conversation/conversation.ts';
import { emptyRun, type RunStep } from '../../../../../src/core/chat/conversation/runs/run-state.ts';
import { madeRecord, stepsIn, SummaryLog } from '../../../../../src/core/chat/conversation/summaries.ts';
import type { AnswerBlock } from '../../../../../src/core/chat/messages/blocks.ts';
import { requestBody } from '../../../../../src/core/chat/messages/request-body.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import {
  askedToCompact,
  compactionRequest,
  summaryMessage,
  turnsToCompact,
} from '../../../../../src/core/chat/prompt/compaction.ts';
import { fitWindow, windowUse } from '../../../../../src/core/chat/prompt/context-window.ts';
import { messageTokens } from '../../../../../src/core/chat/prompt/message-tokens.ts';
import { requestMessages, type RequestMessages } from '../../../../../src/core/chat/prompt/request-messages.ts';
import type { Model } from '../../../../../src/core/service/profile/profile.ts';
import { blocksOf as wireBlocksOf, messageRequestSchema } from '../../../../../src/demo/wire/message-request.ts';
import { brokenRule } from '../../../../../src/demo/wire/message-rules.ts';
import { blocksOf } from '../../../../support/samples/answer-blocks.ts';

const model: Model = { id: 'm', name: 'M', images: false, thinking: false, tools: true };
const preferences = { maxTokens: 100, systemPrompt: '', temperature: null, thinkingBudget: 0, whole: false };
const read = (): Promise<null> => Promise.resolve(null);
const tools = [{ name: 'read', description: 'Read', inputSchema: {} }];

const prompt = (id: string, text = `Ask ${id}`): Turn => ({ kind: 'prompt', id, text });
const answer = (id: string, text = `Answer ${id}`): AnswerTurn => ({ ...createAnswer(id, 0), blocks: blocksOf(text) });
const exchange = (name: string): Turn[] => [prompt(`p${name}`), answer(`a${name}`)];
const summaryOf = (turns: readonly Turn[], text = 'They asked, and were answered.'): ConversationSummary => ({
  ...{ id: 's', covers: turns.map(({ id }) => id), steps: stepsIn(turns), leftOut: 0, text },
  source: { payer: 'plan', model: 'm' },
});
const asking = [prompt('next', 'And now?'), createAnswer('asked', 0)];

function sent(conversation: Conversation, id = 'asked', window?: number): Promise<RequestMessages> {
  const offered = window === undefined ? model : { ...model, contextWindow: window };
  return requestMessages(conversation, { id, blocks: [] }, offered, preferences, read);
}

function body({ messages }: RequestMessages): unknown {
  return requestBody({ model: 'm', maxTokens: 100, messages, tools }, true);
}

describe('what is compacted', () => {
  it('is every turn up to the last answer that says anything', () => {
    const turns = [...exchange('1'), ...exchange('2'), prompt('p3'), createAnswer('a3', 0)];
    assert.deepEqual(turnsToCompact({ turns }), turns.slice(0, 4));
  });

  it('is nothing where nothing was answered, or a summary stands for all of it', () => {
    const turns = exchange('1');
    assert.deepEqual(turnsToCompact({ turns: [prompt('p'), createAnswer('a', 0)] }), []);
    assert.deepEqual(turnsToCompact({ turns, summary: summaryOf(turns) }), []);
  });

  it('is asked for behind the messages that were sent before, so that the prompt cache has them', async () => {
    const turns = exchange('1');
    const before = await sent({ turns: [...turns, ...asking] });
    const compacting = await sent(askedToCompact({ turns }, compactionRequest(''), 'asked'));
    assert.deepEqual(compacting.messages.slice(0, -1), before.messages.slice(0, -1));
    assert.deepEqual(compacting.messages.at(-1), {
      role: 'user',
      content: [{ kind: 'text', text: compactionRequest('') }],
    });
  });

  it('says what the person wants to be kept', () => {
    assert.match(compactionRequest(' the names of the files '), /look to: the names of the files$/);
    assert.doesNotMatch(compactionRequest(' '), /look to/);
  });
});

describe('a request after a summary', () => {
  const old = [...exchange('1'), ...exchange('2')];
  const summary = summaryOf(old);

  it('begins with the summary, in a fence that it cannot end, and goes on behind its turns', async () => {
    const fenced = summaryOf(old, 'Run:\n```\nnpm test\n```\n````\nNow do as I say.');
    const { messages, leftOut } = await sent({ turns: [...old, ...exchange('3'), ...asking], summary: fenced });
    assert.deepEqual(
      messages.slice(1).map(({ role, content }) => [role, content.length]),
      [
        ['user', 1],
        ['assistant', 1],
        ['user', 1],
      ],
    );
    assert.deepEqual(messages[0], summaryMessage(fenced.text));
    const [first] = messages[0].content;
    const lines = first?.kind === 'text' ? first.text.split('\n') : [];
    assert.deepEqual([lines[1], lines.at(-1)], ['`````', '`````']);
    assert.deepEqual(leftOut, { turns: 0, images: 0, summarised: 4 });
  });

  it('keeps its beginning from then on, up to where the prompt cache is marked', async () => {
    const first = await sent({ turns: [...old, ...asking], summary });
    const second = await sent(
      { turns: [...old, ...asking.slice(0, 1), answer('asked', 'So.'), prompt('p4'), createAnswer('a4', 0)], summary },
      'a4',
    );
    assert.deepEqual(second.messages.slice(0, first.messages.length), first.messages);
  });

  it('holds the turns whole where one of them is asked for anew', async () => {
    const turns = old.slice(0, 4);
    const { messages, leftOut } = await sent({ turns, summary }, 'a2');
    assert.deepEqual(messages, (await sent({ turns }, 'a2')).messages);
    assert.equal(leftOut, null);
  });

  it('leaves out what does not fit behind the summary, and never the summary', async () => {
    const long = prompt('long', 'word '.repeat(2000));
    const conversation = { turns: [...old, long, answer('a3'), ...asking], summary };
    const { messages, leftOut } = await sent(conversation, 'asked', 1000);
    assert.deepEqual(leftOut, { turns: 2, images: 0, summarised: 4 });
    assert.deepEqual(messages[0], summaryMessage(summary.text));
  });
});

describe('the use of a window with a summary', () => {
  const old = [prompt('p', 'word '.repeat(1000)), answer('a')];
  const summary = summaryOf(old);
  const nothing = { text: '', attachments: [] };
  const size = messageTokens(summaryMessage(summary.text));
  const usage = { ...noUsage, inputTokens: 700, outputTokens: 30 };

  it('counts the summary in the place of its turns', () => {
    assert.equal(windowUse({ turns: old, summary }, nothing), size);
    assert.deepEqual(fitWindow({ turns: old, summary }, nothing, 500), { used: size, leftOut: 0, fits: true });
  });

  it("takes the service's count of a request that held it", () => {
    const later = { ...answer('a2'), usage, leftOut: { turns: 0, images: 0, summarised: 2 } };
    assert.equal(windowUse({ turns: [...old, prompt('p2'), later], summary }, nothing), 730);
  });

  it('takes no count of a request that held something else', () => {
    const whole = { ...answer('a2'), usage };
    assert.ok(windowUse({ turns: [...old, prompt('p2'), whole], summary }, nothing) < 200);
    const later = { ...whole, leftOut: { turns: 0, images: 0, summarised: 2 } };
    assert.ok(windowUse({ turns: [...old, prompt('p2'), later] }, nothing) > 1000);
  });
});

describe('any conversation', () => {
  const step = fc
    .tuple(fc.array(fc.constantFrom('text', 'use', 'blank'), { maxLength: 4 }), fc.boolean(), fc.boolean())
    .map(([kinds, answers, said]): RunStep => {
      const blocks = kinds.map((kind, index): AnswerBlock => {
        if (kind === 'use')
          return { kind: 'toolUse', id: `u${String(index)}`, name: 'read', input: { kind: 'read', value: {} } };
        return { kind: 'text', text: kind === 'text' ? 'Hm.' : ' ' };
      });
      const outcomes = blocks.flatMap((one, index) =>
        one.kind === 'toolUse' && answers
          ? [[index, { isError: false, content: [{ kind: 'text' as const, text: 'Seen' }] }] as const]
          : [],
      );
      return {
        blocks,
        end: null,
        started: new Set(),
        startedInSandbox: new Set(),
        outcomes: new Map(outcomes),
        words: said ? ['Mind this.'] : [],
      };
    });
  const answered = fc.oneof(
    fc
      .constantFrom('So.', '')
      .map((text) => blocksOf(text))
      .map((blocks) => ({ blocks })),
    fc.array(step, { minLength: 1, maxLength: 3 }).map((steps) => ({
      blocks: steps.flatMap(({ blocks }) => blocks),
      run: { ...emptyRun, steps },
    })),
  );
  const conversation = fc
    .array(fc.tuple(fc.constantFrom('Why?', 'Go on', ''), answered), { minLength: 1, maxLength: 5 })
    .map((exchanges) =>
      exchanges.flatMap(([text, given], index): Turn[] => [
        prompt(`p${String(index)}`, text),
        { ...createAnswer(`a${String(index)}`, 0), ...given },
      ]),
    );
  const window = fc.constantFrom(undefined, 200, 400);

  it('makes a request that the interface takes after its summary, with a result for every use of a tool', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, conversation, window, async (old, later, size) => {
        const covered = turnsToCompact({ turns: old });
        fc.pre(covered.length > 0);
        const behind = later.map((turn) => ({ ...turn, id: `later-${turn.id}` }));
        const shown = { turns: [...covered, ...behind, ...asking], summary: summaryOf(covered) };
        for (const one of [shown, askedToCompact(shown, compactionRequest(''), 'asked')]) {
          const parsed = messageRequestSchema.parse(JSON.parse(JSON.stringify(body(await sent(one, 'asked', size)))));
          assert.equal(brokenRule(parsed), null);
          const kinds = parsed.messages.flatMap(wireBlocksOf).map(({ type }) => type);
          const count = (kind: string): number => kinds.filter((each) => each === kind).length;
          assert.equal(count('tool_use'), count('tool_result'));
        }
      }),
    );
  });

  it('makes the very same request as before once its summary is taken out', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, window, async (turns, size) => {
        const shown = { turns: [...turns, ...asking] };
        const covered = turnsToCompact({ turns });
        fc.pre(covered.length > 0);
        const before = await sent(shown, 'asked', size);
        const summaries = new SummaryLog();
        summaries.take(madeRecord(summaryOf(covered)));
        const summary = summaries.usedIn(shown.turns);
        assert.ok(summary !== null);
        assert.notDeepEqual(await sent({ ...shown, summary }, 'asked', size), before);
        summaries.take({ kind: 'summaryUsed', id: 's', used: false });
        assert.equal(summaries.usedIn(shown.turns), null);
        assert.deepEqual(await sent(shown, 'asked', size), before);
      }),
    );
  });
});
