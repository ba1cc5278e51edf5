// What the linter holds: type-aware strictness everywhere, and the bans that src/README.md states in words.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { commentWidth } from './test/support/rules/lint/comment-width.ts';
import { ownNames } from './test/support/rules/lint/dom-names.ts';

/** Where texts meet VS Code. Elsewhere neither these names may be used nor a way around them (src/host/display). */
const displayFunctions = [
  'show(?:Information|Warning|Error)Message',
  'show(?:QuickPick|InputBox|WorkspaceFolderPick)',
  'create(?:QuickPick|InputBox|StatusBarItem|LanguageStatusItem|TreeView|Terminal|WebviewPanel|TextEditorDecorationType)',
  'create(?:ChatParticipant|CommentController|TestController|SourceControl)',
  'setStatusBarMessage',
  'with(?:Scm)?Progress',
  'MarkdownString',
  '(?:register)?(?:CodeLens|Hover|InlayHints?|CompletionItem|InlineCompletionItem|SignatureHelp|TreeData|FileDecoration|TerminalProfile)(?:Provider|LabelPart)?',
  'Tree(?:Item|ItemLabel)',
  'register(?:Authentication|LanguageModelChat|TerminalLink)Provider',
  'vscode\\.(?:diff|changes|open|openWith)',
].join('|');
const named = `/^(?:${displayFunctions})$/`;
const titles = '/^(?:title|description|badge)$/';
const namespaces = '/^(?:window|languages|authentication|lm|chat|scm|comments|tests)$/';
const isVsCode = '[object.type="Identifier"][object.name="vscode"]';
const throughDisplay = 'Texts reach VS Code through src/host/display alone, where those of others are made inert.';
const plainly = 'The API of VS Code is used by its plain names, so that this linter can read them.';

/** By name, in whatever spelling; and every way to come by the API under a name that cannot be read. */
const displayBans = [
  ...[
    `MemberExpression[computed=false][property.name=${named}]`,
    `ObjectPattern > Property[computed=false][key.name=${named}]`,
    `ImportSpecifier[imported.name=${named}]`,
    `Literal[value=${named}]`,
    `TemplateElement[value.cooked=${named}]`,
    `AssignmentExpression > MemberExpression.left[property.name=${titles}]`,
    `AssignmentExpression > MemberExpression.left[property.value=${titles}]`,
    `AssignmentExpression > :matches(ObjectPattern, ArrayPattern).left MemberExpression[property.name=${titles}]`,
    `AssignmentExpression > :matches(ObjectPattern, ArrayPattern).left MemberExpression[property.value=${titles}]`,
    'AssignmentExpression > MemberExpression.left[computed=true]:not([property.type="Literal"])',
    'MemberExpression[object.name="Object"][property.name=/^(?:assign|define|setPrototypeOf)/]',
    'MemberExpression[object.name="Object"][computed=true]',
    'MemberExpression[object.name="Reflect"]',
  ].map((selector) => ({ selector, message: throughDisplay })),
  ...[
    'ImportNamespaceSpecifier[parent.source.value="vscode"]:not([local.name="vscode"])',
    'ImportDefaultSpecifier[parent.source.value="vscode"]',
    `ImportSpecifier[imported.name=${namespaces}][parent.source.value="vscode"]`,
    ':matches(ExportAllDeclaration, ExportNamedDeclaration, ImportExpression)[source.value="vscode"]',
    'CallExpression[callee.name=/^(?:require|createRequire)$/]',
    'TSImportEqualsDeclaration',
    ':not(MemberExpression, TSQualifiedName, TSTypeQuery, ImportNamespaceSpecifier, VariableDeclarator, CallExpression[callee.name="wordLanguage"]) > Identifier[name="vscode"]',
    'VariableDeclarator[id.type!="ObjectPattern"] > Identifier.init[name="vscode"]',
    'VariableDeclarator > Identifier.id[name="vscode"]',
    'MemberExpression[computed=true] > Identifier[name="vscode"]',
    'VariableDeclarator[init.name="vscode"] > ObjectPattern > :matches(RestElement, Property[computed=true])',
    `VariableDeclarator[init.name="vscode"] > ObjectPattern > Property[key.name=${namespaces}]`,
    `:not(MemberExpression) > MemberExpression${isVsCode}[property.name=${namespaces}]`,
    `MemberExpression[computed=true] > MemberExpression${isVsCode}`,
    'CallExpression[callee.property.name="executeCommand"][arguments.0.type!=/^(?:Literal|TemplateLiteral)$/]',
    'CallExpression[callee.property.name="executeCommand"][arguments.0.type="TemplateLiteral"][arguments.0.quasis.0.value.cooked!=/^tidemark[.]/]',
  ].map((selector) => ({ selector, message: plainly })),
];

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'out/', '.vscode-test/', 'coverage/'] },
  js.configs.recommended,
  {
    plugins: { tidemark: { rules: { 'comment-width': commentWidth, 'own-names': ownNames } } },
    rules: { 'tidemark/comment-width': 'error' },
  },
  {
    files: ['src/**'],
    rules: { 'tidemark/own-names': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/core/service/json.ts', 'src/webview/page/page-root.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'JSON',
          property: 'parse',
          message: 'JSON is parsed by src/core/service/json.ts alone, which bounds its depth.',
        },
      ],
    },
  },
  {
    // No other file of src may import `vscode`: test/unit/rules/layers.test.ts.
    files: ['src/host/**', 'src/extension.ts'],
    ignores: ['src/host/display/**'],
    linterOptions: { noInlineConfig: true },
    rules: { 'no-restricted-syntax': ['error', ...displayBans] },
  },
  {
    files: ['test/**/*.ts', 'test/**/*.tsx'],
    rules: {
      // A describe block is a table of contents, not a function to be understood at once.
      'max-lines-per-function': 'off',
      'no-console': 'off',
    },
  },
  {
    files: ['src/demo/main.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
