// The names of the manifest that the source uses: commands, views, panels, context keys, settings, sentences, read from
// the syntax of files given as text.
import ts from 'typescript';

export interface Sentence {
  readonly file: string;
  /** Null where the text is put together at run time, so that no translator could ever see it. */
  readonly text: string | null;
  /** How many values follow the text. */
  readonly values: number;
}

export interface SourceNames {
  readonly registeredCommands: ReadonlySet<string>;
  /** Run by code, or put behind a button, an item or a link. */
  readonly usedCommands: ReadonlySet<string>;
  readonly views: ReadonlySet<string>;
  readonly restoredPanels: ReadonlySet<string>;
  readonly contextKeys: ReadonlySet<string>;
  /** Texts that look like a setting's key, in files that read the configuration. */
  readonly settingKeys: ReadonlySet<string>;
  readonly sentences: readonly Sentence[];
}

const viewRegistrations = new Set(['registerWebviewViewProvider', 'createTreeView', 'registerTreeDataProvider']);
const commandProperties = new Set(['command', 'enabledCommands']);
const settingKey = /^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)+$/;

/**
 * Commands count as registered where `registerCommand` names them, and where the type `CommandId` lists the keys of a
 * table that is registered as a whole.
 * @param ids what the project's own commands start with; others are VS Code's.
 */
export function namesIn(files: ReadonlyMap<string, string>, ids: string): SourceNames {
  const names = {
    registeredCommands: new Set<string>(),
    usedCommands: new Set<string>(),
    views: new Set<string>(),
    restoredPanels: new Set<string>(),
    contextKeys: new Set<string>(),
    settingKeys: new Set<string>(),
    sentences: [] as Sentence[],
  };
  for (const [file, text] of files) {
    const readsSettings = text.includes('getConfiguration(');
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) readCall(node, file);
      if (ts.isTypeAliasDeclaration(node) && node.name.text === 'CommandId') {
        for (const id of literalsIn(node)) names.registeredCommands.add(id);
      }
      if (ts.isPropertyAssignment(node) && commandProperties.has(node.name.getText())) {
        for (const id of literalsIn(node.initializer)) if (id.startsWith(ids)) names.usedCommands.add(id);
      }
      if (
        ts.isStringLiteralLike(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddle(node) ||
        ts.isTemplateTail(node)
      ) {
        for (const [, id = ''] of node.text.matchAll(/\bcommand:([\w.]+)/g))
          if (id.startsWith(ids)) names.usedCommands.add(id);
      }
      if (readsSettings && ts.isStringLiteralLike(node) && settingKey.test(node.text)) names.settingKeys.add(node.text);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return names;

  function readCall(call: ts.CallExpression, file: string): void {
    if (!ts.isPropertyAccessExpression(call.expression)) return;
    const { name, expression } = call.expression;
    const [first, second] = call.arguments.map((argument) => (ts.isStringLiteralLike(argument) ? argument.text : null));
    if (name.text === 't' && /(?:^|\.)l10n$/.test(expression.getText())) {
      names.sentences.push({ file, text: first ?? null, values: call.arguments.length - 1 });
    }
    if (typeof first !== 'string') return;
    if (name.text === 'registerCommand') names.registeredCommands.add(first);
    if (name.text === 'executeCommand' && first.startsWith(ids)) names.usedCommands.add(first);
    if (name.text === 'executeCommand' && first === 'setContext' && typeof second === 'string')
      names.contextKeys.add(second);
    if (name.text === 'registerWebviewPanelSerializer') names.restoredPanels.add(first);
    if (viewRegistrations.has(name.text)) names.views.add(first);
  }
}

/** Every text that is in a piece of syntax. */
function literalsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  const texts: string[] = [];
  ts.forEachChild(node, (child) => void texts.push(...literalsIn(child)));
  return texts;
}
