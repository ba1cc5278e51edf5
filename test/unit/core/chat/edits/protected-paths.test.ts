import assert from 'node:assert/strict';
import { isProtected } from '../../../../../src/core/chat/edits/protected-paths.ts';

describe('protected files', () => {
  for (const path of [
    '.git/config',
    'packages/a/.git/hooks/post-checkout',
    '.vscode/tasks.json',
    'a/.vscode/settings.json',
    'app.code-workspace',
    '.github/workflows/ci.yml',
    'a/.github/actions/setup/action.yml',
    '.husky/pre-commit',
    '.devcontainer/devcontainer.json',
    '.env',
    '.env.local',
    'keys/server.pem',
    '.npmrc',
    '.envrc',
    'AGENTS.md',
    'src/CLAUDE.md',
    '.mcp.json',
    '.git',
    'vendor/HEAD',
    'node_modules/.bin/tsc',
    '.github/prompts/release.prompt.md',
    '.kiro/steering/a.md',
    ...`.venv/bin/python venv/bin/pytest a/site-packages/a.pth eslint.config.js .eslintrc.js .eslintrc.json .prettierrc.js
      prettier.config.mjs stylelint.config.cjs vitest.config.ts pylintrc build.rs .cargo/config.toml gradlew gradlew.bat
      gradle/wrapper/gradle-wrapper.properties .mvn/extensions.xml .nvim.lua .exrc sitecustomize.py .pnp.cjs
      .yarn/releases/yarn-4.0.0.cjs .yarn/sdks/typescript/lib/tsserver.js bower_components/a.js .direnv/a flake.nix mise.toml
      hooks/pre-commit hooks/post-checkout commit-msg .lefthook.yml lefthook.yaml lefthook-local.yml .lintstagedrc
      lint-staged.config.js .forgejo/workflows/ci.yml .woodpecker.yml .woodpecker/a.yml .travis.yml .drone.yml appveyor.yml
      bitbucket-pipelines.yml azure-pipelines-release.yml cloudbuild.yaml netlify.toml AGENTS.override.md CLAUDE.local.md
      .agents/skills/a/SKILL.md skills/a/SKILL.md .agent/rules/a.md .augment/rules/a.md .rules rules/a.mdc opencode.json
      mcp.json .aider.conf.yml .goosehints .any-agent-of-tomorrow/a .anytoolrc`.split(/\s+/),
  ]) {
    it(`are asked for one by one: ${path}`, () => assert.equal(isProtected(path), true));
  }

  for (const path of [
    '.GIT/config',
    '.git./config',
    '.vscode \\tasks.json',
    '.v\u200bscode/tasks.json',
    '.env::$DATA',
  ]) {
    it(`are known in the spelling of a lenient file system: ${JSON.stringify(path)}`, () =>
      assert.equal(isProtected(path), true));
  }

  for (const path of [
    'src/cart.ts',
    'git/config',
    '.github/CODEOWNERS',
    'vscode/tasks.json',
    'README.md',
    'a.env.ts',
    ...`src/hooks/useCart.ts src/hooks/pre-commit.ts src/app/app.config.ts src/config.ts src/agents.ts docs/agent-guide.md
      src/mcp.ts package.json Cargo.toml tsconfig.json Makefile build.gradle conftest.py CMakeLists.txt Dockerfile
      .gitignore .editorconfig .prettierignore .nvmrc .gitkeep .env.example .github/ISSUE_TEMPLATE/bug.md .changeset/a.md
      .storybook/preview.ts src/pipeline.ts src/skill.ts ./src/a.ts ci/readme.txt`.split(/\s+/),
  ]) {
    it(`are no others: ${path}`, () => assert.equal(isProtected(path), false));
  }
});
