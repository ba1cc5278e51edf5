import assert from 'node:assert/strict';
import { gitChangesText } from '../../../../../src/core/chat/attachments/git-changes-text.ts';

describe('the changes of a repository', () => {
  it('are what is staged, what is not, and the names of what git does not know yet', () => {
    assert.equal(
      gitChangesText(['-a\n+b\n', '-c\n+d\n'], ['src/new.ts', 'notes.md']),
      '-a\n+b\n\n-c\n+d\n\nNew files that git does not know yet:\nsrc/new.ts\nnotes.md',
    );
    assert.equal(gitChangesText(['', '\n'], ['a.ts']), 'New files that git does not know yet:\na.ts');
  });

  it('are nothing where nothing has changed', () => {
    assert.equal(gitChangesText(['', '\n'], []), '');
  });

  it('name two hundred new files at most, and say how many there are beside', () => {
    const paths = Array.from({ length: 203 }, (_, index) => `${index}.ts`);
    const lines = gitChangesText([], paths).split('\n');
    assert.deepEqual([lines.length, lines[1], lines[200], lines[201]], [202, '0.ts', '199.ts', '(and 3 more)']);
  });

  it('name each file on a line of its own, whatever it is called', () => {
    assert.equal(gitChangesText([], ['a\nb\u0000.ts']).split('\n').length, 2);
  });
});
