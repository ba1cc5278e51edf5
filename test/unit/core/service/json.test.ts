import assert from 'node:assert/strict';
import { parseJson } from '../../../../src/core/service/json.ts';

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

describe('JSON from outside', () => {
  it('is read to any width and to a depth of 200', () => {
    assert.deepEqual(parseJson('{"a":[1,"x"]}'), { a: [1, 'x'] });
    assert.notEqual(parseJson(nested(200)), undefined);
    const wide = Array.from({ length: 10_000 }, () => ({}));
    assert.deepEqual(parseJson(JSON.stringify(wide)), wide);
  });

  it('is none where it is nested deeper, whatever with', () => {
    assert.equal(parseJson(nested(201)), undefined);
    assert.equal(parseJson(`${'{"a":'.repeat(201)}1${'}'.repeat(201)}`), undefined);
    assert.equal(parseJson(nested(4_000_000)), undefined);
  });

  it('may hold as many brackets in its texts as it likes', () => {
    const text = `${'['.repeat(5000)}"\\${'{'.repeat(5000)}`;
    assert.deepEqual(parseJson(JSON.stringify({ text, after: [text] })), { text, after: [text] });
  });

  it('is none where it is broken', () => {
    for (const text of ['', '{', `"${'x'.repeat(500)}`, `"${'x'.repeat(500)}\\`, ']'.repeat(500)])
      assert.equal(parseJson(text), undefined);
  });
});
