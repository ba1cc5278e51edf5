import assert from 'node:assert/strict';
import {
  changesLifecycleScripts,
  decidesCommands,
} from '../../../../../../src/core/chat/tools/consent/deciding-files.ts';

describe('files that decide what commands do', () => {
  it('are no sources and no texts', () => {
    for (const path of [
      'src/cart.ts',
      'README.md',
      'src/config.ts',
      'docs/build.md',
      'test/cart.test.ts',
      'src/hooks/useCart.ts',
      'a.d.ts',
    ])
      assert.equal(decidesCommands(path), false, path);
  });

  it('are all but those, whichever tool reads them', () => {
    for (const path of `pylintrc .flake8 .mypy.ini mypy.ini .rubocop.yml .rspec .pytest.ini pytest.toml rust-toolchain
      rust-toolchain.toml Package.swift build.zig gradle/wrapper/gradle-wrapper.jar pnpm-workspace.yaml .pnp.cjs
      .pnp.loader.mjs .yarn/releases/yarn-4.0.0.cjs MODULE.bazel defs.bzl angular.json deps.edn project.clj global.json
      a.fsproj a.slnx gems.rb phpunit.xml phpunit.xml.dist go.work .editorconfig jest.setup.js ruff.toml
      dune package.yaml config/runtime.exs import_map.json poetry.toml .shellcheckrc conftest.py build.rs build.gradle
      requirements-dev.txt any.tool`.split(/\s+/))
      assert.equal(decidesCommands(path), true, path);
  });

  it('are known however they are written', () => {
    for (const path of ['PACKAGE.JSON', 'a\\Makefile', 'Vite.Config.MTS', 'package.json.', 'GNUmakefile'])
      assert.equal(decidesCommands(path), true, path);
  });

  const manifest = (scripts: Record<string, string>): string => JSON.stringify({ name: 'a', scripts });
  const changes = (before: string | null, after: string): boolean =>
    changesLifecycleScripts('/w/package.json', before, after);

  it('say what runs by itself', () => {
    assert.equal(changes(manifest({ test: 'a' }), manifest({ test: 'b' })), false);
    assert.equal(changes(manifest({ test: 'a' }), manifest({ test: 'a', pretest: 'b' })), true);
    assert.equal(changes(manifest({ postinstall: 'a' }), manifest({ postinstall: 'b' })), true);
    assert.equal(changes(manifest({ postinstall: 'a' }), manifest({})), false);
    assert.equal(changes(null, manifest({ prepare: 'a' })), true);
    assert.equal(changes(null, manifest({ build: 'a' })), false);
    assert.equal(changes(manifest({}), '{"scripts":'), true);
    assert.equal(changes(manifest({}), '{"scripts":[]}'), true);
    assert.equal(changesLifecycleScripts('/w/a.json', null, '{"scripts":'), false);
  });
});
