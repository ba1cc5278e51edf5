// Where the comments of the code point: documents of the project, their sections, and standards on the web.
import path from 'node:path';
import ts from 'typescript';

/** By file, relative to the project; for a document with numbered sections those sections, else none. */
export type Documents = ReadonlyMap<string, ReadonlySet<string>>;

const anchoredHeading = /^#{2,} (\d+(?:\.\d+)?) .*<a id="([\d.]+)"><\/a>$/;

/**
 * The numbered sections of a document, in their order. A heading's anchor repeats its number, so that links reach it.
 */
export function sectionsOf(markdown: string): string[] {
  return markdown.split('\n').flatMap((line) => {
    const [, number, anchor] = anchoredHeading.exec(line) ?? [];
    return number !== undefined && number === anchor ? [number] : [];
  });
}

/** What is wrong with the references in the comments of one source file, a line of text each. */
export function brokenReferences(file: string, source: string, documents: Documents): string[] {
  return commentsIn(file, source).flatMap((comment) => [
    ...documentsIn(comment).flatMap((reference) => problemOf(reference, documents)),
    ...unlinkedIn(comment),
  ]);
}

/** What is wrong with the links of a document to its own sections and to other documents. */
export function brokenLinks(document: string, markdown: string, documents: Documents): string[] {
  const folder = path.posix.dirname(document);
  return [...markdown.matchAll(/\]\(([^)#:]*\.md)?(?:#([^)]+))?\)/g)].flatMap(([, name, section]) =>
    problemOf({ name: name === undefined ? document : path.posix.join(folder, name), section }, documents),
  );
}

interface Reference {
  readonly name: string;
  readonly section: string | undefined;
}

function problemOf({ name, section }: Reference, documents: Documents): string[] {
  const sections = documents.get(name);
  if (sections === undefined) return [`${name} is no document`];
  return section === undefined || sections.has(section) ? [] : [`${name} has no section ${section}`];
}

function documentsIn(comment: string): Reference[] {
  return [...comment.matchAll(/(?<![\w/.*-])([\w./-]+\.md)\b(?:#(\d+(?:\.\d+)*))?/g)].map(([, name = '', section]) => ({
    name,
    section,
  }));
}

/** `@see` without a document or an address, and numbers of sections, decisions and standards that lead nowhere. */
function unlinkedIn(comment: string): string[] {
  const sees = [...comment.matchAll(/@see\s+(?!docs\/|https:\/\/)(\S+)/g)].map(
    ([, target = '']) => `@see ${target} leads nowhere`,
  );
  const numbers = [...comment.matchAll(/\b(?:RFC ?\d+|(?:[Ss]ections?|[Dd]ecisions?) \d[\d.]*)/g)].map(
    ([mention]) => `${mention} has no address`,
  );
  return [...sees, ...numbers];
}

function commentsIn(file: string, source: string): string[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : file.endsWith('.mjs') ? ts.ScriptKind.JS : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const ranges = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    for (const child of node.getChildren(tree)) visit(child);
    // The text between tags may look like a comment and is none.
    if (!ts.isToken(node) || node.kind === ts.SyntaxKind.JsxText) return;
    const at = node.getFullStart();
    const found = [
      ...(ts.getTrailingCommentRanges(source, at) ?? []),
      ...(ts.getLeadingCommentRanges(source, at) ?? []),
    ];
    for (const { pos, end } of found) ranges.set(pos, source.slice(pos, end));
  };
  visit(tree);
  return [...ranges.values()];
}
