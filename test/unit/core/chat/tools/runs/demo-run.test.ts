// The whole loop against the demo service over real connections: its model calls tools, its checker takes every
// request, and the plan or the key pays.
import assert from 'node:assert/strict';
import { createAnswer } from '../../../../../../src/core/chat/conversation/answer.ts';
import { type Message, userText } from '../../../../../../src/core/chat/messages/message.ts';
import { createRequest } from '../../../../../../src/core/chat/prompt/preferences.ts';
import type { Route } from '../../../../../../src/core/chat/providers/fallback-chain.ts';
import { agentStep } from '../../../../../../src/core/chat/session/agent/agent-step.ts';
import { AnswerRun } from '../../../../../../src/core/chat/session/answer-run.ts';
import { ownTools } from '../../../../../../src/core/chat/tools/calls/own-tools.ts';
import { Allowances } from '../../../../../../src/core/chat/tools/consent/allowances.ts';
import { AgentRun } from '../../../../../../src/core/chat/tools/runs/agent-run.ts';
import { agentInstructions } from '../../../../../../src/core/chat/tools/runs/instructions.ts';
import { RunBudget } from '../../../../../../src/core/chat/tools/runs/run-budget.ts';
import { emptyRun, type RunState } from '../../../../../../src/core/chat/conversation/runs/run-state.ts';
import { systemClock } from '../../../../../../src/core/ports.ts';
import { MemoryWorkspace } from '../../../../../support/fakes/memory-workspace.ts';
import { DemoChat } from '../../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../../demo/demo-client.ts';

const log = { info: () => undefined, warn: () => undefined };

describe('a run of the agent against the demo', () => {
  let chat: DemoChat;
  let workspace: MemoryWorkspace;
  let ran: string[];
  /** Who was asked for each answer. */
  let payers: string[];

  beforeEach(async () => {
    chat = await DemoChat.open();
    workspace = new MemoryWorkspace({ 'src/cart.ts': 'export const total = 2;\n', 'test/cart.test.ts': 'total is 3' });
    ran = [];
    payers = [];
  });
  afterEach(closeDemos);

  const terminals = {
    place: () => Promise.resolve({ place: { shell: 'posix' as const, folder: '/w' }, liesInside: true }),
    staysInside: () => Promise.resolve(true),
    sandbox: () => null,
    run: ({ line }: { readonly line: string }) => {
      ran.push(line);
      const passes = workspace.files.get('src/cart.ts')?.includes('3') === true;
      const [exitCode, output] = passes ? [0, '1 passing'] : [1, '1 failing'];
      return Promise.resolve({ kind: 'exited' as const, exitCode, output });
    },
  };
  const person = {
    consent: () => Promise.resolve({ kind: 'accept' as const, allowed: null }),
    goOn: () => Promise.resolve(false),
  };

  function begin(
    state: RunState,
    route: Route = 'byPolicy',
    onAnswer: (run: AgentRun) => Promise<void> = () => Promise.resolve(),
  ): AgentRun {
    const allowances = new Allowances();
    const around = { system: 'Linux', shell: 'posix', folders: ['shop'], date: '2030-01-31', mode: 'askAll' } as const;
    const preferences = { ...chat.preferences, systemPrompt: agentInstructions(around) };
    const tools = ownTools(workspace, terminals, { ask: () => Promise.resolve(null), showPlan: () => undefined });
    const budget = new RunBudget({ steps: 20, tokens: 1_000_000, quota: 100 }, () => null);
    const run: AgentRun = new AgentRun(
      {
        answer: async (messages, offered, signal, grew) => {
          await onAnswer(run);
          const { model } = chat.models;
          const request = {
            route,
            request: model === undefined ? null : createRequest(model, preferences, messages, offered),
            leftOut: null,
          };
          const one = new AnswerRun(
            createAnswer('answer', 0),
            { origin: 'agent', conversation: 'c' },
            chat.payers,
            systemClock,
            log,
          );
          return await agentStep(one, request, signal, grew, (event) => {
            if (event.kind === 'sourceChosen') payers.push(event.source.payer);
          });
        },
        record: () => undefined,
        makeRoom: () => Promise.resolve(null),
        files: { began: () => Promise.resolve(), ended: () => Promise.resolve() },
        recorded: () => Promise.resolve(),
        consent: () => ({ mode: 'askAll', isTrusted: true, allowances }),
        takeWords: () => [],
        person,
        clock: systemClock,
        log,
      },
      fixTheTest,
      tools,
      state,
      budget,
      null,
    );
    return run;
  }

  const fixTheTest: readonly Message[] = [
    userText(
      [
        'Fix the test',
        'call run_command {"command": "npm test"}',
        'call read_file {"path": "src/cart.ts"}',
        'also call read_file {"path": "test/cart.test.ts"}',
        'call edit_file {"path": "src/cart.ts", "edits": [{"old": "total = 2", "new": "total = 3"}]}',
        'call run_command {"command": "npm test"}',
      ].join('\n'),
    ),
  ];
  const whole = { kind: 'finished', stopReason: 'end_turn' } as const;
  const fixed = 'export const total = 3;\n';

  it('reads, edits, runs, and sees the test pass', async () => {
    const run = begin(emptyRun);
    assert.deepEqual(await run.run(), whole);
    assert.equal(workspace.files.get('src/cart.ts'), fixed);
    assert.deepEqual(ran, ['npm test', 'npm test']);
    assert.deepEqual(payers, ['plan', 'plan', 'plan', 'plan', 'plan']);
  });

  it('is stopped in the middle, and goes on from there', async () => {
    let answers = 0;
    const stopped = begin(emptyRun, 'byPolicy', (run) => {
      answers += 1;
      if (answers === 3) run.stop();
      return Promise.resolve();
    });
    assert.deepEqual(await stopped.run(), { kind: 'stopped' });
    assert.deepEqual(await begin(stopped.state).run(), whole);
    assert.equal(workspace.files.get('src/cart.ts'), fixed);
  });

  /** The plan has nothing left from the second answer on. */
  const usedUp = (): (() => Promise<void>) => {
    let answers = 0;
    return async () => {
      answers += 1;
      if (answers === 2) await chat.refuse({ kind: 'balance-exhausted', code: 'text' });
    };
  };

  it('ends where the plan is used up and nobody said that the key pays, and goes on with the key where somebody does', async () => {
    chat.setKey();
    const run = begin(emptyRun, 'byPolicy', usedUp());
    const end = await run.run();
    assert.equal(end.kind, 'failed');
    assert.equal(payers.includes('apiKey'), false);
    assert.deepEqual(await begin(run.state, 'apiKeyOnly').run(), whole);
    assert.equal(payers.at(-1), 'apiKey');
    assert.equal(workspace.files.get('src/cart.ts'), fixed);
  });

  it('goes on with the key by itself where the person allows that always, and counts what it costs', async () => {
    chat.setKey();
    chat.policy = 'always';
    assert.deepEqual(await begin(emptyRun, 'byPolicy', usedUp()).run(), whole);
    assert.deepEqual([payers[0], payers.at(-1)], ['plan', 'apiKey']);
    assert.equal(
      chat.counts.answers.some(({ payer, input }) => payer === 'apiKey' && input > 0),
      true,
    );
  });

  it('ends where the key has spent what it may in a day', async () => {
    chat.setKey();
    chat.policy = 'always';
    chat.dailyCap = 10;
    const end = await begin(emptyRun, 'byPolicy', usedUp()).run();
    assert.deepEqual([end.kind, end.kind === 'failed' ? end.failure.kind : null], ['failed', 'dailyCapReached']);
    assert.equal(payers.filter((payer) => payer === 'apiKey').length, 1);
  });
});
