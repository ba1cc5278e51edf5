// Knows that the check of the arrows finds each way to break them in a made-up set of files, and nothing in a sound one.
import assert from 'node:assert/strict';
import { brokenArrows } from '../../support/import-arrows.ts';

/** A made-up src: every file that is named somewhere exists, and holds the given lines or nothing. */
function brokenIn(files: Readonly<Record<string, string>>, others: readonly string[] = []): string[] {
  return brokenArrows(new Map([...Object.entries(files), ...others.map((file) => [file, ''] as const)]));
}

describe('the check of the arrows', () => {
  it('finds nothing in a sound set of files', () => {
    const sound = {
      'src/extension.ts': `import * as vscode from 'vscode';\nimport { a } from './host/account/a.ts';\nimport { log } from './host/log.ts';\nimport type { S } from './core/plan/state.ts';`,
      'src/host/account/a.ts': `import { b } from './b.ts';\nimport { x } from '../../core/account/x.ts';\nimport { h } from '../../core/service/http.ts';\nimport { l } from '../../node/loopback.ts';\nimport { log } from '../log.ts';\nimport { d } from '../display/d.ts';`,
      'src/host/account/b.ts': '',
      'src/host/connect.ts': `import { d } from './display/d.ts';`,
      'src/host/display/d.ts': `import { t } from '../../core/display/t.ts';`,
      'src/core/display/t.ts': '',
      'src/host/log.ts': `import type { Log } from '../core/ports.ts';\nimport { k } from '../core/chat/kind.ts';`,
      'src/host/demo-service.ts': `const { start } = await import('../demo/server.ts');`,
      'src/node/loopback.ts': `import { createServer } from 'node:http';\nimport { x } from '../core/account/x.ts';`,
      'src/demo/server.ts': `import { Hono } from 'hono';\nimport { h } from '../core/service/http.ts';\nimport { a } from './answers.ts';`,
      'src/demo/answers.ts': `import { randomBytes } from 'node:crypto';`,
      'src/webview/chat/main.tsx': `import { render } from 'preact';\nimport { p } from '../../core/chat/panel-messages.ts';\nimport { v } from '../../core/plan/view-messages.ts';\nimport { w } from './view.tsx';`,
      'src/webview/chat/view.tsx': `export const view = <p>'import x from "../../host/log.ts"'</p>;`,
      'src/core/account/x.ts': `import * as z from 'zod/mini';\nimport { h } from '../service/http.ts';\nimport type { Clock } from '../ports.ts';`,
      'src/core/service/http.ts': `import type { Clock } from '../ports.ts';\nimport pRetry from 'p-retry';`,
      'src/core/chat/kind.ts': `// import { x } from '../account/x.ts';\nimport { createParser } from 'eventsource-parser';\nconst text = "import '../plan/state.ts'";`,
    };
    assert.deepEqual(brokenIn(sound, ['src/core/ports.ts', 'src/core/plan/state.ts', 'src/core/plan/view-messages.ts', 'src/core/chat/panel-messages.ts']), []);
  });

  const knowsOnly = (layer: string, known: string): string => `${layer} knows only ${known}`;
  const rooms = 'a room of core knows core/service, core/ports.ts and itself';
  const ground = 'the ground floor of core knows no room above it';
  const demo = 'the demo is loaded only by src/host/demo-service.ts, dynamically';
  const page = 'of core a page knows only src/core/chat/panel-messages.ts and src/core/plan/view-messages.ts';
  const cases: readonly (readonly [sentence: string, from: string, line: string, to: string, rule: string])[] = [
    ['core that knows host', 'src/core/chat/a.ts', `import { x } from '../../host/x.ts';`, 'src/host/x.ts', knowsOnly('core', 'core')],
    ['core that knows node', 'src/core/ports.ts', `import { x } from '../node/x.ts';`, 'src/node/x.ts', knowsOnly('core', 'core')],
    ['a room of core that knows another', 'src/core/plan/a.ts', `import { x } from '../account/x.ts';`, 'src/core/account/x.ts', rooms],
    ['a room of core that knows another by type', 'src/core/chat/a.ts', `import type { X } from '../account/x.ts';`, 'src/core/account/x.ts', rooms],
    ['a room of core that knows another by an inline type', 'src/core/chat/a.ts', `const x: import('../plan/x.ts').X = 1;`, 'src/core/plan/x.ts', rooms],
    ['a room of core that loads another', 'src/core/chat/a.ts', `await import('../plan/x.ts');`, 'src/core/plan/x.ts', rooms],
    ['a room of core that hands another on', 'src/core/chat/a.ts', `export * from '../plan/x.ts';`, 'src/core/plan/x.ts', rooms],
    ['the ground floor that knows a room', 'src/core/service/a.ts', `import { x } from '../chat/x.ts';`, 'src/core/chat/x.ts', ground],
    ['the ports that know a room', 'src/core/ports.ts', `import { x } from './service/x.ts';`, 'src/core/service/x.ts', ground],
    ['a room of host that knows another', 'src/host/chat/a.ts', `import { x } from '../plan/x.ts';`, 'src/host/plan/x.ts', 'a room of host knows no other: what crosses rooms is wired in src/extension.ts'],
    ['a room of host that knows another\'s twin', 'src/host/chat/a.ts', `import type { X } from '../../core/plan/x.ts';`, 'src/core/plan/x.ts', 'host/chat knows of core its twin core/chat, core/service and core/ports.ts'],
    ['the ground floor of host that knows a room', 'src/host/display/a.ts', `import { x } from '../plan/x.ts';`, 'src/host/plan/x.ts', 'the ground floor of host knows nothing above it'],
    ['the ground floor of host that knows what the rooms share', 'src/host/display/a.ts', `import { x } from '../log.ts';`, 'src/host/log.ts', 'the ground floor of host knows nothing above it'],
    ['a room of host that knows the rules of the ground floor', 'src/host/chat/a.ts', `import { x } from '../../core/display/x.ts';`, 'src/core/display/x.ts', 'host/chat knows of core its twin core/chat, core/service and core/ports.ts'],
    ['a room of core that knows the rules of the display', 'src/core/chat/a.ts', `import { x } from '../display/x.ts';`, 'src/core/display/x.ts', rooms],
    ['what host shares that knows a room', 'src/host/log.ts', `import { x } from './chat/x.ts';`, 'src/host/chat/x.ts', 'what the rooms of host share knows none of them'],
    ['host that knows the entry', 'src/host/log.ts', `import { x } from '../extension.ts';`, 'src/extension.ts', knowsOnly('host', 'host, node, core')],
    ['host that knows a page', 'src/host/chat/a.ts', `import { x } from '../../webview/x.ts';`, 'src/webview/x.ts', knowsOnly('host', 'host, node, core')],
    ['node that knows host', 'src/node/a.ts', `import { x } from '../host/x.ts';`, 'src/host/x.ts', knowsOnly('node', 'node, core')],
    ['the demo that knows host', 'src/demo/a.ts', `import { x } from '../host/x.ts';`, 'src/host/x.ts', knowsOnly('demo', 'demo, core')],
    ['host that loads the demo from another file', 'src/host/connect.ts', `await import('../demo/server.ts');`, 'src/demo/server.ts', demo],
    ['the demo\'s starter that imports it at once', 'src/host/demo-service.ts', `import { x } from '../demo/server.ts';`, 'src/demo/server.ts', demo],
    ['the demo\'s starter that knows its types', 'src/host/demo-service.ts', `import type { X } from '../demo/server.ts';`, 'src/demo/server.ts', demo],
    ['the entry that knows the demo', 'src/extension.ts', `await import('./demo/server.ts');`, 'src/demo/server.ts', demo],
    ['a page that knows more of core', 'src/webview/chat/a.tsx', `import type { X } from '../../core/chat/x.ts';`, 'src/core/chat/x.ts', page],
    ['a page that knows host', 'src/webview/chat/a.tsx', `import { x } from '../../host/x.ts';`, 'src/host/x.ts', knowsOnly('webview', 'webview')],
    ['a place that the design does not know', 'src/shared/a.ts', `import { x } from '../core/ports.ts';`, 'src/core/ports.ts', 'the design knows no such place in src'],
  ];
  for (const [sentence, from, line, to, rule] of cases) {
    it(`finds ${sentence}`, () => assert.deepEqual(brokenIn({ [from]: line }, [to]), [`${from} imports ${to}: ${rule}`]));
  }

  it('finds an import that leaves src or names nothing', () => {
    assert.deepEqual(brokenIn({ 'src/host/a.ts': `import { x } from '../../test/x.ts';\nimport { y } from './y.ts';` }), [
      'src/host/a.ts imports test/x.ts: there is no such file in src',
      'src/host/a.ts imports src/host/y.ts: there is no such file in src',
    ]);
  });

  const onlyHost = 'only host and src/extension.ts know vscode';
  const packages: readonly (readonly [from: string, specifier: string, rule: string])[] = [
    ['src/core/service/a.ts', 'vscode', onlyHost],
    ['src/node/a.ts', 'vscode', onlyHost],
    ['src/demo/a.ts', 'vscode', onlyHost],
    ['src/webview/chat/a.tsx', 'vscode', onlyHost],
    ['src/core/service/a.ts', 'node:crypto', 'core runs where Node does not'],
    ['src/core/service/a.ts', 'fs/promises', 'core runs where Node does not'],
    ['src/webview/chat/a.tsx', 'node:path', 'webview runs where Node does not'],
    ['src/core/service/a.ts', 'zod', 'core stands on web standards and zod/mini, eventsource-parser, p-retry'],
    ['src/core/service/a.ts', 'hono', 'core stands on web standards and zod/mini, eventsource-parser, p-retry'],
  ];
  for (const [from, specifier, rule] of packages) {
    it(`finds ${specifier} in ${from}, however it is imported`, () => {
      for (const line of [`import '${specifier}';`, `import type { X } from '${specifier}';`, `await import('${specifier}');`, `export { x } from '${specifier}';`]) {
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
      const circle = { 'src/core/chat/a.ts': `import { b } from './b.ts';`, 'src/core/chat/b.ts': `import { c } from './c.ts';`, 'src/core/chat/c.ts': back };
      assert.deepEqual(brokenIn(circle), ['src/core/chat/a.ts → src/core/chat/b.ts → src/core/chat/c.ts → src/core/chat/a.ts: imports must not run in a circle']);
    }
    assert.deepEqual(brokenIn({ 'src/node/a.ts': `import { a } from './a.ts';` }), ['src/node/a.ts → src/node/a.ts: imports must not run in a circle']);
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
    assert.deepEqual(brokenIn({ 'src/core/chat/a.ts': lines(300), 'src/webview/chat/a.css': lines(300), 'src/extension.ts': lines(100) }), []);
    assert.deepEqual(brokenIn({ 'src/core/chat/a.ts': lines(301), 'src/webview/chat/a.css': `${lines(300)}x`, 'src/extension.ts': lines(101) }), [
      'src/core/chat/a.ts has 301 lines: at most 300 are allowed',
      'src/webview/chat/a.css has 301 lines: at most 300 are allowed',
      'src/extension.ts has 101 lines: at most 100 are allowed',
    ]);
  });
});
