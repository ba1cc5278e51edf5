// Holds that no text takes a time that grows faster than its length: every regular expression of src, wherever it is
// added, and everything that reads text from outside, on text made to be slow.
import assert from 'node:assert/strict';
import ts from 'typescript';
import { parseCallback } from '../../../src/core/account/oauth.ts';
import { equalInFull } from '../../../src/core/service/credentials/secret.ts';
import { readParameters } from '../../../src/core/account/callback/callback-query.ts';
import { readPastedAddress } from '../../../src/core/account/pasted-address.ts';
import { CommandOutput } from '../../../src/core/chat/attachments/command-output.ts';
import { createAttachment } from '../../../src/core/chat/attachments/attachment.ts';
import { estimatedTokens } from '../../../src/core/chat/attachments/text-tokens.ts';
import { terminalLine } from '../../../src/core/chat/code/terminal-line.ts';
import { hiddenCharacters, withHiddenNamed, withoutHidden } from '../../../src/core/chat/code/hidden-characters.ts';
import { disguisedScript, mixedScripts } from '../../../src/core/service/scripts.ts';
import {
  graphemesOf,
  hidesWords,
  mayHide,
  textPieces,
  undecidedFrom,
  withHiddenAs,
} from '../../../src/core/service/characters.ts';
import { find, fold, searchableText } from '../../../src/core/chat/search/conversations.ts';
import { locateCode, wholeChange } from '../../../src/core/chat/edits/locate-code.ts';
import { locateEdit, locateReplacement } from '../../../src/core/chat/edits/locate.ts';
import { fileInComment, namedFile, pathIn } from '../../../src/core/chat/edits/named-file.ts';
import { namedPlace, namedPlaceAt, placesInWords } from '../../../src/core/chat/edits/named-place.ts';
import { isProtected } from '../../../src/core/chat/edits/protected-paths.ts';
import { declaredName, similarity } from '../../../src/core/chat/edits/reading/declared-names.ts';
import { commentText, isGap } from '../../../src/core/chat/edits/reading/gaps.ts';
import { looksLikeSearchReplace, parseSearchReplace } from '../../../src/core/chat/edits/reading/search-replace.ts';
import { readSource } from '../../../src/core/chat/edits/reading/source-text.ts';
import { looksLikeDiff, parseDiff, splitDiff } from '../../../src/core/chat/edits/reading/unified-diff.ts';
import { titleFrom } from '../../../src/core/chat/conversation/title.ts';
import { boundedText } from '../../../src/core/chat/tools/calls/bounded-text.ts';
import { replaced } from '../../../src/core/chat/tools/calls/replacement.ts';
import { linesAt, placesOf } from '../../../src/core/chat/tools/calls/text-places.ts';
import { WorkBudget } from '../../../src/core/chat/tools/calls/work-budget.ts';
import { readCommandLine } from '../../../src/core/chat/tools/commands/command-line.ts';
import { parseExport } from '../../../src/core/chat/conversation/conversation-export.ts';
import { parseCounted } from '../../../src/core/usage/counted-answer.ts';
import { parseEntry, parseHeader } from '../../../src/core/chat/conversation/records.ts';
import { readSegment } from '../../../src/core/chat/history/segment.ts';
import { isThumbnail, readImage } from '../../../src/core/chat/attachments/image.ts';
import { searchPaths } from '../../../src/core/chat/attachments/name-search.ts';
import { secretSign } from '../../../src/core/chat/attachments/secret-scan.ts';
import { summaryMessage } from '../../../src/core/chat/prompt/compaction.ts';
import { parsePromptFile, parseSlashCommand } from '../../../src/core/chat/prompt/slash-command.ts';
import { linesOf } from '../../../src/core/chat/review/line-changes.ts';
import { changeStatus } from '../../../src/core/chat/review/change-status.ts';
import { turnsHolding } from '../../../src/core/chat/search/transcript.ts';
import { editableText, inertMarkdown, inertName, inertText } from '../../../src/core/display/inert-text.ts';
import { isNews, isReport } from '../../../src/core/plan/published/report-file.ts';
import { parseRecord } from '../../../src/core/plan/watch/plan-record.ts';
import { addressMarks } from '../../../src/core/service/address/address-marks.ts';
import { browserAddress } from '../../../src/core/service/address/browser-address.ts';
import { forwardedAddress, isForwarded, keepsPort } from '../../../src/core/service/address/forwarded-address.ts';
import { hasBlockedPort } from '../../../src/core/service/profile/blocked-ports.ts';
import { isEcho } from '../../../src/core/service/failure/failure-code.ts';
import { parseJson } from '../../../src/core/service/json.ts';
import { parseProfileText } from '../../../src/core/service/profile/profile.ts';
import { parseProfileLink, profileLinkIn } from '../../../src/core/service/profile/profile-link.ts';
import { jsonErrorPlace } from '../../../src/core/service/json-place.ts';
import { parseSecret } from '../../../src/core/service/credentials/secret.ts';
import { trimEndOf, withoutSlashesAtEnd } from '../../../src/core/service/trimming.ts';
import { asPlainText } from '../../../src/demo/answers/answers.ts';
import { personaByPhone } from '../../../src/demo/accounts/personas.ts';
import { patternOf } from '../../../src/webview/chat/find/text-places.ts';
import { languageOf } from '../../../src/webview/chat/markdown/code/code-block.ts';
import { liveTarget } from '../../../src/webview/chat/markdown/elements/link-target.ts';
import {
  continueDestination,
  withoutOpenDestination,
} from '../../../src/webview/chat/markdown/growth/open-destination.ts';
import { treeOf } from '../../../src/webview/chat/markdown/math/tex-tree.ts';
import { isShownWhole, structure } from '../../../src/webview/chat/markdown/math/shown-whole.ts';
import { parseMarkdown } from '../../../src/webview/chat/markdown/parser.ts';
import { characterEnd, marksEnd, pieceEnd, wordEnd } from '../../../src/webview/chat/markdown/plain/plain-pieces.ts';
import { elementsOfFormula, formulaOf } from '../../../src/webview/chat/markdown/syntax/formulas.ts';
import { bombs } from '../../bench/rendering/bombs.ts';
import { growth, tooFast } from '../../support/rules/growth.ts';
import { readFolder } from '../../support/rules/source-files.ts';
import { badInputs, badText, patternsIn, regexOf } from '../../support/rules/source-patterns.ts';

const sources = new Map([...readFolder('src')].filter(([file]) => /\.tsx?$/.test(file)));
const { literals, constructed } = patternsIn(sources);

/** As the code uses it: through the whole text where it is global. */
function workOf(regex: RegExp, text: string): () => void {
  return regex.global ? () => text.replaceAll(regex, '') : () => regex.exec(text);
}

function slowest(regex: RegExp): { readonly ratio: number; readonly on: string } {
  let worst = { ratio: 0, on: '' };
  for (const input of badInputs(regex)) {
    const ratio = growth((size) => workOf(regex, badText(input, size)), 256, 1_024);
    if (ratio > worst.ratio) worst = { ratio, on: JSON.stringify(input) };
    if (ratio >= tooFast) break;
  }
  return worst;
}

/** Everything that reads text from outside, by its name. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  parseCallback,
  readPastedAddress,
  readParameters: (text) => [readParameters(text, 'encoded'), readParameters(text, 'decoded')],
  createAttachment: (text) => createAttachment('file', 'a', text, 'ts'),
  summaryMessage,
  estimatedTokens,
  searchableText,
  fold,
  find: (text) => [find(searchableText(text), 'a b'), find(searchableText('a b'), text)],
  titleFrom,
  parseHeader,
  parseEntry,
  parseCounted,
  parseExport,
  readSegment: (text) => readSegment(new TextEncoder().encode(text)),
  readImage,
  searchPaths: (text) => [
    searchPaths(text, [text, `${text}/a`], (path) => path, 1),
    searchPaths('a b', [text, `${text}/a`], (path) => path, 1),
  ],
  secretSign: (text) => secretSign('a.txt', text),
  parseSlashCommand: (text) => [parseSlashCommand(text), parseSlashCommand(`/a${text}`)],
  parsePromptFile: (text) =>
    [text, `---\n${text}`, `---\ndescription:${text}`, `---\ndescription: "${text}\n---\nb`].map((file) =>
      parsePromptFile('a.prompt.md', file),
    ),
  changeStatus: (text) => changeStatus({ uri: '', original: text, proposed: `${text}x` }, `y${text}`),
  turnsHolding: (text) => turnsHolding({ turns: [{ kind: 'prompt', id: 'a', text }] }, 'a b'),
  parseRecord,
  isReport,
  withHiddenNamed,
  hidesWords,
  graphemesOf: (text) => Array.from(graphemesOf(text)).length,
  isNews: (text) => [isNews(text, text), isNews(`{"schema":"${text}"}`, text)],
  jsonErrorPlace: (text) => [jsonErrorPlace(text), jsonErrorPlace(`["${text}`), jsonErrorPlace(`{${text}`)],
  parseProfileLink: (text) => [parseProfileLink(text), parseProfileLink(`profile=${text}`)],
  profileLinkIn: (text) => [profileLinkIn(text), profileLinkIn(`vscode://tidemark.tidemark/connect?${text}`)],
  parseProfileText: (text) => [
    parseProfileText(text),
    parseProfileText(JSON.stringify({ name: text, origin: `https://a.example/${text}` })),
  ],
  boundedText: (text) => boundedText(text, 100),
  replaced: (text) => [
    replaced(text, [{ old: 'a b\nc', new: 'd', everywhere: false }]),
    replaced('a b\nc', [{ old: text, new: 'd', everywhere: false }]),
    replaced(text, [{ old: 'a', new: 'b', everywhere: true }]),
  ],
  placesOf: (text) => [
    placesOf(text, 'a b', { most: text.length, overlapping: true }, new WorkBudget()),
    placesOf('a b', text, { most: 20, overlapping: true }, new WorkBudget()),
  ],
  linesAt: (text) => linesAt(text, [0, text.length]),
  locateCode: (text) => [locateCode(text, 'a\nb\n', fileOf('a\nb\n')), locateCode('a\nb\n', text, fileOf(text))],
  wholeChange: (text) => [wholeChange(text, 'a'), wholeChange('a', text)],
  locateReplacement: (text) => [locateReplacement('a b', 'c', text), locateReplacement(text, 'c', 'a b')],
  readCommandLine: (text) => [readCommandLine(`a ${text}`, 'posix'), readCommandLine(`npm ${text}`, 'cmd')],
  asPlainText: (text) => asPlainText(text),
  patternOf,
  languageOf,
  liveTarget,
  parseMarkdown: (text) => parseMarkdown(text, {}),
  formulaOf,
  elementsOfFormula,
  isShownWhole: (text) => isShownWhole(text, text, true),
  treeOf: (text) => [treeOf(text, true), treeOf(`x_{${text}}`, false)],
  characterEnd: (text) => characterEnd(text, text.length - 1),
  marksEnd: (text) => marksEnd(text, text.length),
  pieceEnd,
  wordEnd: (text) => wordEnd(text, text.length - 1),
  trimEndOf: (text) => trimEndOf(text, '. `'),
  withoutSlashesAtEnd,
  mayHide,
  textPieces: (text) => [...textPieces(text)],
  undecidedFrom,
  withHiddenAs: (text) => withHiddenAs(text, () => '.'),
  hiddenCharacters,
  terminalLine,
  withoutHidden,
  isThumbnail,
  inertText: (text) => inertText(text, 1_000_000),
  inertName,
  editableText,
  inertMarkdown: (text) => inertMarkdown(text, 1_000_000),
  addressMarks: (text) => [addressMarks(addressWith(text), ''), addressMarks('https://a.example/', text)],
  mixedScripts,
  disguisedScript,
  browserAddress: (text) => [browserAddress(text), browserAddress(addressWith(text))],
  isForwarded: (text) => isForwarded(addressWith(text)),
  forwardedAddress: (text) => forwardedAddress(addressWith(text), 'https://a.example/'),
  keepsPort: (text) => keepsPort(addressWith(text), 'http://127.0.0.1:1/'),
  hasBlockedPort: (text) => [hasBlockedPort(text), hasBlockedPort(addressWith(text))],
  isEcho: (text) => isEcho(text, [`${text}a`, 'a b']),
  locateEdit: (text) => [
    locateEdit({ info: '', code: text }, fileOf('a\nb\n')),
    locateEdit({ info: '', code: 'a\nb\n' }, fileOf(text)),
    locateEdit({ info: 'diff', code: `@@\n-a\n+${text}` }, fileOf('a\nb\n')),
    locateEdit({ info: '', code: `<<<<<<< SEARCH\n${text}\n=======\na\n>>>>>>> REPLACE` }, fileOf('a\nb\n')),
  ],
  namedPlace,
  namedPlaceAt,
  pathIn,
  placesInWords,
  commandOutput: (text) => {
    const output = new CommandOutput('a');
    output.append(text);
    return output.read();
  },
  namedFile: (text) => [
    namedFile({ info: text, code: `// ${text}`, mentions: [text] }),
    namedFile({ info: `ts title=${text}`, code: `--- a/${text}\n+++ b/${text}`, mentions: [] }),
  ],
  fileInComment,
  splitDiff,
  isProtected,
  declaredName: (text) => declaredName(text, true),
  similarity: (text) => similarity(text, text),
  commentText,
  isGap,
  looksLikeSearchReplace,
  parseSearchReplace,
  readSource,
  looksLikeDiff: (text) => looksLikeDiff(text, 'diff'),
  parseDiff: (text) => [parseDiff(text, true), parseDiff(`@@\n${text}`, false)],
  linesOf,
  parseJson,
  parseSecret,
  personaByPhone,
  withoutOpenDestination: (text) => [withoutOpenDestination(text), withoutOpenDestination(`[a](${text}`)],
  continueDestination: (text) => continueDestination('[a](').append(text),
  equalInFull: (text) => equalInFull(text, `${text}a`),
};

const fileOf = (text: string) => ({ text, symbols: [], selection: null });

/** A web address with the text in its path, query and fragment. */
function addressWith(text: string): string {
  return `https://a.example/${text}?${text}#${text}`;
}

/** What takes text and does not look into it, draws it in a page, or writes it away. */
const notReading = new Set([
  'messagesToContinue',
  'textBlock',
  'userText',
  'assistantText',
  'createCodeBlock',
  'createFormula',
  'createFormulaElement',
  'colouredPieces',
  'lastSafeCut',
  'stubOf',
  'continueFence',
  'continueWords',
  'createPiece',
  'plainPieces',
  'thumbnailOf',
  'appendPrivately',
  'appendPrivatelyNow',
  'writePrivately',
  'writeShared',
  'digestOf',
  'sentPrompt',
  'editedPrompt',
  'fillMarked',
  // What it reads is `namedPlaceAt`'s.
  'noteFileLink',
  'receiveUnsolicited',
  'mayBeFull',
  'phonePage',
  'lineOffset',
  'succeeded',
  'failed',
  'impossible',
]);

const slowTexts: Readonly<Record<string, (length: number) => string>> = {
  ...bombs,
  quotes: (length) => '"'.repeat(length),
  backslashes: (length) => '\\'.repeat(length),
  'open objects': (length) => '{"a":'.repeat(length / 5),
  'open lists': (length) => '['.repeat(length),
  'percent signs': (length) => '%41%'.repeat(length / 4),
  parameters: (length) => 'a=b&'.repeat(length / 4),
  'lines of dashes': (length) => '---\n'.repeat(length / 4),
  'spaces and dashes': (length) => `\n---${' '.repeat(length)}x`,
};

describe('time that grows with the length of a text and no faster', function () {
  this.timeout(240_000);

  it('is what finds an expression that is quadratic', () => {
    for (const quadratic of [/\s+$/, /^a*a*$/, /(.*)\1!/, /^description:[ \t]*(.*?)[ \t]*$/m]) {
      assert.ok(slowest(quadratic).ratio >= tooFast, quadratic.source);
    }
  });

  for (const text of new Set(literals.map((literal) => literal.text))) {
    it(`is what ${text} takes`, () => {
      const { ratio, on } = slowest(regexOf(text));
      assert.ok(
        ratio < tooFast,
        `${ratio.toFixed(1)} times on ${on}, in ${literals.find((literal) => literal.text === text)?.file}`,
      );
    });
  }

  it('is what the expressions that are put together at run time take too, each of them known here', () => {
    assert.deepEqual(constructed.map(({ file }) => file).sort(), [
      // These are what textPieces, mayHide and withoutHidden below go by.
      'src/core/service/characters.ts',
      'src/core/service/characters.ts',
      'src/core/service/characters.ts',
      'src/core/service/scripts.ts',
      'src/core/service/scripts.ts',
      'src/core/service/scripts.ts',
      'src/webview/chat/find/text-places.ts',
      'src/webview/chat/markdown/growth/open-fence.ts',
      'src/webview/chat/markdown/growth/open-fence.ts',
      'src/webview/chat/markdown/growth/open-words.ts',
      'src/webview/chat/markdown/growth/open-words.ts',
      'src/webview/chat/markdown/math/shown-whole.ts',
    ]);
    for (const made of [
      /^ {0,3}`{3,}[ \t]*$/u,
      /^ {0,3}`*[ \t]*$/u,
      /^[ \p{L}\p{M}\p{N},.;:!?"'()-]*$/u,
      /^[*_~`[\p{L}\p{M}\p{N},.;:!?"'()-]*[\p{L}\p{M}\p{N},.;:!?"'()-]{2}$/u,
      patternOf('a b') ?? /a\s+b/giu,
      structure,
    ]) {
      const { ratio, on } = slowest(made);
      assert.ok(ratio < tooFast, `${made.source}: ${ratio.toFixed(1)} times on ${on}`);
    }
  });

  for (const [name, read] of Object.entries(readers)) {
    it(`is what ${name} takes`, () => {
      for (const [bomb, create] of Object.entries(slowTexts)) {
        const ratio = growth(
          (size) => {
            const text = create(size);
            return () => read(text);
          },
          1_024,
          4_096,
        );
        assert.ok(ratio < tooFast, `${ratio.toFixed(1)} times on ${bomb}`);
      }
    });
  }

  it('is held for all that takes text: whatever is exported with a parameter of such a name is in the table', () => {
    const taking = [...sources].flatMap(([file, source]) =>
      file.startsWith('src/host/') ? [] : textReaders(file, source),
    );
    assert.deepEqual(
      taking.filter((name) => !(name in readers) && !notReading.has(name)),
      [],
    );
  });
});

/** What a parameter is called that holds text from outside. */
const textNames = new Set([
  'text',
  'prompt',
  'query',
  'source',
  'code',
  'data',
  'wanted',
  'typed',
  'info',
  'words',
  'href',
  'address',
  'stored',
]);

function textReaders(file: string, source: string): string[] {
  return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true).statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || statement.name === undefined) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    const takesText = statement.parameters.some(
      ({ name, type }) => textNames.has(name.getText()) && type?.getText() === 'string',
    );
    return isExported && takesText ? [statement.name.text] : [];
  });
}
