import assert from 'node:assert/strict';
import { interfaceRows } from '../../support/rules/interface-rows.ts';
import { asMarkdown, idsIn, unknownIds, tableOf, unitTestTitles } from '../../support/rules/interface-table.ts';

describe('the table of the interface', function () {
  // All suites are loaded once more, without being run, to learn their titles.
  this.timeout(120_000);

  it('has a test for every row, and a row for every tag', () => {
    const titles = unitTestTitles();
    const untested = tableOf(interfaceRows, titles).filter(({ tests }) => tests.length === 0);
    assert.deepEqual(
      untested.map(({ id }) => id),
      [],
    );
    assert.deepEqual(unknownIds(interfaceRows, titles), []);
  });

  it('names each row once', () => {
    assert.equal(new Set(interfaceRows.map(({ id }) => id)).size, interfaceRows.length);
  });
});

describe('a tag', () => {
  it('names a section, or rows of one', () => {
    assert.deepEqual(idsIn('asks once [4.5], twice [2.1 code, msg][10.12 x y]'), [
      '4.5',
      '2.1 code',
      '2.1 msg',
      '10.12 x y',
    ]);
    assert.deepEqual(idsIn('reads [1] and [], but neither [x] nor [a 2.1]'), ['1']);
  });

  it('brings its test into the table, and a row without one stands out', () => {
    const rows = [
      { id: '1.1 a', meaning: 'a | b' },
      { id: '1.2', meaning: 'c' },
    ];
    const titles = [{ file: 'x.test.ts', title: 'does it [1.1 a] well [9 z]' }];
    assert.equal(
      asMarkdown(tableOf(rows, titles)),
      [
        '| Row | What it says | Shown by |',
        '| --- | --- | --- |',
        '| 1.1 a | a \\| b | does it well (`x.test.ts`) |',
        '| 1.2 | c | **no test** |',
      ].join('\n'),
    );
    assert.deepEqual(unknownIds(rows, titles), ['9 z']);
  });
});
