import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import * as z from 'zod/mini';
import {
  lenientList,
  lenientNumber,
  lenientText,
  listOfFitting,
} from '../../../../../src/core/service/http/lenient.ts';

describe('a loosely sent number', () => {
  it('is read as a number or as numeric text', () => {
    for (const [given, read] of [
      [34, 34],
      [8.1, 8.1],
      [-2, -2],
      ['34', 34],
      [' 8.10 ', 8.1],
      ['-2', -2],
    ] as const) {
      assert.equal(lenientNumber.parse(given), read);
    }
  });

  it('is null, never zero, where it is anything else', () => {
    for (const given of [
      undefined,
      null,
      '',
      ' ',
      'many',
      '34%',
      '1e3',
      '0x10',
      NaN,
      Infinity,
      '9'.repeat(400),
      true,
      {},
      [1],
    ]) {
      assert.equal(lenientNumber.parse(given), null, inspect(given));
    }
    assert.deepEqual(z.object({ percentage: lenientNumber }).parse({}), { percentage: null });
  });
});

describe('a loosely sent text', () => {
  it('is trimmed and bounded', () => {
    assert.equal(lenientText.parse('  Pro '), 'Pro');
    assert.equal(lenientText.parse('x'.repeat(1000)), 'x'.repeat(200));
  });

  it('is null where there is nothing in it or it is no text', () => {
    for (const given of [undefined, null, '', ' \n', 7, {}, ['Pro']]) assert.equal(lenientText.parse(given), null);
    assert.deepEqual(z.object({ level: lenientText }).parse({}), { level: null });
  });
});

describe('a loosely sent list', () => {
  const numbers = lenientList(z.object({ n: z.number() }));

  it('keeps what fits and leaves out the rest', () => {
    assert.deepEqual(numbers.parse([{ n: 1 }, { n: 'two' }, null, { n: 3, more: true }]), [{ n: 1 }, { n: 3 }]);
  });

  it('is empty where it is no list', () => {
    for (const given of [undefined, null, 'list', { 0: { n: 1 } }]) assert.deepEqual(numbers.parse(given), []);
  });

  it('does not parse where a list is needed and none came', () => {
    const needed = listOfFitting(z.number());
    assert.deepEqual(needed.parse([1, 'two']), [1]);
    assert.equal(needed.safeParse(null).success, false);
    assert.equal(needed.safeParse(undefined).success, false);
  });
});
