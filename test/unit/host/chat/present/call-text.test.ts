import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';
import { ownTools } from '../../../../../src/core/chat/tools/calls/own-tools.ts';
import type { CallText } from '../../../../../src/host/chat/present/call-text.ts';
import { MemoryWorkspace } from '../../../../support/fakes/memory-workspace.ts';

const { callText } = await import('../../../../../src/host/chat/present/call-text.ts');

const terminals = {
  place: () => Promise.resolve(null),
  staysInside: () => Promise.resolve(true),
  sandbox: () => null,
  run: () => Promise.resolve(null),
};
const display = { ask: () => Promise.resolve(null), showPlan: () => undefined };
const names = ownTools(new MemoryWorkspace({}), terminals, display).map(({ definition }) => definition.name);

describe('the line of a call', () => {
  const lineOf = (name: string): CallText =>
    callText({ kind: 'toolUse', id: 'c', name, input: { kind: 'read', value: {} } });

  it('has an icon and a verb of its own for every tool of ours', () => {
    const other = lineOf('ext_tides_read');
    assert.deepEqual(
      names.filter((name) => lineOf(name).icon === other.icon || lineOf(name).verb === other.verb),
      [],
    );
    assert.equal(new Set(names.map((name) => lineOf(name).verb)).size, names.length);
  });
});
