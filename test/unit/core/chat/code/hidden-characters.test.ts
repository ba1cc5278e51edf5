// Which characters of code do not show, and what they are called.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { characterName, hiddenCharacters, withoutHidden } from '../../../../../src/core/chat/code/hidden-characters.ts';
import { textPieces, undecidedFrom } from '../../../../../src/core/service/characters.ts';

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
    ['a blank of Egyptian', '\u{13441}', 'U+13441 EGYPTIAN HIEROGLYPH FULL BLANK'],
    ['a filler of Khitan', '\u{16fe4}', 'U+16FE4 KHITAN SMALL SCRIPT FILLER'],
    ['a head of a note that is none', '\u{1d159}', 'U+1D159 MUSICAL SYMBOL NULL NOTEHEAD'],
    ['a filler before a vowel', '\u115f', 'U+115F HANGUL CHOSEONG FILLER'],
    ['a filler of half a width', '\uffa0', 'U+FFA0 HALFWIDTH HANGUL FILLER'],
    ['a wide space between narrow letters', '\u3000', 'U+3000 IDEOGRAPHIC SPACE'],
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
    for (const text of [
      '',
      'const a = 1;\n\treturn `ü`;\n',
      'naïve Ελληνικά 日本語、한국어',
      'שלום العربية हिन्दी',
      '#!/bin/sh',
      '٣\u06dd',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('are not what emoji are made with', () => {
    for (const text of [
      '⚠️ ❤️',
      '👨‍👩‍👧‍👦',
      '1️⃣',
      '🏳️‍🌈',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '👍🏽',
      '🇩🇪🇨🇳',
      '❤️‍🔥 👩🏽‍🚀 🏴‍☠️',
      '☎︎',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('are not what other scripts are written with', () => {
    for (const text of [
      '// می‌خواهم',
      "const s = 'क्‍ष';",
      '// 你好\u3000世界',
      '\u3000\u3000第一段。\u3000第二段',
      '葛\u{e0100}城',
      'ᠠ\u180b',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('are found where another script has no use for them', () => {
    assert.deepEqual(found('ad\u200cmin'), ['U+200C ZERO WIDTH NON-JOINER']);
    assert.deepEqual(found('می\u200c'), ['U+200C ZERO WIDTH NON-JOINER']);
    assert.deepEqual(found('می\u200c\u200cخ'), ['U+200C ZERO WIDTH NON-JOINER']);
    assert.deepEqual(found('a\u3000= 1'), ['U+3000 IDEOGRAPHIC SPACE']);
    assert.deepEqual(found(`字${'\u3000'.repeat(9)}字`), ['U+3000 IDEOGRAPHIC SPACE']);
    assert.deepEqual(found('葛\u{e0100}\u{e0101}'), ['U+E0101 VARIATION SELECTOR']);
    assert.deepEqual(found('1\ufe0f'), ['U+FE0F VARIATION SELECTOR']);
  });

  it('are found behind an emoji, between its likes, and in a flag that is none', () => {
    assert.deepEqual(found('😀\ufe01\u{e0100}'), ['U+FE01 VARIATION SELECTOR', 'U+E0100 VARIATION SELECTOR']);
    assert.deepEqual(found('a\u200d👩'), ['U+200D ZERO WIDTH JOINER']);
    assert.deepEqual(found('🏴\u{e0068}\u{e0069}'), ['U+E0068 TAG', 'U+E0069 TAG']);
  });

  it('are counted', () => {
    assert.deepEqual(
      [...hiddenCharacters('a\u200b\u200bb\u202ec\u200b')],
      [
        ['\u200b', 3],
        ['\u202e', 1],
      ],
    );
  });

  const flag = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  const text = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ...kinds.map(([, character]) => character),
        '⚠️',
        '👨‍👩‍👧',
        '字',
        'ب',
        '👩',
        '1\ufe0f\u20e3',
        flag,
      ),
    ),
    { maxLength: 20 },
  );
  it('cut a text into pieces that make the text, whatever is in it', () => {
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

  it('are judged alike however much of the text is there, but for its undecided end', () => {
    const judged = (whole: string): boolean[] =>
      [...textPieces(whole)].flatMap((piece) => Array.from(piece.text, () => piece.isHidden));
    fc.assert(
      fc.property(text, (parts) => {
        const points = Array.from(parts.join(''));
        const whole = judged(points.join(''));
        for (let length = 0; length <= points.length; length += 1) {
          const beginning = points.slice(0, length).join('');
          const decided = Array.from(beginning.slice(0, undecidedFrom(beginning))).length;
          assert.deepEqual(judged(beginning).slice(0, decided), whole.slice(0, decided));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leave what is seen behind where they are taken out', () => {
    assert.equal(withoutHidden('if (a\u00a0==\u2009b\u200b) {\u2028}\u202e \u2066// ⚠️'), 'if (a == b) {\n} // ⚠️');
  });
});
