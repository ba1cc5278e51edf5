// A stand-in for the part of VS Code's API through which texts are shown: it keeps what it is given. Once this file is
// imported, `import 'vscode'` finds it in src/host, which is loaded after it, by `import()`.
import { registerHooks } from 'node:module';

/** Everything that was shown since it was last emptied, as VS Code was given it. */
export const shown: unknown[] = [];

const keep = (...given: unknown[]): Promise<undefined> => {
  shown.push(...given);
  return Promise.resolve(undefined);
};

/** An object whose every property and call is kept. */
function keeper(): object {
  return new Proxy(
    {},
    {
      get: (_target, key) => (key === 'then' ? undefined : keep),
      set(_target, _key, value) {
        shown.push(value);
        return true;
      },
    },
  );
}

const make = (...given: unknown[]): object => {
  shown.push(...given);
  return keeper();
};

class MarkdownString {
  readonly value: string;
  isTrusted: unknown;
  constructor(value: string) {
    this.value = value;
  }
}

class TabInputWebview {
  readonly viewType: string;
  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

class EventEmitter {
  readonly #listeners = new Set<(value: unknown) => void>();
  readonly event = (listener: (value: unknown) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };
  readonly fire = (value: unknown): void => {
    for (const listener of this.#listeners) listener(value);
  };
  readonly dispose = (): void => this.#listeners.clear();
}

class Uri {
  static readonly joinPath = ({ fsPath = '' }: { readonly fsPath?: string }, ...parts: readonly string[]): Uri =>
    new Uri([fsPath, ...parts].join('/'));
  static readonly file = (path: string): Uri => new Uri(path);

  readonly scheme = 'file';
  readonly path: string;
  readonly fsPath: string;
  constructor(path: string) {
    this.path = path;
    this.fsPath = path;
  }
  toString(): string {
    return `file://${this.path}`;
  }
}

class RelativePattern {
  readonly base: Uri;
  readonly pattern: string;
  constructor(base: Uri, pattern: string) {
    this.base = base;
    this.pattern = pattern;
  }
}

/** What was asked for, in its order. */
class WorkspaceEdit {
  readonly steps: (
    | { readonly kind: 'create'; readonly uri: Uri; readonly contents: Uint8Array }
    | { readonly kind: 'delete'; readonly uri: Uri }
  )[] = [];
  createFile(uri: Uri, { contents }: { readonly contents: Uint8Array }): void {
    this.steps.push({ kind: 'create', uri, contents });
  }
  deleteFile(uri: Uri): void {
    this.steps.push({ kind: 'delete', uri });
  }
}

class FileSystemError extends Error {
  readonly code = 'FileNotFound';
}

export const standIn = {
  window: {
    showInformationMessage: keep,
    showWarningMessage: keep,
    showErrorMessage: keep,
    showQuickPick: keep,
    showInputBox: keep,
    createQuickPick: make,
    createInputBox: make,
    createStatusBarItem: make,
    setStatusBarMessage: keep,
    createWebviewPanel: make,
    tabGroups: { all: [] as readonly { readonly tabs: readonly unknown[] }[], close: keep },
    withProgress(
      options: unknown,
      task: (progress: { report: typeof keep }, token: unknown) => Promise<unknown>,
    ): Promise<unknown> {
      shown.push(options);
      return task({ report: keep }, null);
    },
  },
  workspace: {
    getConfiguration: (): object => ({ get: () => undefined, inspect: () => undefined, update: keep }),
  },
  commands: { executeCommand: keep, getCommands: (): Promise<readonly string[]> => Promise.resolve([]) },
  extensions: { getExtension: (_id: string): object | undefined => undefined },
  /** Forks leave it out. */
  lm: {},
  authentication: {
    provider: null as unknown,
    registerAuthenticationProvider: (_id: string, label: string, provider: unknown): object => (
      (standIn.authentication.provider = provider), make(label)
    ),
  },
  l10n: {
    t: (sentence: string, ...given: readonly unknown[]): string =>
      sentence.replaceAll(/\{(\d)\}/g, (_mark, index: string) => String(given[Number(index)])),
  },
  env: { uiKind: 1, language: 'en', remoteName: undefined as string | undefined },
  UIKind: { Desktop: 1, Web: 2 },
  Uri,
  RelativePattern,
  WorkspaceEdit,
  FileSystemError,
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
  TabInputWebview,
  MarkdownString,
  EventEmitter,
  Disposable: { from: keeper },
  ProgressLocation: { Notification: 15 },
  StatusBarAlignment: { Right: 2 },
  ViewColumn: { Active: -1 },
  ConfigurationTarget: { Global: 1 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  ThemeIcon: class ThemeIcon {
    readonly id: string;
    constructor(id: string) {
      this.id = id;
    }
  },
  ThemeColor: class ThemeColor {
    readonly id: string;
    constructor(id: string) {
      this.id = id;
    }
  },
  QuickInputButtons: { Back: {} },
};

Object.defineProperty(globalThis, Symbol.for('tidemark.test.vscode'), { value: standIn, configurable: true });
const names = Object.keys(standIn)
  .map((name) => `export const ${name} = all.${name};`)
  .join('\n');
const program = `const all = globalThis[Symbol.for('tidemark.test.vscode')];\n${names}\nexport default all;`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' && context.parentURL?.includes('/src/host/') === true
      ? { url: 'stand-in:vscode', format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === 'stand-in:vscode' ? { format: 'module', source: program, shortCircuit: true } : next(url, context),
});
