import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { interfaceRows } from '../../support/rules/interface-rows.ts';
import { brokenLinks, brokenReferences, type Documents, sectionsOf } from '../../support/rules/references.ts';
import { projectFolder, readFolder } from '../../support/rules/source-files.ts';

const atTheTop = ['README.md', 'SECURITY.md', 'CHANGELOG.md', 'src/README.md', 'esbuild.mjs', 'eslint.config.mjs'];

describe('the documents of the project', () => {
  const top = atTheTop.map((file): [string, string] => [file, readFileSync(path.join(projectFolder, file), 'utf8')]);
  const texts = new Map([...readFolder('docs'), ...top].filter(([file]) => file.endsWith('.md')));
  const documents: Documents = new Map([...texts].map(([file, text]) => [file, new Set(sectionsOf(text))]));

  it('are where the comments of the code say, section for section', () => {
    const sources = [...readFolder('src'), ...readFolder('test'), ...top].filter(([file]) =>
      /\.(?:tsx?|mjs)$/.test(file),
    );
    const broken = sources.flatMap(([file, source]) =>
      brokenReferences(file, source, documents).map((problem) => `${file}: ${problem}`),
    );
    assert.equal(sources.length > 500, true);
    assert.deepEqual(broken, []);
  });

  it('lead to one another', () => {
    assert.deepEqual(
      [...texts].flatMap(([file, text]) => brokenLinks(file, text, documents)),
      [],
    );
  });

  it('name files that are there', () => {
    const files = [
      ...readFolder('src').keys(),
      ...readFolder('test').keys(),
      ...readFolder('media').keys(),
      ...top.map(([file]) => file),
    ];
    const isThere = (name: string): boolean =>
      files.some(
        (file) => file === name || file.endsWith(`/${name}`) || `/${file}`.includes(`/${name.replace(/\/?$/, '/')}`),
      );
    const named = ['src/README.md', 'docs/architecture.md'].flatMap((document) =>
      [...(texts.get(document) ?? '').matchAll(/`((?:[\w.-]+\/)*[\w.-]+(?:\.(?:tsx?|mjs)|\/))`/g)].map(
        ([, name = '']) => name,
      ),
    );
    assert.equal(named.length > 50, true);
    assert.deepEqual(
      named.filter((name) => !isThere(name)),
      [],
    );
  });

  it('describe every section of the service that tests name, and no other', () => {
    const described = [...(documents.get('docs/service.md') ?? [])];
    const chapters = new Set(described.flatMap((section) => /^\d+(?=\.)/.exec(section) ?? []));
    const rows = new Set(interfaceRows.map(({ id }) => id.split(' ')[0]));
    assert.deepEqual(
      described.filter((section) => !chapters.has(section)),
      [...rows],
    );
  });
});
