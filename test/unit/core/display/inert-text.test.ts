import assert from 'node:assert/strict';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { editableText, inertMarkdown, inertName, inertText, longest } from '../../../../src/core/display/inert-text.ts';
import { labelIcon, linkedText } from '../../../support/rules/vscode-text-syntax.ts';

const hairSpace = '\u200a';
const needed = /\p{Script=Arabic}[\u200c\u200d]\p{Script=Arabic}/u;
const hidden = /[\p{Control}\p{Bidi_Control}\u200b\u2060-\u206f\ufeff\u00ad\u2028\u2029\u{e0000}-\u{e007f}]/u;

/** Texts that are made of what VS Code looks for, of what hides, and of anything else. */
const pieces = fc.oneof(
  fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '](',
    '$(',
    '$',
    '\\',
    'command:',
    'https://',
    'file:',
    'gear',
    '~spin',
    ' ',
    '"',
    '`',
    '<',
    '&',
    '*',
    '\n',
    '\r',
    '\t',
  ),
  fc.constantFrom(
    '\u202e',
    '\u2066',
    '\u2069',
    '\u200b',
    '\u200d',
    '\u200c',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u0007',
    '\u001b',
    '\u0085',
    '\u2028',
    '\ufe0f',
    '\u{e0041}',
    '\ud800',
    '\u0301',
  ),
  fc.constantFrom('a', 'é', '字', 'ب', 'क', '👩', '👩‍💻', '🇩🇪', '1️⃣'),
  fc.string({ unit: 'binary' }),
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 200 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 400 }),
);

const places: readonly (readonly [place: string, show: (text: string) => string, most: number])[] = [
  ['a message', (text) => inertText(text, longest.message), longest.message],
  ['a label', (text) => inertText(text, longest.label), longest.label],
  ['a short place', (text) => inertText(text, 10), 10],
  ['a name', inertName, longest.name],
];

/** What is drawn as a link or an icon; matches of the global patterns start afresh each time. */
const liveIn = (text: string): string[] =>
  [...text.matchAll(linkedText), ...text.matchAll(labelIcon)].map(([match]) => match);

describe('a text of others where VS Code shows it', () => {
  for (const [place, show, most] of places) {
    it(`holds no link, icon or hidden character as ${place}, whatever it was, and is not too long`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          const shown = show(text);
          assert.deepEqual(liveIn(shown), []);
          assert.doesNotMatch(shown, hidden);
          assert.equal(shown.isWellFormed(), true);
          assert.equal(Array.from(shown).length <= most, true);
        }),
        { numRuns: 2000 },
      );
    });

    it(`is the same when it goes through twice as ${place}`, () => {
      fc.assert(
        fc.property(texts, (text) => assert.equal(show(show(text)), show(text))),
        { numRuns: 1000 },
      );
    });
  }

  it('holds none either where sentences of ours stand around it, or one name behind another', () => {
    const sentence = (one: string, other: string): string =>
      inertText(`Apply [this] change to ${inertName(one)}(${inertName(other)})? $${inertName(one)}`, longest.message);
    fc.assert(fc.property(texts, texts, (one, other) => assert.deepEqual(liveIn(sentence(one, other)), [])));
  });

  it('is ordinary text as it was', () => {
    const ordinary = [
      'report.final.txt',
      'src/core/[id]/page (copy).tsx',
      'Angebot für Zoë & Söhne – 50 % (neu).pdf',
      'می‌خواهم.txt',
      'क्‍ष',
      '👩‍💻 1️⃣ 🏳️‍🌈 ❤️ 👍🏽',
      '葛󠄀城',
      'שלום עולם',
      'הַלְלוּיָהּ',
      '価格表（最新）.xlsx',
      'a_b*c*d `e` <f> & "g" #1 ~h~ {0}',
      'C:\\Users\\me\\x$y.txt',
      'Pro $5/month',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🇩🇪',
      '你好\u3000世界',
      'a\u00a0b',
    ];
    for (const text of ordinary) {
      assert.equal(inertText(text, longest.label), text);
      assert.equal(inertName(text), text);
    }
    assert.match(ordinary[3] ?? '', needed);
  });

  it('has the narrowest of spaces where a link or an icon would come alive', () => {
    assert.equal(inertText('report [final](2).txt', longest.label), `report [final]${hairSpace}(2).txt`);
    assert.equal(
      inertText('b [Show why](command:x.y).bin $(gear)', longest.label),
      `b [Show why]${hairSpace}(command:x.y).bin $${hairSpace}(gear)`,
    );
  });

  it('has no link that only appears once hidden characters are gone', () => {
    assert.deepEqual(liveIn(inertText('[x]\u200b(command:a) $\u202e(gear) [x]\u0000(file:a)', longest.label)), []);
  });

  it('is on one line, in the order in which it is stored', () => {
    assert.equal(inertText('invoice\u202efdp.exe\r\nsigned\tby\u2028us', longest.label), 'invoicefdp.exe signed by us');
  });

  it('has a space for what only looks like one', () => {
    for (const blank of ['\u2800', '\u3164', '\u115f', '\u1160', '\uffa0', '\u{13441}', '\u{16fe4}', '\u{1d159}'])
      assert.equal(inertText(`a${blank}b${blank}`, longest.label), 'a b');
  });

  it('holds no joiner, selector or tag that belongs to nothing', () => {
    for (const lost of ['\u200c', '\u200d', '\u034f', '\ufe0f', '\ufe01', '\u{e0101}', '\u{e0061}'])
      assert.equal(inertText(`a${lost}b`, longest.label), 'ab');
  });

  it('does not cover other lines with heaps of marks', () => {
    assert.equal(inertText(`Z${'\u0301'.repeat(500)}x`, longest.label), `Z${'\u0301'.repeat(8)}x`);
  });

  it('is cut between characters as a person sees them', () => {
    assert.equal(inertText('ab👩‍💻cdef', 5), 'ab…');
    assert.equal(inertText('abcdef', 5), 'abcd…');
    assert.equal(inertText('abcde', 5), 'abcde');
  });

  it('keeps both ends of a long name', () => {
    const name = `${'folder/'.repeat(40)}run-me.exe`;
    const shown = inertName(name);
    assert.equal(Array.from(shown).length, longest.name);
    assert.equal(shown.startsWith('folder/'), true);
    assert.equal(shown.endsWith('/folder/run-me.exe'), true);
  });
});

describe('a text of others that a person may change', () => {
  it('holds no hidden character, and is whole but for that', () => {
    assert.equal(editableText(' [x](command:a)\u202e $(gear)\n '), ' [x](command:a) $(gear)  ');
  });
});

describe('a text of others inside Markdown', () => {
  const markdown = markdownIt({ linkify: true, html: true });
  it('is text and nothing else when it is drawn, whatever it was', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const drawn = markdown.render(`${inertMarkdown(text, longest.line)}.`).replaceAll(/&(?:lt|gt|amp|quot);/g, '');
        assert.doesNotMatch(drawn.replaceAll(/^<p>|<\/p>\s*$/g, ''), /[<>]/);
        assert.deepEqual([...drawn.matchAll(labelIcon)], []);
      }),
      { numRuns: 1000 },
    );
  });

  it('is no address that a reader of GitHub Markdown finds by itself', () => {
    assert.equal(
      inertMarkdown('www.evil.test a@b.test https://c.test', longest.line),
      String.raw`www\.evil\.test a\@b\.test https\:\/\/c\.test`,
    );
  });
});
