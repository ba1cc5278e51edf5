// Which characters of code do not show, and what they are called.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { characterName, hiddenCharacters, textPieces, withoutHidden } from '../../../../../src/core/chat/code/hidden-characters.ts';

const found = (text: string): string[] => [...hiddenCharacters(text).keys()].map(characterName);

describe('hidden characters', () => {
  const kinds: readonly (readonly [string, string, string])[] = [
    ['a bidi override', '\u202e', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
    ['a bidi isolate', '\u2067', 'U+2067 RIGHT-TO-LEFT ISOLATE'],
    ['a direction mark', '\u200f', 'U+200F RIGHT-TO-LEFT MARK'],
    ['an Arabic letter mark', '\u061c', 'U+061C ARABIC LETTER MARK'],
    ['a zero width space', '\u200b', 'U+200B ZERO WIDTH SPACE'],
    ['a joiner alone', '\u200d', 'U+200D ZERO WIDTH JOINER'],
    ['a non-joiner', '\u200c', 'U+200C ZERO WIDTH NON-JOINER'],
    ['a word joiner', '\u2060', 'U+2060 WORD JOINER'],
    ['an invisible operator', '\u2063', 'U+2063'],
    ['a byte order mark in the middle', '\ufeff', 'U+FEFF ZERO WIDTH NO-BREAK SPACE'],
    ['a soft hyphen', '\u00ad', 'U+00AD SOFT HYPHEN'],
    ['a no-break space', '\u00a0', 'U+00A0 NO-BREAK SPACE'],
    ['a thin space', '\u2009', 'U+2009 THIN SPACE'],
    ['a blank that is no space', '\u2800', 'U+2800 BRAILLE PATTERN BLANK'],
    ['a filler that is a letter', '\u3164', 'U+3164 HANGUL FILLER'],
    ['a line separator', '\u2028', 'U+2028 LINE SEPARATOR'],
    ['an escape', '\u001b', 'U+001B ESCAPE'],
    ['a control', '\u0007', 'U+0007 CONTROL'],
    ['a carriage return', '\r', 'U+000D CARRIAGE RETURN'],
    ['a next line', '\u0085', 'U+0085 NEXT LINE'],
    ['a tag letter', '\u{e0041}', 'U+E0041 TAG'],
    ['a variation selector', '\ufe0e', 'U+FE0E VARIATION SELECTOR'],
    ['a variation selector of the supplement', '\u{e0101}', 'U+E0101 VARIATION SELECTOR'],
    ['a joiner of graphemes', '\u034f', 'U+034F COMBINING GRAPHEME JOINER'],
    ['half a surrogate pair', '\ud800', 'U+D800'],
    ['a code point that is no character', '\uffff', 'U+FFFF'],
  ];
  for (const [name, character, called] of kinds) {
    it(`are ${name}`, () => assert.deepEqual(found(`a${character}b`), [called]));
  }

  it('are not what code is plainly made of', () => {
    for (const text of ['', 'const a = 1;\n\treturn `ü`;\n', 'naïve Ελληνικά 日本語、한국어', 'שלום العربية हिन्दी', '#!/bin/sh', '٣\u06dd']) assert.deepEqual(found(text), [], text);
  });

  it('are not what emoji are made with', () => {
    for (const text of ['⚠️ ❤️', '👨‍👩‍👧‍👦', '1️⃣', '🏳️‍🌈', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '👍🏽']) assert.deepEqual(found(text), [], text);
  });

  it('are found behind an emoji, between its likes, and in a flag that is none', () => {
    assert.deepEqual(found('😀\ufe01\u{e0100}'), ['U+FE01 VARIATION SELECTOR', 'U+E0100 VARIATION SELECTOR']);
    assert.deepEqual(found('a\u200d👩'), ['U+200D ZERO WIDTH JOINER']);
    assert.deepEqual(found('🏴\u{e0068}\u{e0069}'), ['U+E0068 TAG', 'U+E0069 TAG']);
  });

  it('are counted', () => {
    assert.deepEqual([...hiddenCharacters('a\u200b\u200bb\u202ec\u200b')], [['\u200b', 3], ['\u202e', 1]]);
  });

  it('cut a text into pieces that make the text, whatever stands in it', () => {
    const text = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...kinds.map(([, character]) => character), '⚠️', '👨‍👩‍👧')), { maxLength: 20 });
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('');
        const pieces = [...textPieces(whole)];
        assert.equal(pieces.map((piece) => piece.text).join(''), whole);
        for (const piece of pieces) assert.notEqual(piece.text, '');
        for (const piece of pieces) if (!piece.isHidden) assert.deepEqual(found(piece.text), []);
        assert.deepEqual(found(withoutHidden(whole)), []);
      }),
    );
  });

  it('leave what is seen behind where they are taken out', () => {
    assert.equal(withoutHidden('if (a\u00a0==\u2009b\u200b) {\u2028}\u202e \u2066// ⚠️'), 'if (a == b) {\n} // ⚠️');
  });
});
