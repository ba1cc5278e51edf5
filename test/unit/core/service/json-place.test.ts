import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonErrorPlace } from '../../../../src/core/service/json-place.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const place = (text: string): string => {
  const found = jsonErrorPlace(text);
  return found === null ? 'none' : `${found.line}:${found.column}`;
};

describe('the place at which a text stops being JSON', () => {
  it('is where an editor would put the cursor', () => {
    assert.equal(place('{"a": 1,}'), '1:9');
    assert.equal(place('{\n  "a": 1\n  "b": 2\n}'), '3:3');
    assert.equal(place('{\n  a: 1\n}'), '2:3');
    assert.equal(place('{"a": "b\nc"}'), '1:9');
    assert.equal(place("{'a': 1}"), '1:2');
    assert.equal(place('{"a": tru}'), '1:7');
    assert.equal(place('{"a": 01}'), '1:8');
    assert.equal(place('{"a": "\\x"}'), '1:8');
    assert.equal(place('[1, 2'), '1:6');
    assert.equal(place('{} {}'), '1:4');
    assert.equal(place('[1}'), '1:3');
    assert.equal(place('// note\n{}'), '1:1');
    assert.equal(place(''), '1:1');
    assert.equal(place('\u3000{}'), '1:1');
  });

  it('is none for JSON', () => {
    fc.assert(fc.property(fc.json(), (text) => assert.equal(jsonErrorPlace(text), null)));
    for (const text of [' [ ] ', '"\\u00e9\\n"', '-0.5E+3', '\n{"a" : [ { } , null , true ] }\t'])
      assert.equal(jsonErrorPlace(text), null, text);
  });

  it('agrees with the runtime on what is JSON, whatever is cut out or put in', () => {
    const broken = fc
      .tuple(
        fc.json({ maxDepth: 3 }),
        fc.nat(60),
        fc.nat(3),
        fc.constantFrom('', '{', ']', ',', ':', '"', '\\', '1', 'e', '\u0001', ' '),
      )
      .map(([text, at, count, added]) => text.slice(0, at) + added + text.slice(at + count));
    fc.assert(
      fc.property(broken, (text) => assert.equal(jsonErrorPlace(text) === null, isJson(text), text)),
      { numRuns: 3000 },
    );
  });
});
