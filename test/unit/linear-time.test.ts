// Holds that no text takes a time that grows faster than its length: every regular expression of src, wherever it is added, and
// everything that reads text from outside, on text made to be slow.
import assert from 'node:assert/strict';
import ts from 'typescript';
import { equalInFull, parseCallback } from '../../src/core/account/oauth.ts';
import { readParameters } from '../../src/core/account/callback/callback-query.ts';
import { readPastedAddress } from '../../src/core/account/pasted-address.ts';
import { createAttachment, estimatedTokens } from '../../src/core/chat/attachment.ts';
import { hiddenCharacters, mayHide, textPieces, withoutHidden } from '../../src/core/chat/code/hidden-characters.ts';
import { find, fold, searchableText } from '../../src/core/chat/conversation-search.ts';
import { titleFrom } from '../../src/core/chat/conversation-title.ts';
import { parseExport } from '../../src/core/chat/history/conversation-export.ts';
import { parseEntry, parseHeader } from '../../src/core/chat/history-record.ts';
import { readSegment } from '../../src/core/chat/history-segment.ts';
import { isThumbnail, readImage } from '../../src/core/chat/image.ts';
import { secretSign } from '../../src/core/chat/attachments/secret-scan.ts';
import { parsePromptFile, parseSlashCommand } from '../../src/core/chat/slash-command.ts';
import { turnsHolding } from '../../src/core/chat/transcript-search.ts';
import { editableText, inertMarkdown, inertName, inertText } from '../../src/core/display/inert-text.ts';
import { parseRecord } from '../../src/core/plan/plan-record.ts';
import { addressMarks } from '../../src/core/service/address/address-marks.ts';
import { browserAddress } from '../../src/core/service/address/browser-address.ts';
import { forwardedAddress, isForwarded } from '../../src/core/service/address/forwarded-address.ts';
import { hasBlockedPort } from '../../src/core/service/blocked-ports.ts';
import { isEcho } from '../../src/core/service/failure-code.ts';
import { parseJson } from '../../src/core/service/json.ts';
import { parseProfileText } from '../../src/core/service/profile.ts';
import { parseSecret } from '../../src/core/service/secret.ts';
import { trimEndOf, withoutSlashesAtEnd } from '../../src/core/service/trimming.ts';
import { asPlainText } from '../../src/demo/answers.ts';
import { personaByPhone } from '../../src/demo/personas.ts';
import { patternOf } from '../../src/webview/chat/find/text-places.ts';
import { languageOf } from '../../src/webview/chat/markdown/code-block.ts';
import { liveTarget } from '../../src/webview/chat/markdown/link-target.ts';
import { parseMarkdown } from '../../src/webview/chat/markdown/parser.ts';
import { characterEnd, pieceEnd, wordEnd } from '../../src/webview/chat/markdown/plain/plain-pieces.ts';
import { bombs } from '../bench/rendering/bombs.ts';
import { growth } from '../support/growth.ts';
import { readFolder } from '../support/source-files.ts';
import { badInputs, badText, patternsIn, regexOf } from '../support/source-patterns.ts';

const sources = new Map([...readFolder('src')].filter(([file]) => /\.tsx?$/.test(file)));
const { literals, constructed } = patternsIn(sources);

/** Four times as much text may take so many times as long: linear is 4, quadratic 16. */
const most = 8;

/** As the code uses it: through the whole text where it is global. */
function workOf(regex: RegExp, text: string): () => void {
  return regex.global ? () => text.replaceAll(regex, '') : () => regex.exec(text);
}

function slowest(regex: RegExp): { readonly ratio: number; readonly on: string } {
  let worst = { ratio: 0, on: '' };
  for (const input of badInputs(regex)) {
    const ratio = growth((size) => workOf(regex, badText(input, size)), 256, 4_096);
    if (ratio > worst.ratio) worst = { ratio, on: JSON.stringify(input) };
    if (ratio >= most) break;
  }
  return worst;
}

/** Everything that reads text from outside, by its name. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  parseCallback,
  readPastedAddress,
  readParameters: (text) => [readParameters(text, 'encoded'), readParameters(text, 'decoded')],
  createAttachment: (text) => createAttachment('file', 'a', text, 'ts'),
  estimatedTokens,
  searchableText,
  fold,
  find: (text) => [find(searchableText(text), 'a b'), find(searchableText('a b'), text)],
  titleFrom,
  parseHeader,
  parseEntry,
  parseExport,
  readSegment: (text) => readSegment(new TextEncoder().encode(text)),
  readImage,
  secretSign: (text) => secretSign('a.txt', text),
  parseSlashCommand: (text) => [parseSlashCommand(text), parseSlashCommand(`/a${text}`)],
  parsePromptFile: (text) => [text, `---\n${text}`, `---\ndescription:${text}`, `---\ndescription: "${text}\n---\nb`].map((file) => parsePromptFile('a.prompt.md', file)),
  turnsHolding: (text) => turnsHolding({ turns: [{ kind: 'prompt', id: 'a', text }] }, 'a b'),
  parseRecord,
  parseProfileText: (text) => [parseProfileText(text), parseProfileText(JSON.stringify({ name: text, origin: `https://a.example/${text}` }))],
  asPlainText: (text) => asPlainText(text),
  patternOf,
  languageOf,
  liveTarget,
  parseMarkdown: (text) => parseMarkdown(text, {}),
  characterEnd: (text) => characterEnd(text, text.length - 1),
  pieceEnd,
  wordEnd: (text) => wordEnd(text, text.length - 1),
  trimEndOf: (text) => trimEndOf(text, '. `'),
  withoutSlashesAtEnd,
  mayHide,
  textPieces: (text) => [...textPieces(text)],
  hiddenCharacters,
  withoutHidden,
  isThumbnail,
  inertText: (text) => inertText(text, 1_000_000),
  inertName,
  editableText,
  inertMarkdown: (text) => inertMarkdown(text, 1_000_000),
  addressMarks: (text) => addressMarks(addressWith(text)),
  browserAddress: (text) => [browserAddress(text), browserAddress(addressWith(text))],
  isForwarded: (text) => isForwarded(addressWith(text)),
  forwardedAddress: (text) => forwardedAddress(addressWith(text), 'https://a.example/'),
  hasBlockedPort: (text) => [hasBlockedPort(text), hasBlockedPort(addressWith(text))],
  isEcho: (text) => isEcho(text, [`${text}a`, 'a b']),
  parseJson,
  parseSecret,
  personaByPhone,
  equalInFull: (text) => equalInFull(text, `${text}a`),
};

/** A web address with the text in its path, query and fragment. */
function addressWith(text: string): string {
  return `https://a.example/${text}?${text}#${text}`;
}

/** What takes text and does not look into it, draws it in a page, or writes it away. */
const notReading = new Set([
  'messagesToContinue', 'createCodeBlock', 'colouredPieces', 'lastSafeCut', 'stubOf', 'continueFence', 'continueWords', 'createPiece',
  'plainPieces', 'thumbnailOf', 'appendPrivately', 'writePrivately', 'writeShared', 'digestOf', 'sentPrompt', 'editedPrompt', 'fillMarked', 'receiveStray', 'receiverOf', 'phonePage', 'lineOffset',
]);

const slowTexts: Readonly<Record<string, (length: number) => string>> = {
  ...bombs,
  quotes: (length) => '"'.repeat(length),
  backslashes: (length) => '\\'.repeat(length),
  'open objects': (length) => '{"a":'.repeat(length / 5),
  'open lists': (length) => '['.repeat(length),
  'percent signs': (length) => '%41%'.repeat(length / 4),
  'parameters': (length) => 'a=b&'.repeat(length / 4),
  'lines of dashes': (length) => '---\n'.repeat(length / 4),
  'spaces and dashes': (length) => `\n---${' '.repeat(length)}x`,
};

describe('time that grows with the length of a text and no faster', function () {
  this.timeout(240_000);

  it('is what finds an expression that is quadratic', () => {
    for (const quadratic of [/\s+$/, /^a*a*$/, /(.*)\1!/, /^description:[ \t]*(.*?)[ \t]*$/m]) {
      assert.ok(slowest(quadratic).ratio >= most, quadratic.source);
    }
  });

  for (const text of new Set(literals.map((literal) => literal.text))) {
    it(`is what ${text} takes`, () => {
      const { ratio, on } = slowest(regexOf(text));
      assert.ok(ratio < most, `${ratio.toFixed(1)} times on ${on}, in ${literals.find((literal) => literal.text === text)?.file}`);
    });
  }

  it('is what the expressions that are put together at run time take too, each of them known here', () => {
    assert.deepEqual(constructed.map(({ file }) => file).sort(), [
      // These two are what hiddenCharacters and inertText below go by.
      'src/core/chat/code/hidden-characters.ts',
      'src/core/display/inert-text.ts',
      'src/webview/chat/find/text-places.ts',
      'src/webview/chat/markdown/open-fence.ts',
      'src/webview/chat/markdown/open-fence.ts',
      'src/webview/chat/markdown/open-words.ts',
    ]);
    for (const made of [/^ {0,3}`{3,}[ \t]*$/u, /^ {0,3}`*[ \t]*$/u, /^[ \p{L}\p{M}\p{N},.;:!?"'()-]*$/u, patternOf('a b') ?? /a\s+b/giu]) {
      const { ratio, on } = slowest(made);
      assert.ok(ratio < most, `${made.source}: ${ratio.toFixed(1)} times on ${on}`);
    }
  });

  for (const [name, read] of Object.entries(readers)) {
    it(`is what ${name} takes`, () => {
      for (const [bomb, create] of Object.entries(slowTexts)) {
        const ratio = growth((size) => {
          const text = create(size);
          return () => read(text);
        }, 1_024, 4_096);
        assert.ok(ratio < most, `${ratio.toFixed(1)} times on ${bomb}`);
      }
    });
  }

  it('is held for all that takes text: whatever is exported with a parameter of such a name is in the table', () => {
    const taking = [...sources].flatMap(([file, source]) => (file.startsWith('src/host/') ? [] : textReaders(file, source)));
    assert.deepEqual(taking.filter((name) => !(name in readers) && !notReading.has(name)), []);
  });
});

/** What a parameter is called that holds text from outside. */
const textNames = new Set(['text', 'prompt', 'query', 'source', 'code', 'data', 'wanted', 'typed', 'info', 'words', 'href', 'address', 'stored']);

function textReaders(file: string, source: string): string[] {
  return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true).statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || statement.name === undefined) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    const takesText = statement.parameters.some(({ name, type }) => textNames.has(name.getText()) && type?.getText() === 'string');
    return isExported && takesText ? [statement.name.text] : [];
  });
}
