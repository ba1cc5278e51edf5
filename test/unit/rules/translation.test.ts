import assert from 'node:assert/strict';
import { readManifestStrings } from '../../support/rules/manifest.ts';
import { readFolder } from '../../support/rules/source-files.ts';
import { namesIn } from '../../support/rules/source-names.ts';
import { chineseFaultsOf, faultsOf, readBundles, readManifestTranslations } from '../../support/rules/translations.ts';

const { sentences } = namesIn(new Map([...readFolder('src')].filter(([file]) => /\.tsx?$/.test(file))), 'tidemark.');
const literals = new Map(sentences.flatMap(({ text }) => (text === null ? [] : [[text, text] as const])));
const manifestStrings = readManifestStrings();

/** Fails with a line for each string, as it would be in the file. */
function assertTranslated(english: ReadonlyMap<string, string>, translated: ReadonlyMap<string, string>): void {
  const missing = [...english.keys()].filter((key) => !translated.has(key));
  const left = [...translated.keys()].filter((key) => !english.has(key));
  const parts = [list('Without a translation', missing), list('Translated, but said nowhere', left)].filter(
    (part) => part !== '',
  );
  if (parts.length > 0) assert.fail(parts.join('\n\n'));
}

const list = (title: string, strings: readonly string[]): string =>
  strings.length === 0 ? '' : [`${title}:`, ...strings.map((string) => JSON.stringify(string))].join('\n');

function faultLines(
  english: ReadonlyMap<string, string>,
  translated: ReadonlyMap<string, string>,
  language: string,
): string[] {
  return [...translated].flatMap(([key, translation]) => {
    const faults = [
      ...faultsOf(english.get(key) ?? '', translation),
      ...(language.startsWith('zh') ? chineseFaultsOf(translation) : []),
    ];
    return faults.map((fault) => `${key} → ${translation}: ${fault}`);
  });
}

describe('the sentences of the source', () => {
  it('are literals, each of which a translation can be looked up by', () => {
    assert.equal(literals.size > 0, true);
    assert.deepEqual(
      sentences.filter(({ text }) => text === null),
      [],
    );
  });
});

describe('the languages of Tidemark', () => {
  it('are the same in the manifest and while it runs, Simplified Chinese among them', () => {
    assert.deepEqual([...readBundles().keys()], [...readManifestTranslations().keys()]);
    assert.equal(readBundles().has('zh-cn'), true);
  });
});

for (const [language, bundle] of readBundles()) {
  describe(`the words of Tidemark in ${language}`, () => {
    it('are all of them and no others', () => assertTranslated(literals, bundle));
    it('have the places, links and ending of the English, and the marks of their own script', () => {
      assert.deepEqual(faultLines(literals, bundle, language), []);
    });
  });
}

for (const [language, strings] of readManifestTranslations()) {
  describe(`the strings of the manifest in ${language}`, () => {
    it('are all of them and no others', () => assertTranslated(manifestStrings, strings));
    it('have the places, links and ending of the English, and the marks of their own script', () => {
      assert.deepEqual(faultLines(manifestStrings, strings, language), []);
    });
  });
}

describe('what a translation is held to', () => {
  it('lets a good one pass', () => {
    assert.deepEqual(faultsOf('{0} of {1} checks failed.', '{1} 项检查中有 {0} 项未通过。'), []);
    assert.deepEqual(faultsOf('Tidemark', 'Tidemark'), []);
    assert.deepEqual(chineseFaultsOf('套餐的额度窗口“{1}”已用 {0}（{2}），请在 VS Code 中查看。'), []);
  });

  it('finds one that is empty or still English', () => {
    assert.deepEqual(faultsOf('Copied', ''), ['is empty']);
    assert.deepEqual(faultsOf('Copied', 'Copied'), ['is the English']);
  });

  it('finds a place that is missing, of another name or too many', () => {
    assert.equal(faultsOf('{0} of {1}', '{0}').length, 1);
    assert.equal(faultsOf('Hello {name}', '你好 {0}').length, 1);
    assert.equal(faultsOf('Copied', '已复制 {0}').length, 1);
  });

  it('finds a link that leads elsewhere, and code that was translated', () => {
    assert.equal(faultsOf('[Sign In](command:a.b)', '[登录](command:a.c)').length, 1);
    assert.equal(faultsOf('adds `/v1`', '加上 `/v2`').length, 1);
  });

  it('finds an ending that does not fit', () => {
    assert.deepEqual(faultsOf('Used up.', '已用完'), ['ends in 完']);
    assert.deepEqual(faultsOf('Used', '已用。'), ['ends in 。']);
    assert.deepEqual(faultsOf('Rename…', '重命名'), ['ends in 名']);
  });

  it('finds Chinese with the marks and spaces of another script', () => {
    assert.equal(chineseFaultsOf('已用完,请重试').length, 1);
    assert.equal(chineseFaultsOf('在VS Code 中').length, 1);
    assert.equal(chineseFaultsOf('已复制。 请打开').length, 1);
  });
});
