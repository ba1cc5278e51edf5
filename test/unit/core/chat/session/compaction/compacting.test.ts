// Compacting a conversation where a person asks for it, against the demo service: real requests, and no VS Code.
import assert from 'node:assert/strict';
import type { ConversationTree } from '../../../../../../src/core/chat/conversation/tree.ts';
import type { CompactionEnd } from '../../../../../../src/core/chat/session/compaction/compact.ts';
import { PromptQueue } from '../../../../../../src/core/chat/session/queue/prompt-queue.ts';
import { PromptQueueStore } from '../../../../../../src/core/chat/session/queue/prompt-queue-store.ts';
import { memoryText } from '../../../../../support/fakes/memory-files.ts';
import { DemoChat } from '../../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../../demo/demo-client.ts';

const asked = /^- Asked: .*$/gm;

describe('a conversation that is compacted', () => {
  let chat: DemoChat;

  beforeEach(async () => {
    chat = await DemoChat.open();
    await chat.session.send('One');
    await chat.session.send('Two');
  });
  afterEach(async () => {
    await chat.session.close();
    await closeDemos();
  });

  const ends = (): (CompactionEnd['kind'] | null)[] =>
    chat.events.flatMap((event) => (event.kind === 'summariesChanged' ? [event.end?.kind ?? null] : []));
  const listed = (): string[] => chat.session.conversation().summary?.text.match(asked) ?? [];

  async function stored(): Promise<ConversationTree> {
    await chat.history.flush();
    const [first] = await chat.history.list();
    return (await chat.history.open(first?.id ?? ''))?.tree ?? assert.fail('It cannot be opened.');
  }

  it('has a summary of all turns, made by whoever pays for answers and counted like one', async () => {
    const { turns } = chat.session.conversation();
    const counted = chat.counts.answers.length;
    await chat.session.compacting.compact('');
    const { summary } = chat.session.conversation();
    assert.deepEqual(
      summary?.covers,
      turns.map(({ id }) => id),
    );
    assert.deepEqual(
      [summary.source, summary.leftOut],
      [{ payer: 'plan', model: 'tide-large', account: 'a'.repeat(32) }, 0],
    );
    assert.deepEqual(listed(), ['- Asked: One', '- Asked: Two']);
    assert.deepEqual(chat.session.conversation().turns, turns);
    const added = chat.counts.answers
      .slice(counted)
      .map(({ origin, payer, conversation }) => [origin, payer, conversation]);
    assert.deepEqual(added, [['ask', 'plan', chat.session.tree.id]]);
  });

  it('sends the summary in the place of the turns, and says so of the answer', async () => {
    await chat.session.compacting.compact('');
    await chat.session.send('Three');
    assert.deepEqual(chat.lastAnswer().leftOut, { turns: 0, images: 0, summarised: 4 });
    await chat.session.compacting.compact('');
    assert.deepEqual(listed(), ['- Asked: One', '- Asked: Two', '- Asked: Three']);
  });

  it('is read back with its summary', async () => {
    await chat.session.compacting.compact('');
    assert.deepEqual((await stored()).shown().summary, chat.session.conversation().summary);
    const id = chat.session.conversation().summary?.id ?? '';
    chat.session.compacting.use(id, false);
    assert.equal(chat.session.conversation().summary, undefined);
    assert.equal((await stored()).shown().summary, undefined);
    chat.session.compacting.use(id, true);
    assert.equal((await stored()).shown().summary?.id, id);
  });

  it('sends every turn again once the summary is taken out', async () => {
    await chat.session.send('Three');
    const whole = chat.lastAnswer().usage.inputTokens;
    await chat.session.retry(chat.lastAnswer().id, 'again');
    assert.equal(chat.lastAnswer().usage.inputTokens, whole);
    await chat.session.compacting.compact('');
    const { summary } = chat.session.conversation();
    chat.session.compacting.use(summary?.id ?? '', false);
    const last = chat.lastAnswer().id;
    await chat.session.retry(last, 'again');
    assert.deepEqual([chat.lastAnswer().usage.inputTokens, chat.lastAnswer().leftOut], [whole, undefined]);
  });

  it('tells that a summary is being made, behind which turn, and how that ended', async () => {
    const behind: (string | null)[] = [];
    chat.session.events.listen(({ kind }) => {
      if (kind === 'summariesChanged') behind.push(chat.session.compacting.behind);
    });
    await chat.session.compacting.compact('');
    assert.deepEqual(ends(), [null, 'made']);
    assert.deepEqual(behind, [chat.lastAnswer().id, null]);
  });

  it('has nothing to compact where nothing came since', async () => {
    await chat.session.compacting.compact('');
    const before = await chat.requests();
    assert.equal(chat.session.compacting.canCompact, false);
    await chat.session.compacting.compact('');
    assert.deepEqual([await chat.requests(), ends()], [before, [null, 'made']]);
  });

  it('is as it was where the service fails', async () => {
    const before = chat.session.conversation();
    await chat.refuse({ kind: 'payment-required' });
    await chat.session.compacting.compact('');
    const event = chat.events.findLast(({ kind }) => kind === 'summariesChanged');
    assert.deepEqual(event, {
      kind: 'summariesChanged',
      end: { kind: 'failed', failure: { kind: 'paymentRequired' } },
    });
    assert.deepEqual([chat.session.conversation(), chat.session.isAnswering], [before, false]);
    assert.equal((await stored()).shown().summary, undefined);
  });

  it('is as it was where it is stopped, and no answer is asked for meanwhile', async () => {
    const before = chat.session.conversation();
    const compacting = chat.session.compacting.compact('');
    assert.equal(chat.session.isAnswering, true);
    await chat.session.send('Meanwhile');
    chat.session.stop();
    await compacting;
    assert.deepEqual(ends(), [null, 'stopped']);
    assert.deepEqual(chat.session.conversation(), before);
  });

  it('is as it was where the model gives no whole summary', async () => {
    chat.preferences = { ...chat.preferences, maxTokens: 5 };
    await chat.session.compacting.compact('');
    assert.deepEqual([ends(), chat.session.conversation().summary], [[null, 'noSummary'], undefined]);
  });

  it('is compacted where it is, while another conversation is shown', async () => {
    const { tree } = chat.session;
    const compacting = chat.session.compacting.compact('');
    chat.session.clear();
    await compacting;
    assert.deepEqual(tree.shown().summary?.covers.length, 4);
    assert.deepEqual([chat.session.conversation().summary, ends()], [undefined, [null]]);
  });

  it('sends what was asked meanwhile when its summary is there', async () => {
    const queue = new PromptQueue(
      new PromptQueueStore(memoryText()),
      chat.session,
      () => true,
      () => 'queued',
    );
    const compacting = chat.session.compacting.compact('');
    queue.send('Three', []);
    assert.equal(queue.prompts.length, 1);
    await compacting;
    assert.equal(queue.prompts.length, 0);
    await chat.next('answerEnded');
    assert.equal(chat.lastAnswer().leftOut?.summarised, 4);
    queue.dispose();
  });
});
