import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QuotaReading } from '../../../../../../src/core/chat/conversation/runs/quota-share.ts';
import { failed, succeeded } from '../../../../../../src/core/chat/tools/calls/offered-tool.ts';
import { noUsage } from '../../../../../../src/core/chat/messages/stream/stream-event.ts';
import {
  AgentScene,
  call,
  calls,
  changing,
  reading,
  running,
  says,
  tool,
} from '../../../../../support/fakes/agent-scene.ts';

const read = tool('read', reading);
const edit = tool('edit', changing('cart.ts'));

function quota(used: number, window = '5-hour limit'): QuotaReading {
  return { window, used, readAt: 0 };
}

describe('a run of the agent', () => {
  it('gives each tool use its result and ends with the model', async () => {
    const scene = new AgentScene([read], [calls(call('read', { path: 'a' })), says('Done.')]);
    assert.deepEqual(await scene.run(), { kind: 'finished', stopReason: 'end_turn' });
    assert.deepEqual(scene.lastResults(), ['read: read']);
    assert.deepEqual(
      scene.records.map(({ kind }) => kind),
      [
        ...['answerBegan', 'answerGrew', 'answerGrew', 'answerGrew', 'answerEnded', 'callStarted', 'callEnded'],
        ...['answerBegan', 'answerGrew', 'answerGrew', 'answerGrew', 'answerEnded'],
      ],
    );
  });

  it('goes on behind a turn that the service paused', async () => {
    const paused = { kind: 'done', stopReason: 'pause_turn', usage: noUsage } as const;
    const scene = new AgentScene([], [{ ...says('Hm.'), end: paused }, says('Done.')]);
    assert.deepEqual(await scene.run(), { kind: 'finished', stopReason: 'end_turn' });
    assert.equal(scene.requests.length, 2);
  });

  it('does nothing that an answer calls which the service takes back', async () => {
    const end = { kind: 'done', stopReason: 'refusal', usage: noUsage } as const;
    const scene = new AgentScene([read], [{ ...calls(call('read')), end }]);
    assert.deepEqual(await scene.run(), { kind: 'finished', stopReason: 'refusal' });
    assert.equal(
      scene.records.some(({ kind }) => kind === 'callStarted'),
      false,
    );
  });

  describe('with what a model gets wrong', () => {
    it('tells it which tools there are', async () => {
      const scene = new AgentScene([read, edit], [calls(call('reed'))]);
      await scene.run();
      assert.deepEqual(scene.lastResults(), ['!reed: There is no tool of this name. There are: read, edit.']);
    });

    it('tells it that an input broke off', async () => {
      const cut = { kind: 'toolUse', id: 'a', name: 'read', input: { kind: 'arriving', json: '{"pa' } } as const;
      const scene = new AgentScene([read], [calls(cut)]);
      await scene.run();
      assert.deepEqual(scene.lastResults(), [
        '!a: The input is no JSON object, or broke off. Send the whole call again.',
      ]);
    });

    it('gives two uses of one id a result each', async () => {
      const echo = tool('echo', reading, (_, { n }) => Promise.resolve(succeeded(String(n))));
      const scene = new AgentScene(
        [echo],
        [calls(call('echo', { n: 1 }, 'x'), call('echo', { n: 2 }, 'x'), call('echo', { n: 3 }, 'x-2'))],
      );
      await scene.run();
      assert.deepEqual(scene.lastResults(), ['x: 1', 'x-3: 2', 'x-2: 3']);
    });

    it('takes so many calls of an answer and no more', async () => {
      let count = 0;
      const counted = tool('read', reading, () => Promise.resolve(succeeded(String((count += 1)))));
      const many = Array.from({ length: 500 }, (_, index) => call('read', {}, `id${index}`));
      const scene = new AgentScene([counted], [calls(...many)]);
      await scene.run();
      assert.equal(count, 100);
      assert.equal(scene.lastResults().length, 500);
      assert.equal(scene.lastResults()[499], '!id499: Not run: at most 100 calls are taken from one answer.');
    });
  });

  it('makes a fault of a tool a result, of which the log has no words', async () => {
    const broken = tool('read', reading, () => Promise.reject(new TypeError('/home/ada/secret')));
    const scene = new AgentScene([broken], [calls(call('read'))]);
    assert.deepEqual(await scene.run(), { kind: 'finished', stopReason: 'end_turn' });
    assert.deepEqual(scene.lastResults(), ['!read: The tool itself failed. Try another way.']);
    assert.deepEqual(scene.log, ['A tool ended in a fault: TypeError']);
  });

  it('runs what only reads side by side, and everything else in order', async () => {
    const happened: string[] = [];
    const noted = (name: string, action = reading) =>
      tool(name, action, async () => {
        happened.push(`${name} begins`);
        await nextTurn();
        happened.push(`${name} ends`);
        return succeeded(name);
      });
    const scene = new AgentScene(
      [noted('a'), noted('b'), noted('write', changing('x.ts')), noted('run', running('npm test')), noted('c')],
      [calls(call('a'), call('b'), call('write'), call('run'), call('c'))],
    );
    await scene.run();
    assert.equal(happened.indexOf('b begins') < happened.indexOf('a ends'), true);
    assert.deepEqual(happened.slice(4), ['write begins', 'write ends', 'run begins', 'run ends', 'c begins', 'c ends']);
    assert.deepEqual(scene.lastResults(), ['a: a', 'b: b', 'write: write', 'run: run', 'c: c']);
  });

  it('names what does not show in a result, whichever tool it is of', async () => {
    const told = tool('read', reading, () => Promise.resolve(succeeded('Hello\u200b\u{e0072}\u{e0075}\u{e006e}.')));
    const scene = new AgentScene([told], [calls(call('read'))]);
    await scene.run();
    assert.match(JSON.stringify(scene.requests[1]), /Hello⟨U\+200B⟩⟨U\+E0072⟩⟨U\+E0075⟩⟨U\+E006E⟩\./);
    assert.doesNotMatch(JSON.stringify(scene.records), /[\u200b\u{e0072}]/u);
  });

  describe('asks', () => {
    it('before it does what is not free, one question at a time, and takes no for an answer', async () => {
      let ran = 0;
      const count = () => Promise.resolve(succeeded(String((ran += 1))));
      const scene = new AgentScene(
        [tool('edit', changing('a.ts'), count), tool('run', running('npm test'), count), read],
        [calls(call('edit'), call('run'), call('read'))],
      );
      scene.reply = () => Promise.resolve({ kind: 'reject', words: 'Use the other file.' });
      await scene.run();
      assert.equal(ran, 0);
      assert.deepEqual(
        scene.questions.map(({ tool: name }) => name),
        ['edit'],
      );
      assert.deepEqual(scene.lastResults(), [
        '!edit: Not done: the person said no. They say: Use the other file.',
        '!run: Not run: the person said no to a call before this one.',
        'read: read',
      ]);
    });

    it('no more about what was allowed for the conversation, as it was offered', async () => {
      const run = tool('run', running('npm test'));
      const scene = new AgentScene([run], [calls(call('run')), calls(call('run'))]);
      scene.reply = ({ offers }) => Promise.resolve({ kind: 'accept', allowed: offers[0] ?? null });
      await scene.run();
      assert.equal(scene.questions.length, 1);
    });

    it('again where the reply allows what was not offered', async () => {
      const run = tool('run', running('curl x'));
      const scene = new AgentScene([run], [calls(call('run')), calls(call('run'))]);
      scene.reply = () =>
        Promise.resolve({
          kind: 'accept',
          allowed: { kind: 'exactCommand', command: { line: 'curl x', shell: 'posix', folder: '/w' } },
        });
      await scene.run();
      assert.equal(scene.questions.length, 2);
      assert.deepEqual(scene.allowances.all, []);
    });

    it('again about an allowed command once a file that decides what it does has changed unseen', async () => {
      const scene = new AgentScene(
        [tool('run', running('npm test')), tool('edit', changing('package.json')), tool('other', changing('cart.ts'))],
        [calls(call('run')), calls(call('other')), calls(call('run')), calls(call('edit')), calls(call('run'))],
      );
      scene.mode = 'acceptEdits';
      scene.reply = ({ offers }) => Promise.resolve({ kind: 'accept', allowed: offers[0] ?? null });
      await scene.run();
      assert.deepEqual(
        scene.questions.map(({ tool: name }) => name),
        ['run', 'run'],
      );
    });

    it('not about an allowed command where the person has seen the change', async () => {
      const scene = new AgentScene(
        [tool('run', running('npm test')), tool('edit', changing('package.json'))],
        [calls(call('run')), calls(call('edit')), calls(call('run'))],
      );
      scene.reply = ({ offers }) => Promise.resolve({ kind: 'accept', allowed: offers[0] ?? null });
      await scene.run();
      assert.deepEqual(
        scene.questions.map(({ tool: name }) => name),
        ['run', 'edit'],
      );
    });

    it('before a result goes out that looks like a secret, whichever tool it is of', async () => {
      const secret = `npm_${'a'.repeat(36)}`;
      const leak = tool('read', reading, () => Promise.resolve(succeeded(`x ${secret}`)));
      const scene = new AgentScene([leak], [calls(call('read')), calls(call('read'))]);
      scene.reply = () =>
        Promise.resolve(
          scene.questions.length === 1 ? { kind: 'reject', words: null } : { kind: 'accept', allowed: null },
        );
      await scene.run();
      assert.deepEqual(
        scene.questions.map(({ reasons }) => reasons),
        [['secretInResult'], ['secretInResult']],
      );
      assert.doesNotMatch(JSON.stringify(scene.requests[1]), /npm_/);
      assert.match(JSON.stringify(scene.requests[2]), /npm_/);
    });

    it('nothing in Plan, which only reads', async () => {
      const scene = new AgentScene([edit, read], [calls(call('edit'), call('read'))]);
      scene.mode = 'plan';
      await scene.run();
      assert.deepEqual(scene.questions, []);
      assert.match(scene.lastResults()[0] ?? '', /^!edit: Not done: only a plan is wanted now\./);
      assert.equal(scene.lastResults()[1], 'read: read');
    });

    it('and does not do it where the mode became Plan while the question was open', async () => {
      const scene = new AgentScene([edit], [calls(call('edit'))]);
      scene.reply = () => {
        scene.mode = 'plan';
        return Promise.resolve({ kind: 'accept', allowed: null });
      };
      await scene.run();
      assert.match(scene.lastResults()[0] ?? '', /^!edit: Not done: only a plan/);
    });
  });

  describe('is stopped', () => {
    it('while a tool runs: what came is kept, what did not begin is not run', async () => {
      const slow = tool(
        'run',
        running('npm test'),
        (signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(failed('Ended. So far: 3 tests passed.')));
            queueMicrotask(() => run.stop());
          }),
      );
      const scene = new AgentScene([slow, edit], [calls(call('run'), call('edit'))]);
      const run = scene.begin();
      assert.deepEqual(await run.run(), { kind: 'stopped' });
      await scene.run();
      assert.deepEqual(scene.lastResults(), [
        '!run: Ended. So far: 3 tests passed.',
        '!edit: This call was not run: the run was interrupted before it.',
      ]);
    });

    it('although a tool takes no notice', async () => {
      const began = Promise.withResolvers<undefined>();
      const deaf = tool('edit', changing('a.ts'), () => {
        began.resolve(undefined);
        return new Promise(() => undefined);
      });
      const scene = new AgentScene([deaf], [calls(call('edit'))]);
      const run = scene.begin();
      const end = run.run();
      await began.promise;
      run.stop();
      scene.clock.advance(3000);
      assert.deepEqual(await end, { kind: 'stopped' });
      await scene.run();
      assert.match(scene.lastResults()[0] ?? '', /^!edit: This call was interrupted\. It may have had an effect/);
    });

    it('while a question is open, and nothing is done or allowed by an answer that comes with it', async () => {
      let ran = false;
      const command = tool('run', running('npm test'), () => {
        ran = true;
        return Promise.resolve(succeeded('x'));
      });
      const scene = new AgentScene([command], [calls(call('run'))]);
      const run = scene.begin();
      scene.reply = ({ offers }) => {
        run.stop();
        return Promise.resolve({ kind: 'accept', allowed: offers[0] ?? null });
      };
      assert.deepEqual(await run.run(), { kind: 'stopped' });
      assert.equal(ran, false);
      assert.deepEqual(scene.allowances.all, []);
      assert.equal(
        scene.records.some(({ kind }) => kind === 'callStarted'),
        false,
      );
    });

    it('while a question is open that nobody takes back', async () => {
      const scene = new AgentScene([edit], [calls(call('edit'))]);
      const run = scene.begin();
      const asked = Promise.withResolvers<undefined>();
      scene.reply = () => {
        asked.resolve(undefined);
        return new Promise(() => undefined);
      };
      const end = run.run();
      await asked.promise;
      run.stop();
      scene.clock.advance(3000);
      assert.deepEqual(await end, { kind: 'stopped' });
    });

    it('while an answer arrives', async () => {
      const scene = new AgentScene([read], [calls(call('read'))]);
      const run = scene.begin();
      scene.onRecord = ({ kind }) => {
        if (kind === 'answerGrew') run.stop();
      };
      assert.deepEqual(await run.run(), { kind: 'stopped' });
      assert.equal(
        scene.records.some(({ kind }) => kind === 'callStarted'),
        false,
      );
    });
  });

  describe('comes to a limit', () => {
    it('of steps, where the person ends it or lets it go on as far again', async () => {
      const many = Array.from({ length: 5 }, (_, n) => calls(call('read', { n })));
      const scene = new AgentScene([read], many);
      scene.limits = { ...scene.limits, steps: 2 };
      scene.goesOn = () => scene.pauses.length === 1;
      assert.deepEqual(await scene.run(), { kind: 'limitReached', limit: 'steps' });
      assert.equal(scene.requests.length, 4);
      assert.deepEqual(scene.pauses, [
        { kind: 'limit', limit: 'steps' },
        { kind: 'limit', limit: 'steps' },
      ]);
    });

    it('of tokens, those from the cache among them', async () => {
      const scene = new AgentScene([read], [calls(call('read')), calls(call('read'))]);
      scene.limits = { ...scene.limits, tokens: 100 };
      scene.usage = { inputTokens: 10, outputTokens: 10, cacheReadTokens: 70, cacheWriteTokens: 10 };
      assert.deepEqual(await scene.run(), { kind: 'limitReached', limit: 'tokens' });
      assert.equal(scene.requests.length, 1);
    });

    it('of the quota, as far as it moved since the run began', async () => {
      const scene = new AgentScene([read], [calls(call('read')), calls(call('read')), calls(call('read'))]);
      scene.limits = { ...scene.limits, quota: 10 };
      scene.quota = quota(60);
      scene.onRecord = ({ kind }) => {
        if (kind === 'answerEnded') scene.quota = quota((scene.quota?.used ?? 0) + 5);
      };
      assert.deepEqual(await scene.run(), { kind: 'limitReached', limit: 'quota' });
      assert.equal(scene.requests.length, 2);
    });

    it('of no quota that another window is, or the same one that began anew', async () => {
      const scene = new AgentScene([read], [calls(call('read')), calls(call('read')), calls(call('read'))]);
      scene.limits = { ...scene.limits, quota: 10 };
      scene.quota = quota(60);
      const others = [quota(70, 'Week'), quota(0), quota(9)];
      scene.onRecord = ({ kind }) => {
        if (kind === 'answerEnded') scene.quota = others.shift() ?? scene.quota;
      };
      assert.deepEqual(await scene.run(), { kind: 'finished', stopReason: 'end_turn' });
    });

    it('of the same failure, three times', async () => {
      const broken = tool('read', reading, () => Promise.resolve(failed('No such file.')));
      const same = Array.from({ length: 9 }, () => calls(call('read', { path: 'a' })));
      const scene = new AgentScene([broken], same);
      scene.goesOn = () => scene.pauses.length === 1;
      assert.deepEqual(await scene.run(), { kind: 'repeatedFailure' });
      assert.equal(scene.requests.length, 6);
      assert.deepEqual(scene.pauses[0], { kind: 'repeatedFailure', tool: 'read', times: 3 });
    });
  });

  it('fails where nobody answers, and goes on from what it has', async () => {
    const failure = { kind: 'balanceExhausted' } as const;
    const end = { kind: 'failed', failure, usage: noUsage } as const;
    const scene = new AgentScene([read], [calls(call('read')), { blocks: [], end }, says('Done.')]);
    assert.deepEqual(await scene.run(), { kind: 'failed', failure });
    assert.deepEqual(await scene.run(), { kind: 'finished', stopReason: 'end_turn' });
    assert.deepEqual(scene.lastResults(), ['read: read']);
  });

  it('takes along what the person wrote meanwhile, behind the results', async () => {
    const scene = new AgentScene([read], [calls(call('read'))]);
    scene.words.push('And mind the tides.');
    await scene.run();
    assert.deepEqual(
      scene.requests
        .at(-1)
        ?.at(-1)
        ?.content.map((block) => (block.kind === 'text' ? block.text : block.kind)),
      ['toolResult', 'And mind the tides.'],
    );
  });

  it('does nothing that would not be known afterwards', async () => {
    let ran = false;
    const edits = tool('edit', changing('a.ts'), () => {
      ran = true;
      return Promise.resolve(succeeded('x'));
    });
    const scene = new AgentScene([edits], [calls(call('edit'))]);
    const isFull = (): boolean => scene.records.some(({ kind }) => kind === 'callStarted');
    scene.recorded = () => (isFull() ? Promise.reject(new Error('full')) : Promise.resolve());
    await assert.rejects(scene.run(), /full/);
    assert.equal(ran, false);
  });
});
