// What waits in a conversation, when it is sent, and what becomes of it when another conversation is shown.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createAttachment } from '../../../../../../src/core/chat/attachments/attachment.ts';
import { type AnswerProgress, createAnswer } from '../../../../../../src/core/chat/conversation/answer.ts';
import { ConversationTree } from '../../../../../../src/core/chat/conversation/tree.ts';
import type { StoredConversation } from '../../../../../../src/core/chat/history/history.ts';
import { textOfTurn } from '../../../../../../src/core/chat/conversation/conversation.ts';
import { ChatEvents } from '../../../../../../src/core/chat/session/chat-events.ts';
import { PromptQueue } from '../../../../../../src/core/chat/session/queue/prompt-queue.ts';
import { PromptQueueStore } from '../../../../../../src/core/chat/session/queue/prompt-queue-store.ts';
import type { PersistedText } from '../../../../../../src/core/ports.ts';
import { memoryText } from '../../../../../support/fakes/memory-files.ts';
import { DemoChat } from '../../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../../demo/demo-client.ts';

describe('a prompt queue', () => {
  let sent: [text: string, labels: string[]][];
  let sentElsewhere: string[];
  let isAnswering: boolean;
  let isFull: boolean;
  let canAsk: boolean;
  let conversation: { id: string; isEmpty: boolean };
  let kept: PersistedText;
  let queue: PromptQueue;
  let events: ChatEvents;

  const open = (): PromptQueue => {
    let ids = 0;
    const receiver = {
      events,
      get tree() {
        return conversation;
      },
      get isAnswering() {
        return isAnswering;
      },
      get isFull() {
        return isFull;
      },
      send(text: string, attachments: readonly { readonly label: string }[], elsewhere?: StoredConversation) {
        sent.push([text, attachments.map(({ label }) => label)]);
        if (elsewhere !== undefined) sentElsewhere.push(elsewhere.tree.id);
        return Promise.resolve();
      },
    };
    return new PromptQueue(
      new PromptQueueStore(kept),
      receiver,
      () => canAsk,
      () => `id-${(ids += 1)}`,
    );
  };

  beforeEach(() => {
    sent = [];
    sentElsewhere = [];
    isAnswering = false;
    isFull = false;
    canAsk = true;
    conversation = { id: 'c-1', isEmpty: false };
    kept = memoryText();
    events = new ChatEvents({ info: () => undefined, warn: () => undefined });
    queue = open();
  });

  const end = (progress: AnswerProgress, isShown = true): void =>
    events.tell({
      kind: 'answerEnded',
      answer: { ...createAnswer('a', 0), blocks: [{ kind: 'text', text: 'Yes.' }], progress },
      stored: { tree: treeOf(isShown ? conversation.id : 'c-9'), place: 'person' },
      isShown,
    });
  /** A conversation that has begun. */
  const treeOf = (id: string): ConversationTree => {
    const tree = new ConversationTree(id);
    tree.take({ kind: 'prompt', id: 'p', parent: null, text: 'Hello' }, 0);
    return tree;
  };
  const file = createAttachment('file', 'a.ts', 'text');
  const other = createAttachment('file', 'b.ts', 'text');
  const waiting = (): string[] => queue.prompts.map(({ text }) => text);
  const attached = (): string[] => queue.attachments.map(({ label }) => label);

  it('sends a prompt at once where nothing runs', () => {
    queue.send('One', [file]);
    assert.deepEqual([sent, waiting()], [[['One', ['a.ts']]], []]);
  });

  it('lets a prompt wait while an answer runs or nobody could answer, and sends the first first', () => {
    isAnswering = true;
    queue.send('One', [file]);
    isAnswering = false;
    canAsk = false;
    queue.send('Two', []);
    queue.sendNext();
    assert.deepEqual([sent, waiting()], [[], ['One', 'Two']]);
    canAsk = true;
    queue.sendNext();
    assert.deepEqual([sent, waiting()], [[['One', ['a.ts']]], ['Two']]);
  });

  it('sends none twice, also where the first answer has not begun to run when the second is asked for', () => {
    canAsk = false;
    queue.send('One', []);
    canAsk = true;
    queue.sendNext();
    queue.sendNext();
    assert.deepEqual(sent, [['One', []]]);
  });

  it('goes on by itself when the answer before has ended well, and only then', () => {
    const done = { kind: 'done', stopReason: 'end_turn' } as const;
    isAnswering = true;
    for (const text of ['One', 'Two', 'Three']) queue.send(text, []);
    isAnswering = false;
    end({ kind: 'stopped' });
    end({ kind: 'failed', failure: { kind: 'cut' } });
    end({ kind: 'done', stopReason: 'refusal' });
    end(done, false);
    assert.equal(sent.length, 0);
    end(done);
    end({ kind: 'done', stopReason: 'max_tokens' });
    assert.deepEqual([sent.map(([text]) => text), waiting()], [['One', 'Two'], ['Three']]);
    queue.dispose();
    end(done);
    assert.deepEqual(waiting(), ['Three']);
  });

  it('goes on in a conversation that is not shown where its answer has ended well', () => {
    isAnswering = true;
    conversation = { id: 'c-9', isEmpty: false };
    queue.send('One', []);
    queue.send('Two', []);
    conversation = { id: 'c-1', isEmpty: false };
    events.tell({ kind: 'conversationChanged' });
    end({ kind: 'stopped' }, false);
    assert.deepEqual(sent, []);
    end({ kind: 'done', stopReason: 'end_turn' }, false);
    assert.deepEqual([sent, sentElsewhere], [[['One', []]], ['c-9']]);
    conversation = { id: 'c-9', isEmpty: false };
    assert.deepEqual(waiting(), ['Two']);
  });

  it('lets a prompt wait where too many answers run elsewhere, and sends it as soon as there is room', () => {
    isFull = true;
    queue.send('One', []);
    assert.deepEqual([sent, waiting(), queue.isWaitingForRoom], [[], ['One'], true]);
    isFull = false;
    end({ kind: 'stopped' }, false);
    assert.deepEqual([sent, waiting(), queue.isWaitingForRoom], [[['One', []]], [], false]);
  });

  it('sends what waited for room also where its conversation was left meanwhile, once it is shown again', () => {
    isFull = true;
    queue.send('One', []);
    conversation = { id: 'c-2', isEmpty: false };
    events.tell({ kind: 'conversationChanged' });
    isFull = false;
    end({ kind: 'stopped' }, false);
    assert.deepEqual(sent, []);
    conversation = { id: 'c-1', isEmpty: false };
    events.tell({ kind: 'conversationChanged' });
    assert.deepEqual(sent, [['One', []]]);
  });

  it('attaches what a removed prompt had where it is edited, and lets go of it where it is not', () => {
    canAsk = false;
    queue.send('One', [file]);
    queue.send('Two', [other]);
    queue.remove('id-1', true);
    queue.remove('id-2', false);
    assert.deepEqual([waiting(), attached()], [[], ['a.ts']]);
  });

  it('gives back what was taken for a prompt that is not sent, before what was attached meanwhile', () => {
    queue.attach(file);
    const taken = queue.takeAttachments();
    assert.deepEqual(attached(), []);
    queue.attach(other);
    queue.giveBack(taken);
    assert.deepEqual(attached(), ['a.ts', 'b.ts']);
    queue.detach(file.id);
    assert.deepEqual(attached(), ['b.ts']);
  });

  it('leaves what waits with its conversation, over another one and over a reload', () => {
    canAsk = false;
    queue.attach(file);
    queue.send('One', []);
    conversation = { id: 'c-2', isEmpty: true };
    events.tell({ kind: 'conversationChanged' });
    assert.deepEqual([waiting(), attached()], [[], []]);
    conversation = { id: 'c-1', isEmpty: false };
    queue.dispose();
    queue = open();
    assert.deepEqual([waiting(), attached()], [['One'], ['a.ts']]);
  });

  it('keeps what was attached before the first prompt of a conversation', () => {
    conversation = { id: 'c-2', isEmpty: true };
    events.tell({ kind: 'conversationChanged' });
    queue.attach(file);
    conversation = { id: 'c-2', isEmpty: false };
    events.tell({ kind: 'conversationChanged' });
    assert.deepEqual(attached(), ['a.ts']);
  });

  it('lets go of everything, for every conversation', () => {
    canAsk = false;
    queue.send('One', []);
    conversation = { id: 'c-2', isEmpty: false };
    queue.attach(file);
    queue.clear();
    assert.equal(kept.text, '');
    conversation = { id: 'c-1', isEmpty: false };
    assert.deepEqual([waiting(), attached()], [[], []]);
  });

  describe('while an agent works', () => {
    beforeEach(() => {
      isAnswering = true;
      conversation = { id: 'c', isEmpty: false };
      queue.send('One', []);
      queue.send('Two', []);
    });
    const waiting = (): string[] => queue.prompts.map(({ text }) => text);

    it('gives the run what the person wants it to hear, once, and keeps the rest for the end', () => {
      const [, second] = queue.prompts;
      queue.joinRun(second?.id ?? '', true);
      assert.deepEqual(queue.takeWords('another'), []);
      assert.deepEqual([queue.takeWords('c'), waiting()], [['Two'], ['One']]);
      assert.deepEqual(queue.takeWords('c'), []);
    });

    it('gives nothing that the person has taken back, and nothing that brings something along', () => {
      queue.send('Three', [createAttachment('file', 'a.ts', 'text')]);
      for (const { id } of queue.prompts) queue.joinRun(id, true);
      queue.joinRun(queue.prompts[0]?.id ?? '', false);
      assert.deepEqual([queue.takeWords('c'), waiting()], [['Two'], ['One', 'Three']]);
    });

    it('knows it again after a reload, and sends it as a prompt where the run has ended before', () => {
      queue.joinRun(queue.prompts[0]?.id ?? '', true);
      assert.equal(new PromptQueueStore(kept).of({ id: 'c', isEmpty: false }).queue[0]?.joinsRun, true);
      isAnswering = false;
      queue.sendNext();
      assert.deepEqual(
        sent.map(([text]) => text),
        ['One'],
      );
    });
  });
});

describe('prompts that wait in a real conversation', () => {
  let chat: DemoChat;
  let queue: PromptQueue;
  let canAsk: boolean;

  beforeEach(async () => {
    chat = await DemoChat.open();
    canAsk = true;
    queue = new PromptQueue(new PromptQueueStore(memoryText()), chat.session, () => canAsk, randomUUID);
  });
  afterEach(async () => {
    queue.dispose();
    await chat.session.close();
    await closeDemos();
  });

  const prompts = (): string[] =>
    chat.session.conversation().turns.flatMap((turn) => (turn.kind === 'prompt' ? [textOfTurn(turn)] : []));
  const waiting = (): string[] => queue.prompts.map(({ text }) => text);
  const attached = (): string[] => queue.attachments.map(({ label }) => label);
  const file = createAttachment('file', 'a.ts', 'text');

  it('are sent one after the other with what was attached to each, and paid for once each', async () => {
    queue.send('One', []);
    queue.attach(file);
    queue.send('Two', queue.takeAttachments());
    assert.deepEqual([prompts(), waiting(), attached()], [['One'], ['Two'], []]);
    await chat.next('answerEnded');
    await chat.next('answerEnded');
    assert.deepEqual([prompts(), waiting(), (await chat.requests())[0]], [['One', 'Two'], [], 2]);
    const [, , second] = chat.session.conversation().turns;
    assert.deepEqual(second?.kind === 'prompt' ? second.attachments : null, [file]);
  });

  it('wait on after a stop, until the person sends them', async () => {
    const ended = chat.next('answerEnded');
    queue.send('A slow one, please', []);
    queue.send('Two', []);
    chat.session.stop();
    await ended;
    assert.deepEqual([prompts(), waiting()], [['A slow one, please'], ['Two']]);
    const next = chat.next('answerEnded');
    queue.sendNext();
    await next;
    assert.deepEqual([prompts(), waiting()], [['A slow one, please', 'Two'], []]);
  });

  it('stay with their conversation while another one is shown, and are sent there in their turn', async () => {
    queue.send('One', []);
    queue.send('Two', []);
    queue.attach(file);
    const stored = chat.session.current();
    chat.session.clear();
    assert.deepEqual([prompts(), waiting(), attached()], [[], [], []]);
    await chat.next('answerEnded');
    await chat.next('answerEnded');
    assert.deepEqual([prompts(), waiting(), attached()], [[], [], []]);
    chat.session.show(stored);
    assert.deepEqual([prompts(), waiting(), attached()], [['One', 'Two'], [], ['a.ts']]);
  });

  it('are not lost where nobody could answer', () => {
    canAsk = false;
    queue.send('One', []);
    assert.deepEqual([prompts(), waiting()], [[], ['One']]);
  });
});
