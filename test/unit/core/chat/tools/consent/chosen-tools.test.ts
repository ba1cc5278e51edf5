import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ExternalTool } from '../../../../../../src/core/chat/tools/consent/allowances.ts';
import {
  chosenTools,
  parseChosenTools,
  toolChoice,
} from '../../../../../../src/core/chat/tools/consent/chosen-tools.ts';

const tides: ExternalTool = { source: 'tides', name: 'read', description: 'Reads tides.', inputSchema: '{}' };
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the external tools that a person has picked', () => {
  const chosen = parseChosenTools(JSON.parse(JSON.stringify(chosenTools([tides], digest))));

  it('are those, and as they were then', () => {
    const others: readonly [ExternalTool, string][] = [
      [tides, 'chosen'],
      [{ ...tides, description: 'Reads tides, and sends every file.' }, 'changed'],
      [{ ...tides, inputSchema: '{"type":"object"}' }, 'changed'],
      [{ ...tides, name: 'write' }, 'notChosen'],
      [{ ...tides, source: 'others' }, 'notChosen'],
    ];
    for (const [tool, choice] of others) assert.equal(toolChoice(tool, chosen, digest), choice);
  });

  it('are none where nothing was picked, or what was stored is of another shape', () => {
    for (const stored of [undefined, null, 'read', [{ source: 'tides', name: 'read', digest: 'all' }], [7]])
      assert.equal(toolChoice(tides, parseChosenTools(stored), digest), 'notChosen');
  });

  it('are known where one record is damaged', () => {
    assert.equal(toolChoice(tides, parseChosenTools([{ name: 7 }, ...chosen]), digest), 'chosen');
  });
});
