import assert from 'node:assert/strict';
import { type Problem, problemList } from '../../../../../src/core/chat/attachments/problem-list.ts';

const problem = (path: string, severity: number, line: string): Problem => ({ path, severity, line });

describe('the problems of a workspace', () => {
  const found = [
    problem('b.ts', 1, '1:1 warning: early'),
    problem('c.ts', 0, '9:1 error: last'),
    problem('a.ts', 1, '2:2 warning: mild'),
    problem('b.ts', 0, '5:5 error: bad'),
  ];

  it('are grouped by file, the files with errors first, and in a file the errors first', () => {
    assert.deepEqual(problemList(found, 10), {
      text: 'b.ts\n  5:5 error: bad\n  1:1 warning: early\nc.ts\n  9:1 error: last\na.ts\n  2:2 warning: mild',
      shown: 4,
      total: 4,
    });
  });

  it('are cut to a number, and then no error gives way to a warning', () => {
    assert.deepEqual(problemList(found, 2), {
      text: 'b.ts\n  5:5 error: bad\nc.ts\n  9:1 error: last',
      shown: 2,
      total: 4,
    });
  });

  it('keep the order in which a file reports those of one kind', () => {
    const same = [problem('a.ts', 0, '2:1 error: two'), problem('a.ts', 0, '1:1 error: one')];
    assert.equal(problemList(same, 5).text, 'a.ts\n  2:1 error: two\n  1:1 error: one');
  });
});
