// How much one model takes beside another, in words.
import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';

const { timesText } = await import('../../../../../src/host/plan/words/cost-text.ts');

describe('what a model takes beside another', () => {
  it('is said in round figures, which fit those of the other way round', () => {
    const said = [2.9, 1 / 2.9, 1.6, 1 / 1.6, 1.1, 0.9, 20, 0.05].map((times) => timesText(times, 'Tide Small'));
    const figures = said.map((text) => /[\d.]+/.exec(text)?.[0] ?? text);
    const same = 'takes about as much as Tide Small';
    assert.deepEqual(figures, ['3', '0.3', '1.5', '0.6', same, same, '20', '0.05']);
  });
});
