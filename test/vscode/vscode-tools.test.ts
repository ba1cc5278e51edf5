// The tools of another extension, as VS Code lists and calls them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { externalTools } from '../../src/core/chat/tools/calls/external-tools.ts';
import type { OfferedTool } from '../../src/core/chat/tools/calls/offered-tool.ts';
import { VscodeTools } from '../../src/host/chat/agent/vscode-tools.ts';
import { MemoryMemento } from '../support/fakes/memory-memento.ts';
import { AgentScene, call, calls } from '../support/fakes/agent-scene.ts';

const source = 'tidemark-tests.sample-tools';

describe('tools of other extensions', () => {
  let state: MemoryMemento;
  let tools: VscodeTools;
  const choose = (...names: readonly string[]): Promise<void> =>
    tools.choose(tools.all().flatMap(({ tool }) => (names.includes(tool.name) ? [tool] : [])));
  const offered = (): readonly OfferedTool[] => externalTools(tools);

  before(async () => {
    await vscode.extensions.getExtension(source)?.activate();
  });
  beforeEach(() => {
    state = new MemoryMemento();
    tools = new VscodeTools(state);
  });

  it('are listed with their extension, and none is offered before it is picked', () => {
    const ours = tools.all().filter(({ tool }) => tool.source === source);
    assert.deepEqual(ours.map(({ tool, choice }) => [tool.name, tool.description, choice]).sort(), [
      ['sample_broken', 'Fails.', 'notChosen'],
      ['sample_tides', 'Says when the tide is high.', 'notChosen'],
    ]);
    assert.deepEqual(offered(), []);
  });

  it('are offered once they are picked, also after a reload, and no more where they say something else', async () => {
    await choose('sample_tides');
    const names = (): string[] => new VscodeTools(state).current().map(({ name }) => name);
    assert.deepEqual(names(), ['sample_tides']);
    await state.update('tidemark.agent.tools', [{ source, name: 'sample_tides', digest: '0'.repeat(64) }]);
    assert.deepEqual(names(), []);
    const tides = tools.all().find(({ tool }) => tool.name === 'sample_tides');
    assert.equal(tides?.choice, 'changed');
  });

  it('are called with consent, and what they say goes to the model', async () => {
    await choose('sample_tides', 'sample_broken');
    const scene = new AgentScene(offered(), [
      calls(
        call('ext_tidemark-tests_sample-tools_sample_tides', { place: 'Brook' }, 'a'),
        call('ext_tidemark-tests_sample-tools_sample_broken', {}, 'b'),
      ),
    ]);
    await scene.run();
    assert.deepEqual(scene.lastResults(), ['a: High at noon in Brook.', '!b: The tool failed.']);
    assert.deepEqual(
      scene.questions.map(({ preview }) => (preview.kind === 'externalTool' ? preview.tool.name : preview.kind)),
      ['sample_tides', 'sample_broken'],
    );
  });

  it('are not called where the person says no', async () => {
    await choose('sample_tides');
    const scene = new AgentScene(offered(), [calls(call('ext_tidemark-tests_sample-tools_sample_tides', {}, 'a'))]);
    scene.reply = () => Promise.resolve({ kind: 'reject', words: null });
    await scene.run();
    assert.match(scene.lastResults()[0] ?? '', /^!a: Not done: the person said no/);
  });
});
