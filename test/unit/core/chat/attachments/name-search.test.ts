// Holds the order in which paths are offered for a few letters of one.
import assert from 'node:assert/strict';
import { searchPaths } from '../../../../../src/core/chat/attachments/name-search.ts';

const paths = [
  'docs/cart/notes.md',
  'src/cart.ts',
  'src/shop/cart-item.ts',
  'src/c/a/r/t.ts',
  'test/card-table.ts',
  'src/smart-car.ts',
  'src/Cart',
];
const search = (letters: string, most = 10): readonly string[] => searchPaths(letters, paths, (path) => path, most);

describe('the search for a path by a few letters', () => {
  it('has whole names first, then beginnings, parts, folders, and letters that are spread out', () => {
    assert.deepEqual(search('cart'), [
      'src/Cart',
      'src/cart.ts',
      'src/shop/cart-item.ts',
      'docs/cart/notes.md',
      'src/smart-car.ts',
      'test/card-table.ts',
      'src/c/a/r/t.ts',
    ]);
    assert.deepEqual(search('src/ca'), [
      'src/Cart',
      'src/cart.ts',
      'src/c/a/r/t.ts',
      'src/smart-car.ts',
      'src/shop/cart-item.ts',
    ]);
    assert.deepEqual(search('CAR', 1), ['src/Cart']);
    assert.deepEqual(search('zzz'), []);
  });

  it('keeps the order of all where there are no letters', () => {
    assert.deepEqual(search('', 2), ['docs/cart/notes.md', 'src/cart.ts']);
  });
});
