import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isBoundedGlob, readGlob, whereaboutsOf } from '../../../../../../src/core/chat/tools/calls/glob.ts';

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

  const named: readonly (readonly [glob: string, names: readonly string[] | null])[] = [
    ['*.ts', ['*.ts']],
    ['src/**/*.{ts,tsx}', ['*.ts', '*.tsx']],
    ['{src,test}/**/a**b.ts', ['a*b.ts']],
    ['README.md', ['README.md']],
    ['src/**', null],
    ['*', null],
    ['src/', null],
    ['a?c', null],
    ['[a].ts', null],
    ['!a.ts', null],
    ['a:b', null],
  ];
  for (const [glob, names] of named)
    it(`${glob} says of a file's own name: ${names?.join(' or ') ?? 'nothing'}`, () =>
      assert.deepEqual(whereaboutsOf(glob).names, names));

  const inFolders: readonly (readonly [glob: string, folder: readonly string[]])[] = [
    ['src/**/*.ts', ['src']],
    ['./src/core/*.ts', ['src', 'core']],
    ['src/{a,b}/c.ts', ['src']],
    ['src/a/{b,c}.ts', ['src', 'a']],
    ['{src,test}/a.ts', []],
    ['src/*/a.ts', ['src']],
    ['*.ts', []],
    ['a.ts', []],
    ['../secret/a.ts', []],
    ['src/../secret/a.ts', ['src']],
  ];
  for (const [glob, folder] of inFolders)
    it(`${glob} leads to ${folder.length === 0 ? 'every folder' : folder.join('/')}`, () =>
      assert.deepEqual(whereaboutsOf(glob).folder, folder));

  it('is fitted by no file that is elsewhere, or has another name, than what it says of that', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '/', '-', '{', ',', '}'), maxLength: 12 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', '-'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(part, name, (glob, file) => {
        if (!readGlob(glob)(file)) return;
        const { folder, names } = whereaboutsOf(glob);
        const parts = file.split('/');
        assert.deepEqual(parts.slice(0, folder.length), folder);
        assert.ok(names === null || names.some((wanted) => readGlob(`**/${wanted}`)(parts.at(-1) ?? '')));
      }),
    );
  });

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
