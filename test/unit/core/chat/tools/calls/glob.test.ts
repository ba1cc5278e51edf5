import assert from 'node:assert/strict';
import { isBoundedGlob, readGlob } from '../../../../../../src/core/chat/tools/calls/glob.ts';

describe('a glob', () => {
  const fits: readonly (readonly [glob: string, name: string])[] = [
    ['*.ts', 'a.ts'],
    ['*.ts', 'src/deep/a.ts'],
    ['src/*.ts', 'src/a.ts'],
    ['src/**/*.ts', 'src/a.ts'],
    ['src/**/*.ts', 'src/b/c/a.ts'],
    ['src/**', 'src/a/b'],
    ['**/test/**', 'a/test/b'],
    ['./src/*', 'src/a'],
    ['/src/*', 'src/a'],
    ['**/*.{ts,tsx}', 'a/b.tsx'],
    ['{src,test}/{a,b}.ts', 'test/b.ts'],
    ['a?c', 'abc'],
    ['**', 'any/thing'],
  ];
  for (const [glob, name] of fits) it(`${glob} fits ${name}`, () => assert.equal(readGlob(glob)(name), true));

  const others: readonly (readonly [glob: string, name: string])[] = [
    ['*.ts', 'a.tsx'],
    ['src/*.ts', 'src/b/a.ts'],
    ['src/**/*.ts', 'test/a.ts'],
    ['a?c', 'ac'],
    ['a?c', 'a/c'],
    ['{a,b}.ts', 'c.ts'],
    ['A.ts', 'a.ts'],
    ['a.ts', 'aXts'],
  ];
  for (const [glob, name] of others)
    it(`${glob} does not fit ${name}`, () => assert.equal(readGlob(glob)(name), false));

  it('is bounded where people write it, with many endings and folders', () => {
    const endings = '{ts,tsx,js,jsx,mts,cts,mjs,cjs,json,md,css,html}';
    for (const glob of ['**', `{src,test,lib}/**/*.${endings}`, `**/{a,b,c}/**/*.${endings}`])
      assert.equal(isBoundedGlob(glob), true, glob);
  });

  it('of too many alternatives and parts is not bounded, and fits nothing', () => {
    const doubled = '{a,b}'.repeat(6);
    for (const glob of [
      `${doubled}/${'**/*a*b/'.repeat(110)}`,
      `${doubled}/**/${'*a'.repeat(480)}`,
      '{a,b,c}{d,e,f}{g,h,i}{j,k,l}',
      '**/'.repeat(601),
    ]) {
      assert.equal(isBoundedGlob(glob), false, glob);
      assert.equal(readGlob(glob)('a'), false, glob);
    }
  });

  it('takes no time that grows faster than what it is made of', () => {
    const name = `${'a/'.repeat(500)}b`;
    assert.equal(readGlob(`${'**/'.repeat(300)}c`)(name), false);
    assert.equal(readGlob(`${'*a'.repeat(300)}c`)('a'.repeat(2000)), false);
    assert.equal(readGlob('{a,b}'.repeat(60))('x'), false);
    assert.equal(readGlob('{'.repeat(5000))('x'), false);
  });
});
