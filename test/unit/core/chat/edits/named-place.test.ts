import assert from 'node:assert/strict';
import { namedPlace, namedPlaceAt, placesInWords } from '../../../../../src/core/chat/edits/named-place.ts';

describe('the place that a piece of an answer names', () => {
  for (const [text, file, line, column] of [
    ['src/cart.ts', 'src/cart.ts', null, null],
    ['src/cart.ts:12', 'src/cart.ts', 12, null],
    ['src/cart.ts:12:5', 'src/cart.ts', 12, 5],
    ['src/cart.ts:12-20', 'src/cart.ts', 12, null],
    ['src/cart.ts#L12', 'src/cart.ts', 12, null],
    ['src/cart.ts#L12-L20', 'src/cart.ts', 12, null],
    ['src/cart.ts#L12C3-L20C1', 'src/cart.ts', 12, 3],
    ['src\\cart.ts:3', 'src/cart.ts', 3, null],
    ['Makefile', 'Makefile', null, null],
    ['cart.ts:0', 'cart.ts', null, null],
  ] as const) {
    it(`is a file: ${text}`, () => {
      const place = namedPlace(text);
      assert.deepEqual([place?.file, place?.line, place?.column], [file, line, column]);
    });
  }

  for (const [text, symbol] of [
    ['totalOf', ['totalOf']],
    ['totalOf()', ['totalOf']],
    ['Cart.total', ['Cart', 'total']],
    ['cart::Total', ['cart', 'Total']],
    ['Cart#total', ['Cart', 'total']],
    ['this.total()', ['total']],
    ['价格', null],
    ['x', null],
    ['a + b', null],
    ['totalOf(cart)', null],
    ['npm test', null],
  ] as const) {
    it(`is ${symbol === null ? 'no' : 'a'} symbol: ${text}`, () =>
      assert.deepEqual(namedPlace(text)?.symbol ?? null, symbol));
  }

  it('may be either where a symbol reads as a file', () =>
    assert.deepEqual(namedPlace('process.env'), {
      file: 'process.env',
      line: null,
      column: null,
      symbol: ['process', 'env'],
    }));

  for (const [address, file, line] of [
    ['src/my%20cart.ts#L3', null, null],
    ['src/cart.ts#L3', 'src/cart.ts', 3],
    ['./src/%E4%BB%B7.ts', 'src/价.ts', null],
    ['file:///home/ada/shop/src/cart.ts', '/home/ada/shop/src/cart.ts', null],
    ['%E0%A4%A.ts', null, null],
    ['https://example.com/cart.ts', null, null],
    ['javascript:alert(1)', null, null],
    ['command:workbench.action.reload', null, null],
    ['#heading', null, null],
  ] as const) {
    it(`is ${file ?? 'none'} for a link to ${address}`, () => {
      const place = namedPlaceAt(address);
      assert.deepEqual([place?.file ?? null, place?.line ?? null], [file, line]);
    });
  }

  it('is found in running text by its path with its line', () => {
    assert.deepEqual(placesInWords('See src/cart.ts:12, and (b.py:3:4). At 10:30 ask http://a.bc:80/x.ts:1'), [
      { start: 4, name: 'src/cart.ts:12' },
      { start: 25, name: 'b.py:3:4' },
    ]);
  });
});
