import assert from 'node:assert/strict';
import { commitMessageOf } from '../../../../../src/core/chat/commit-message/message-text.ts';

describe('the commit message in an answer', () => {
  it('is its subject and body, without a fence around them or blank lines at the ends', () => {
    assert.equal(commitMessageOf('```text\nAdd a test\n\nIt was missing.\n```\n'), 'Add a test\n\nIt was missing.');
    assert.equal(commitMessageOf('\n\n  \nAdd a test  \n\n\n\nWhy not\n'), 'Add a test\n\nWhy not');
    assert.equal(commitMessageOf('feat(core): a thing\r\n\r\n- one\r\n- two'), 'feat(core): a thing\n\n- one\n- two');
    assert.equal(commitMessageOf(''), '');
  });

  it('has no characters that cannot be seen', () => {
    assert.equal(commitMessageOf('Add\u202E a\u200B \u0007test\u001B[31m'), 'Add a test[31m');
    assert.equal(commitMessageOf('添加 👩‍👩‍👧 测试'), '添加 👩‍👩‍👧 测试');
  });

  it('claims nothing in anybody’s name', () => {
    for (const trailer of [
      'Signed-off-by: A <a@example.com>',
      'Co-authored-by: B <b@example.com>',
      'Change-Id: I1234',
      'Fixes: #12',
      'skip-checks: true',
    ])
      assert.equal(commitMessageOf(`Add a test\n\nWhy\n\n${trailer}\n`), 'Add a test\n\nWhy', trailer);
    assert.equal(commitMessageOf('Fix: the button'), 'Fix: the button');
  });

  it('neither closes issues nor keeps a build from running', () => {
    for (const [answer, message] of [
      ['Add a test [skip ci]', 'Add a test'],
      ['Add a test [ci skip]', 'Add a test'],
      ['Add a test [no ci]', 'Add a test'],
      ['Add a test ***NO_CI***', 'Add a test'],
      ['Add a test, fixes #12', 'Add a test,'],
      ['Add a test\n\nCloses owner/name#12.', 'Add a test\n\n.'],
      ['Add a test\n\nResolved https://example.com/issues/1', 'Add a test'],
      ['Fix 12 bugs, see #3', 'Fix 12 bugs, see #3'],
    ] as const)
      assert.equal(commitMessageOf(answer), message, answer);
  });

  it('grows as its answer arrives, and ends at a bound', () => {
    assert.equal(commitMessageOf('Add'), 'Add');
    assert.equal(commitMessageOf('x'.repeat(1_000_000)).length, 10_000);
  });
});
