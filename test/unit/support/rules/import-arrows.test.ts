import assert from 'node:assert/strict';
import { brokenArrows } from '../../../support/rules/import-arrows.ts';

/** A made-up src: every file that is named somewhere exists, and holds the given lines or nothing. */
function brokenIn(files: Readonly<Record<string, string>>, others: readonly string[] = []): string[] {
  return brokenArrows(new Map([...Object.entries(files), ...others.map((file) => [file, ''] as const)]));
}

describe('the check of the arrows', () => {
  it('finds nothing in a sound set of files', () => {
    const sound = {
      'src/extension.ts': `import * as vscode from 'vscode';\nimport { a } from './host/account/a.ts';\nimport { log } from './host/log.ts';\nimport type { S } from './core/plan/state.ts';`,
      'src/host/account/a.ts': `import { b } from './b.ts';\nimport { x } from '../../core/account/x.ts';\nimport { h } from '../../core/service/http/http.ts';\nimport { l } from '../../node/loopback.ts';\nimport { log } from '../log.ts';\nimport { d } from '../display/d.ts';`,
      'src/host/account/b.ts': '',
      'src/host/service/connect.ts': `import { d } from '../display/d.ts';\nimport { w } from '../words/w.ts';\nimport { log } from '../log.ts';`,
      'src/host/words/w.ts': `import { d } from '../display/d.ts';`,
      'src/host/display/d.ts': `import { t } from '../../core/display/t.ts';`,
      'src/core/display/t.ts': '',
      'src/host/log.ts': `import type { Log } from '../core/ports.ts';\nimport { k } from '../core/chat/messages/kind.ts';`,
      'src/host/service/demo-service.ts': `const { start } = await import('../../demo/server.ts');`,
      'src/node/loopback.ts': `import { createServer } from 'node:http';\nimport { x } from '../core/account/x.ts';`,
      'src/demo/server.ts': `import { Hono } from 'hono';\nimport { h } from '../core/service/http/http.ts';\nimport { a } from './answers/answers.ts';`,
      'src/demo/answers/answers.ts': `import { randomBytes } from 'node:crypto';`,
      'src/webview/chat/main.tsx': `import { render } from 'preact';\nimport { p } from '../../protocol/chat.ts';\nimport { w } from './transcript/view.tsx';`,
      'src/webview/chat/transcript/view.tsx': `export const view = <p>'import x from "../../host/log.ts"'</p>;`,
      'src/protocol/chat.ts': `import { i } from '../core/chat/attachments/image.ts';`,
      'src/core/chat/attachments/image.ts': '',
      'src/core/chat/messages/cost.ts': `import { c } from '../../usage/counted.ts';`,
      'src/core/plan/state.ts': `import { c } from '../usage/counted.ts';`,
      'src/core/usage/counted.ts': `import { h } from '../service/http/http.ts';`,
      'src/host/plan/used.ts': `import { c } from '../../core/usage/counted.ts';`,
      'src/core/account/x.ts': `import * as z from 'zod/mini';\nimport { h } from '../service/http/http.ts';\nimport type { Clock } from '../ports.ts';`,
      'src/core/service/http/http.ts': `import type { Clock } from '../../ports.ts';\nimport pRetry from 'p-retry';`,
      'src/core/chat/messages/kind.ts': `// import { x } from '../../account/x.ts';\nimport { createParser } from 'eventsource-parser';\nconst text = "import '../../plan/state.ts'";`,
    };
    assert.deepEqual(brokenIn(sound, ['src/core/ports.ts', 'src/protocol/plan.ts', 'src/protocol/chat.ts']), []);
  });

  const importsOnly = (layer: string, known: string): string => `${layer} imports only from ${known}`;
  const modules = 'a module of core imports from core/service, core/ports.ts and itself';
  const base = 'core/service and core/ports.ts import from no other module';
  const demo =
    'the demo is loaded only by src/host/service/demo-service.ts and src/host/service/demo-data.ts, dynamically';
  const hostImports = importsOnly('host', 'host, node, core, protocol');
  const pageImports = importsOnly('webview', 'webview, protocol');
  const cases: readonly (readonly [sentence: string, from: string, line: string, to: string, rule: string])[] = [
    [
      'core that imports from host',
      'src/core/chat/a.ts',
      `import { x } from '../../host/x.ts';`,
      'src/host/x.ts',
      importsOnly('core', 'core'),
    ],
    [
      'core that imports from node',
      'src/core/ports.ts',
      `import { x } from '../node/x.ts';`,
      'src/node/x.ts',
      importsOnly('core', 'core'),
    ],
    [
      'a module of core that imports from another',
      'src/core/plan/a.ts',
      `import { x } from '../account/x.ts';`,
      'src/core/account/x.ts',
      modules,
    ],
    [
      'a module of core that imports from another by type',
      'src/core/chat/a.ts',
      `import type { X } from '../account/x.ts';`,
      'src/core/account/x.ts',
      modules,
    ],
    [
      'a module of core that imports from another by an inline type',
      'src/core/chat/a.ts',
      `const x: import('../plan/x.ts').X = 1;`,
      'src/core/plan/x.ts',
      modules,
    ],
    [
      'a module of core that loads another',
      'src/core/chat/a.ts',
      `await import('../plan/x.ts');`,
      'src/core/plan/x.ts',
      modules,
    ],
    [
      'a module of core that hands another on',
      'src/core/chat/a.ts',
      `export * from '../plan/x.ts';`,
      'src/core/plan/x.ts',
      modules,
    ],
    [
      'a module of core that neither gives answers nor shows what they took, and imports their counts',
      'src/core/account/a.ts',
      `import { c } from '../usage/counted.ts';`,
      'src/core/usage/counted.ts',
      modules,
    ],
    [
      'the counts of answers that import from a module above them',
      'src/core/usage/a.ts',
      `import { x } from '../chat/x.ts';`,
      'src/core/chat/x.ts',
      modules,
    ],
    [
      'core/service that imports from another module',
      'src/core/service/a.ts',
      `import { x } from '../chat/x.ts';`,
      'src/core/chat/x.ts',
      base,
    ],
    [
      'the ports that import from a module',
      'src/core/ports.ts',
      `import { x } from './service/x.ts';`,
      'src/core/service/x.ts',
      base,
    ],
    [
      'a module of host that imports from another',
      'src/host/chat/a.ts',
      `import { x } from '../plan/x.ts';`,
      'src/host/plan/x.ts',
      'a module of host imports from no other: they are connected in src/extension.ts',
    ],
    [
      "a module of host that imports from another's twin",
      'src/host/chat/a.ts',
      `import type { X } from '../../core/plan/x.ts';`,
      'src/core/plan/x.ts',
      'host/chat imports from core only core/chat, core/service and core/ports.ts',
    ],
    [
      'the display of host that imports from a module',
      'src/host/display/a.ts',
      `import { x } from '../plan/x.ts';`,
      'src/host/plan/x.ts',
      'what the modules of host share imports from none of them',
    ],
    [
      'the display of host that imports from what the modules share',
      'src/host/display/a.ts',
      `import { x } from '../log.ts';`,
      'src/host/log.ts',
      'in src/host, display is below .',
    ],
    [
      'a module of host that imports the rules of the display',
      'src/host/chat/a.ts',
      `import { x } from '../../core/display/x.ts';`,
      'src/core/display/x.ts',
      'host/chat imports from core only core/chat, core/service and core/ports.ts',
    ],
    [
      'a module of core that imports the rules of the display',
      'src/core/chat/a.ts',
      `import { x } from '../display/x.ts';`,
      'src/core/display/x.ts',
      modules,
    ],
    [
      'what host shares that imports from a module',
      'src/host/log.ts',
      `import { x } from './chat/x.ts';`,
      'src/host/chat/x.ts',
      'what the modules of host share imports from none of them',
    ],
    [
      'host that imports from the entry',
      'src/host/log.ts',
      `import { x } from '../extension.ts';`,
      'src/extension.ts',
      hostImports,
    ],
    [
      'host that imports from a page',
      'src/host/chat/a.ts',
      `import { x } from '../../webview/x.ts';`,
      'src/webview/x.ts',
      hostImports,
    ],
    [
      'node that imports from host',
      'src/node/a.ts',
      `import { x } from '../host/x.ts';`,
      'src/host/x.ts',
      importsOnly('node', 'node, core'),
    ],
    [
      'the demo that imports from host',
      'src/demo/a.ts',
      `import { x } from '../host/x.ts';`,
      'src/host/x.ts',
      importsOnly('demo', 'demo, core'),
    ],
    [
      'host that loads the demo from another file',
      'src/host/service/connect.ts',
      `await import('../../demo/server.ts');`,
      'src/demo/server.ts',
      demo,
    ],
    [
      "the demo's starter that imports it at once",
      'src/host/service/demo-service.ts',
      `import { x } from '../../demo/server.ts';`,
      'src/demo/server.ts',
      demo,
    ],
    [
      "the demo's starter that imports from its types",
      'src/host/service/demo-service.ts',
      `import type { X } from '../../demo/server.ts';`,
      'src/demo/server.ts',
      demo,
    ],
    [
      'the entry that imports from the demo',
      'src/extension.ts',
      `await import('./demo/server.ts');`,
      'src/demo/server.ts',
      demo,
    ],
    [
      'a page that imports from more of core',
      'src/webview/chat/a.tsx',
      `import type { X } from '../../core/chat/x.ts';`,
      'src/core/chat/x.ts',
      pageImports,
    ],
    [
      'a page that imports from host',
      'src/webview/chat/a.tsx',
      `import { x } from '../../host/x.ts';`,
      'src/host/x.ts',
      pageImports,
    ],
    [
      'a module that imports from one above it',
      'src/core/chat/messages/a.ts',
      `import { x } from '../session/x.ts';`,
      'src/core/chat/session/x.ts',
      'in src/core/chat, messages is below session',
    ],
    [
      'a module that imports by type from one above it',
      'src/host/chat/present/a.ts',
      `import type { X } from '../panel/x.ts';`,
      'src/host/chat/panel/x.ts',
      'in src/host/chat, present is below panel',
    ],
    [
      'a module that imports from the files that join the modules',
      'src/webview/chat/state/a.ts',
      `import { x } from '../app.tsx';`,
      'src/webview/chat/app.tsx',
      'in src/webview/chat, state is below .',
    ],
    [
      'shared files that import from a module above them',
      'src/core/plan/a.ts',
      `import { x } from './watch/x.ts';`,
      'src/core/plan/watch/x.ts',
      'in src/core/plan, . is below watch',
    ],
    [
      'a module that is not listed',
      'src/core/chat/misc/a.ts',
      `import { x } from '../messages/x.ts';`,
      'src/core/chat/messages/x.ts',
      'src/core/chat has no module misc',
    ],
    [
      'a file left beside the modules',
      'src/core/chat/a.ts',
      `import { x } from './messages/x.ts';`,
      'src/core/chat/messages/x.ts',
      'src/core/chat has no module .',
    ],
    [
      'the words that import from the services',
      'src/host/words/a.ts',
      `import { x } from '../service/x.ts';`,
      'src/host/service/x.ts',
      'in src/host, words is below service',
    ],
    [
      'the contract of a page that imports from a rule',
      'src/protocol/chat.ts',
      `import type { X } from '../core/chat/x.ts';`,
      'src/core/chat/x.ts',
      'of core protocol imports only what the table lists',
    ],
    [
      'core that imports from the contract of a page',
      'src/core/chat/session/a.ts',
      `import type { X } from '../../../protocol/chat.ts';`,
      'src/protocol/chat.ts',
      importsOnly('core', 'core'),
    ],
    [
      'a place that the table does not list',
      'src/shared/a.ts',
      `import { x } from '../core/ports.ts';`,
      'src/core/ports.ts',
      'src has no such folder',
    ],
  ];
  for (const [sentence, from, line, to, rule] of cases) {
    it(`finds ${sentence}`, () =>
      assert.deepEqual(brokenIn({ [from]: line }, [to]), [`${from} imports ${to}: ${rule}`]));
  }

  it('finds an import that leaves src or names nothing', () => {
    assert.deepEqual(
      brokenIn({ 'src/host/a.ts': `import { x } from '../../test/x.ts';\nimport { y } from './y.ts';` }),
      [
        'src/host/a.ts imports test/x.ts: there is no such file in src',
        'src/host/a.ts imports src/host/y.ts: there is no such file in src',
      ],
    );
  });

  const onlyHost = 'only host and src/extension.ts import vscode';
  const packages: readonly (readonly [from: string, specifier: string, rule: string])[] = [
    ['src/core/service/a.ts', 'vscode', onlyHost],
    ['src/node/a.ts', 'vscode', onlyHost],
    ['src/demo/a.ts', 'vscode', onlyHost],
    ['src/webview/chat/a.tsx', 'vscode', onlyHost],
    ['src/core/service/a.ts', 'node:crypto', 'core runs where Node does not'],
    ['src/core/service/a.ts', 'fs/promises', 'core runs where Node does not'],
    ['src/webview/chat/a.tsx', 'node:path', 'webview runs where Node does not'],
    ['src/core/service/a.ts', 'zod', 'core imports only zod/mini, eventsource-parser, p-retry, tldts, diff'],
    ['src/core/service/a.ts', 'hono', 'core imports only zod/mini, eventsource-parser, p-retry, tldts, diff'],
  ];
  for (const [from, specifier, rule] of packages) {
    it(`finds ${specifier} in ${from}, however it is imported`, () => {
      for (const line of [
        `import '${specifier}';`,
        `import type { X } from '${specifier}';`,
        `await import('${specifier}');`,
        `export { x } from '${specifier}';`,
      ]) {
        assert.deepEqual(brokenIn({ [from]: line }), [`${from} imports ${specifier}: ${rule}`]);
      }
    });
  }

  it('finds an import whose name is computed', () => {
    assert.deepEqual(brokenIn({ 'src/host/a.ts': 'await import(`../${name}.ts`);' }), [
      'src/host/a.ts imports (`../${name}.ts`): an import that is no literal cannot be checked',
    ]);
  });

  it('finds a circle, also one that is closed by a type or a dynamic import', () => {
    for (const back of [`import { a } from './a.ts';`, `import type { A } from './a.ts';`, `void import('./a.ts');`]) {
      const circle = {
        'src/core/chat/a.ts': `import { b } from './b.ts';`,
        'src/core/chat/b.ts': `import { c } from './c.ts';`,
        'src/core/chat/c.ts': back,
      };
      assert.deepEqual(brokenIn(circle), [
        'src/core/chat/a.ts → src/core/chat/b.ts → src/core/chat/c.ts → src/core/chat/a.ts: imports must not run in a circle',
      ]);
    }
    assert.deepEqual(brokenIn({ 'src/node/a.ts': `import { a } from './a.ts';` }), [
      'src/node/a.ts → src/node/a.ts: imports must not run in a circle',
    ]);
  });

  it('finds no circle where two ways lead to the same file', () => {
    const diamond = {
      'src/core/chat/a.ts': `import { b } from './b.ts';\nimport { c } from './c.ts';`,
      'src/core/chat/b.ts': `import { d } from './d.ts';`,
      'src/core/chat/c.ts': `import { d } from './d.ts';`,
    };
    assert.deepEqual(brokenIn(diamond, ['src/core/chat/d.ts']), []);
  });

  it('finds a file of more than 300 lines, and an entry of more than 100', () => {
    const lines = (count: number): string => '\n'.repeat(count);
    assert.deepEqual(
      brokenIn({
        'src/core/chat/a.ts': lines(300),
        'src/webview/chat/a.css': lines(300),
        'src/extension.ts': lines(100),
      }),
      [],
    );
    assert.deepEqual(
      brokenIn({
        'src/core/chat/a.ts': lines(301),
        'src/webview/chat/a.css': `${lines(300)}x`,
        'src/extension.ts': lines(101),
      }),
      [
        'src/core/chat/a.ts has 301 lines: at most 300 are allowed',
        'src/webview/chat/a.css has 301 lines: at most 300 are allowed',
        'src/extension.ts has 101 lines: at most 100 are allowed',
      ],
    );
  });

  it('finds a folder of more than 14 files, without those of the folders in it', () => {
    const filesIn = (folder: string, count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);
    const full = [...filesIn('src/node', 14), ...filesIn('src/node/git', 14)];
    assert.deepEqual(brokenIn({}, full), []);
    assert.deepEqual(brokenIn({ 'src/node/git/a.css': '' }, full), [
      'src/node/git has 15 files: at most 14 are allowed',
    ]);
  });
});
