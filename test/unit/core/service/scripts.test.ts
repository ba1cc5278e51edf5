// Which names mix letters of several scripts as no language does, or are in letters that look like those of another.
import assert from 'node:assert/strict';
import { disguisedScript, mixedScripts } from '../../../../src/core/service/scripts.ts';

describe('a name that mixes scripts', () => {
  it('has a word of letters that no language writes together', () => {
    assert.deepEqual(mixedScripts('\u0430pple.com'), ['Cyrl', 'Latn']);
    assert.deepEqual(mixedScripts('www.g\u03bf\u03bfgle.test'), ['Grek', 'Latn']);
    assert.deepEqual(mixedScripts('My servi\u0441e'), ['Cyrl', 'Latn']);
    assert.deepEqual(mixedScripts('字\u0430'), ['Cyrl', 'Hani']);
  });

  it('is none of one script a word, nor of those that a language does write together', () => {
    for (const name of [
      '',
      'github.com',
      'яндекс.com',
      'МТС Pro',
      '東京タワーへgo',
      '서울市K',
      'naïve-2',
      'שלום.test',
      '1️⃣',
    ])
      assert.deepEqual(mixedScripts(name), [], name);
  });
});

describe('a name in disguise', () => {
  it('is of letters of another script that all look like Latin ones', () => {
    assert.equal(disguisedScript('\u0430\u0440\u0440\u04cf\u0435.com'), 'Cyrl');
    assert.equal(disguisedScript('\u0421\u041e\u0420\u0415 AI'), 'Cyrl');
    assert.equal(disguisedScript('\u03bf\u03c1\u03b1'), 'Grek');
    assert.equal(disguisedScript('\u0570\u0578\u057d\u0585'), 'Armn');
  });

  it('is none that shows its script by a letter, and no single letter', () => {
    for (const name of [
      '',
      'apple.com',
      'яндекс.рф',
      '\u043c\u0442\u0441.\u0440\u0444',
      'Ελλάδα',
      'Հայաստան',
      'Plan \u0410',
      '字',
    ])
      assert.equal(disguisedScript(name), null, name);
  });
});
