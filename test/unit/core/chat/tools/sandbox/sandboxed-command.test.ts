// The mode in which commands run in the sandbox, with a sandbox that says what it was given: what runs there unasked,
// what asks, and what becomes of what a command leaves.
import assert from 'node:assert/strict';
import type { CommandEnd, SandboxedEnd } from '../../../../../../src/core/chat/tools/calls/command-tool.ts';
import type { LeftFiles } from '../../../../../../src/core/chat/tools/calls/offered-tool.ts';
import { ownTools } from '../../../../../../src/core/chat/tools/calls/own-tools.ts';
import type { Mode } from '../../../../../../src/core/chat/tools/consent/consent.ts';
import { AgentScene, call, calls } from '../../../../../support/fakes/agent-scene.ts';
import { MemoryWorkspace } from '../../../../../support/fakes/memory-workspace.ts';

class Scene {
  readonly inside: string[] = [];
  readonly outside: string[] = [];
  readonly agent: AgentScene;
  end: CommandEnd = { kind: 'exited', exitCode: 0, output: 'ran' };
  left: LeftFiles | null = null;
  isKnown = true;
  notRun: Extract<SandboxedEnd, { kind: 'notRun' }> | null = null;
  hasSandbox = true;

  constructor(mode: Mode, ...commands: readonly (string | { readonly command: string; readonly folder?: string })[]) {
    const sandbox = {
      run: ({ line }: { readonly line: string }): Promise<SandboxedEnd> => {
        this.inside.push(line);
        return Promise.resolve(this.notRun ?? { kind: 'ran', end: this.end, left: this.left, isKnown: this.isKnown });
      },
    };
    const terminals = {
      place: (path: string | null) =>
        Promise.resolve({
          place: { shell: 'posix' as const, folder: path ?? '/w' },
          liesInside: path?.startsWith('/etc') !== true,
        }),
      staysInside: () => Promise.resolve(true),
      run: ({ line }: { readonly line: string }) => {
        this.outside.push(line);
        return Promise.resolve(this.end);
      },
      sandbox: () => (this.hasSandbox && this.agent.mode === 'sandbox' ? sandbox : null),
    };
    const display = { ask: () => Promise.resolve(null), showPlan: () => undefined };
    const inputs = commands.map((one) => (typeof one === 'string' ? { command: one } : one));
    this.agent = new AgentScene(
      ownTools(new MemoryWorkspace({}), terminals, display),
      inputs.map((input) => calls(call('run_command', input, 'c'))),
    );
    this.agent.mode = mode;
  }

  get reasons(): readonly (readonly string[])[] {
    return this.agent.questions.map(({ reasons }) => reasons);
  }

  get told(): string {
    return this.agent.lastResults().join('\n');
  }
}

const files = (names: readonly string[], putBack: () => void): LeftFiles => ({
  names,
  folder: '/tmp/left',
  putBack: () => {
    putBack();
    return Promise.resolve();
  },
});

describe('a command in the mode of the sandbox', () => {
  for (const command of [
    'npm test',
    'sh -c "rm -rf src; node x.js"',
    'for x in *; do echo $(cat $x) > y; done',
    'cat ~/.ssh/id_rsa',
    'echo evil > .git/hooks/pre-commit',
    'python3 -c "import os"',
  ])
    it(`runs in there unasked: ${command}`, async () => {
      const scene = new Scene('sandbox', command);
      await scene.agent.run();
      assert.deepEqual([scene.inside, scene.outside, scene.reasons], [[command], [], []]);
      assert.equal(scene.told, 'c: Exit code 0.\nran,It ran in the sandbox.');
      const outcomes = [...(scene.agent.state.steps[0]?.outcomes.values() ?? [])];
      assert.deepEqual(
        outcomes.map(({ isSandboxed, exitCode }) => [isSandboxed, exitCode]),
        [[true, 0]],
      );
    });

  for (const command of ['git push', 'npm publish', 'curl https://example.com', 'npm test && git fetch', 'ssh host ls'])
    it(`asks where it is known to reach out, and runs outside with a yes: ${command}`, async () => {
      const refused = new Scene('sandbox', command);
      refused.agent.reply = () => Promise.resolve({ kind: 'reject', words: null });
      await refused.agent.run();
      assert.deepEqual([refused.inside, refused.outside], [[], []]);
      assert.equal(refused.reasons[0]?.[0], 'outsideSandbox');
      const agreed = new Scene('sandbox', command);
      await agreed.agent.run();
      assert.deepEqual([agreed.inside, agreed.outside], [[], [command]]);
    });

  it('asks where the model wants it outside, whatever was allowed before', async () => {
    const wish = { command: 'npm test', outside_sandbox: true };
    const scene = new Scene('sandbox', wish, wish);
    scene.agent.allowances.add({ kind: 'commandPrefix', words: ['npm'], shell: 'posix', folder: '/w' });
    scene.agent.allowances.add({
      kind: 'exactCommand',
      command: { line: 'npm test', shell: 'posix', folder: '/w' },
    });
    await scene.agent.run();
    assert.deepEqual(scene.reasons, [['outsideSandbox'], ['outsideSandbox']]);
    assert.deepEqual([scene.inside, scene.outside], [[], ['npm test', 'npm test']]);
  });

  it('runs in there instead where the person says so, which the model is told', async () => {
    const wish = { command: 'npm ci', outside_sandbox: true };
    const scene = new Scene('sandbox', wish);
    scene.end = { kind: 'exited', exitCode: 1, output: 'ENOTFOUND' };
    scene.agent.reply = () => Promise.resolve({ kind: 'sandbox' });
    await scene.agent.run();
    assert.deepEqual([scene.inside, scene.outside], [['npm ci'], []]);
    assert.equal(scene.agent.questions[0]?.offersSandbox, true);
    const [step] = scene.agent.state.steps;
    assert.deepEqual([step?.startedInSandbox.size, step?.outcomes.get(0)?.isSandboxed], [1, true]);
    assert.match(scene.told, /The person wanted it there and not outside: do not ask for that again\.$/);
  });

  it('says what of it sends something, and how it went in there before', async () => {
    const wish = { command: 'npm ci', outside_sandbox: true };
    const scene = new Scene('sandbox', 'npm ci', wish, 'npm test && git -C . push', { ...wish, command: 'ls' });
    scene.end = { kind: 'exited', exitCode: 7, output: '' };
    await scene.agent.run();
    assert.deepEqual(
      scene.agent.questions.map(({ preview }) => preview.kind === 'command' && [preview.sends, preview.outside]),
      [
        [null, { hasFailed: true, exitCode: 7 }],
        ['git push', null],
        [null, { hasFailed: false, exitCode: null }],
      ],
    );
  });

  it('is not offered the sandbox where there is none, where its folder lies outside, and in other modes', async () => {
    const wish = { command: 'ls', outside_sandbox: true };
    const without = new Scene('sandbox', wish);
    without.hasSandbox = false;
    for (const scene of [without, new Scene('sandbox', { ...wish, folder: '/etc' }), new Scene('askAll', wish)]) {
      // A reply that nobody was offered runs nothing.
      scene.agent.reply = () => Promise.resolve({ kind: 'sandbox' });
      await scene.agent.run();
      assert.deepEqual(
        [scene.agent.questions.map(({ offersSandbox }) => offersSandbox), scene.inside, scene.outside],
        [[false], [], []],
      );
    }
  });

  it('asks where its folder lies outside, and where there is no sandbox any more', async () => {
    const elsewhere = new Scene('sandbox', { command: 'ls', folder: '/etc' });
    await elsewhere.agent.run();
    assert.deepEqual(elsewhere.reasons, [['outsideSandbox', 'outside']]);
    const without = new Scene('sandbox', 'ls');
    without.hasSandbox = false;
    await without.agent.run();
    assert.deepEqual([without.reasons, without.inside], [[['outsideSandbox']], []]);
  });

  it('is asked about in every other mode, also where it asks for no sandbox', async () => {
    for (const mode of ['askAll', 'acceptEdits'] as const) {
      const scene = new Scene(mode, 'npm test');
      await scene.agent.run();
      assert.deepEqual([scene.reasons, scene.inside, scene.outside], [[[]], [], ['npm test']]);
    }
  });

  it('is not run outside where the mode changes to the sandbox in between', async () => {
    const scene = new Scene('askAll', 'npm test', 'npm test');
    scene.agent.allowances.add({ kind: 'exactCommand', command: { line: 'npm test', shell: 'posix', folder: '/w' } });
    scene.agent.onRecord = ({ kind }) => {
      if (kind === 'callEnded') scene.agent.mode = 'sandbox';
    };
    await scene.agent.run();
    assert.deepEqual([scene.outside, scene.inside, scene.reasons], [['npm test'], ['npm test'], []]);
  });

  it('ends what was allowed for outside: it may have changed what that runs', async () => {
    const scene = new Scene('sandbox', 'npm test');
    scene.agent.allowances.add({ kind: 'exactCommand', command: { line: 'make', shell: 'posix', folder: '/w' } });
    await scene.agent.run();
    assert.deepEqual(scene.agent.allowances.all, []);
  });

  it('is never run in a workspace that nobody trusts', async () => {
    const scene = new Scene('sandbox', 'npm test');
    scene.agent.isTrusted = false;
    await scene.agent.run();
    assert.deepEqual([scene.inside, scene.outside], [[], []]);
  });

  it('says what the sandbox is where it failed, and how to ask for more', async () => {
    const scene = new Scene('sandbox', 'npm ci');
    scene.end = { kind: 'exited', exitCode: 1, output: 'ENOTFOUND' };
    await scene.agent.run();
    assert.match(scene.told, /^c: Exit code 1\.\nENOTFOUND,It ran in the sandbox: without network; .*outside_sandbox/);
  });

  for (const [why, told] of [
    ['tooLarge', /too many files/],
    ['linked', /symbolic link/],
    ['homeInFolder', /holds the home folder/],
    ['busy', /still running in the sandbox/],
  ] as const)
    it(`is not run, and says so, where there can be no walls: ${why}`, async () => {
      const scene = new Scene('sandbox', 'npm test');
      scene.notRun = { kind: 'notRun', why };
      await scene.agent.run();
      assert.match(scene.told, told);
      assert.match(scene.told, /^!c: Not run: .*outside_sandbox/);
      assert.deepEqual(scene.outside, []);
    });

  it('leaves what others run or obey only with a yes', async () => {
    const back: string[] = [];
    const scene = new Scene('sandbox', 'make init');
    scene.left = files(['.mcp.json', 'a/AGENTS.md'], () => back.push('back'));
    await scene.agent.run();
    const [question] = scene.agent.questions;
    assert.deepEqual(question?.preview, { kind: 'leftFiles', names: ['.mcp.json', 'a/AGENTS.md'] });
    assert.deepEqual([question.reasons, question.offers, back], [['protected'], [], ['back']]);
    assert.match(scene.told, /It left \.mcp\.json, a\/AGENTS\.md, .* The person keeps them\.$/);
  });

  it('leaves nothing of it with a no, and where the run is stopped', async () => {
    const back: string[] = [];
    const refused = new Scene('sandbox', 'make init');
    refused.left = files(['.mcp.json'], () => back.push('back'));
    refused.agent.reply = () => Promise.resolve({ kind: 'reject', words: 'no servers' });
    await refused.agent.run();
    assert.match(refused.told, /They were taken out of the workspace, into \/tmp\/left\. They say: no servers$/);
    const stopped = new Scene('sandbox', 'make init');
    stopped.left = files(['.mcp.json'], () => back.push('back'));
    const run = stopped.agent.begin();
    stopped.agent.reply = () => {
      run.stop();
      return Promise.resolve({ kind: 'accept', allowed: null });
    };
    await run.run();
    assert.deepEqual(back, []);
  });

  it('ends the sandbox where nobody knows what a command left, which the model is told', async () => {
    const scene = new Scene('sandbox', 'npm test');
    scene.isKnown = false;
    await scene.agent.run();
    assert.match(scene.told, /left what could not be looked through\. The person was told\./);
  });

  for (const [limit, told] of [
    ['tasks', 'those were more than 4096 processes and threads.'],
    ['memory', 'the memory of the machine was nearly used up.'],
  ] as const)
    it(`has a command ended that takes too much, which the model is told: ${limit}`, async () => {
      const scene = new Scene('sandbox', 'make -j');
      scene.end = { kind: 'tooMuch', limit, output: 'building' };
      await scene.agent.run();
      assert.equal(
        scene.told.startsWith(`!c: It was ended with all that it had started: ${told}\nbuilding`),
        true,
        scene.told,
      );
    });

  it('has a command stopped that says nothing for long, which the model is told', async () => {
    const scene = new Scene('sandbox', 'npm start');
    scene.end = { kind: 'silent', output: 'listening' };
    await scene.agent.run();
    assert.match(scene.told, /It said nothing for a minute and was stopped: [^]*\nlistening/);
  });
});
