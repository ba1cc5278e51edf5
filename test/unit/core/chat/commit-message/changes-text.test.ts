import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changesText, secretFiles } from '../../../../../src/core/chat/commit-message/changes-text.ts';

const file = (path: string, diff: string): { path: string; diff: string } => ({ path, diff });
const lines = (count: number): string => '+ a line\n'.repeat(count);

describe('the changes that a commit message is written by', () => {
  it('are whole where there is room, each under its name', () => {
    assert.equal(changesText([file('a.ts', '+1\n'), file('b.ts', '+2\n')], 100), 'a.ts\n+1\n\n\nb.ts\n+2\n');
  });

  it('are cut where they are longest, at a line’s end, and say so', () => {
    const text = changesText([file('big.lock', lines(1000)), file('small.ts', lines(3))], 100);
    assert.equal(text, `big.lock (cut: the first 73 of 9000 characters)\n${lines(8)}\n\nsmall.ts\n${lines(3)}`);
  });

  it('name also those of which nothing has room', () => {
    assert.equal(changesText([file('a.ts', lines(1))], 0), 'a.ts (cut: the first 0 of 9 characters)\n');
    assert.equal(changesText([file('image.png', '')], 0), 'image.png\n');
  });

  it('never take more than there is room for, and use it up where something is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: 12 }), fc.nat(2000), (sizes, most) => {
        const files = sizes.map((size, index) => file(`${index}`, 'x\n'.repeat(size)));
        const text = changesText(files, most);
        const sent = text.split('\n').filter((line) => line === 'x').length * 2;
        assert.ok(sent <= most);
        const all = sizes.reduce((sum, size) => sum + 2 * size, 0);
        if (all <= most) assert.equal(sent, all);
        else assert.ok(most - sent <= 2 * files.length, `${sent} of ${most}`);
      }),
    );
  });

  it('are known to look like they hold a secret, by name and by text', () => {
    const harmless = file('a.ts', '+const a = 1;\n');
    const named = file('.env', '+A=1\n');
    const text = file('b.ts', '+-----BEGIN RSA PRIVATE KEY-----\n');
    assert.deepEqual(secretFiles([harmless, named, text]), [named, text]);
  });
});
