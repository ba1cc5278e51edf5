// Whether pages say the language that their words are in, so that a screen reader speaks them as what they are.
import assert from 'node:assert/strict';
import { wordLanguage } from '../../../../src/host/words/word-language.ts';

describe('the language of the words', () => {
  it('is that of VS Code where a translation was loaded', () => {
    assert.equal(wordLanguage({ env: { language: 'zh-cn' }, l10n: { bundle: { Copied: '已复制' } } }), 'zh-cn');
  });

  it('is English where VS Code speaks a language that there is no translation for', () => {
    assert.equal(wordLanguage({ env: { language: 'de' }, l10n: { bundle: undefined } }), 'en');
  });
});
