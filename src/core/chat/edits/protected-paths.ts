// Files that a change reaches only when a person has said so of this one file: they hold secrets, or something runs
// what they say before anybody has read it. The list serves whoever proposes a change.
import { looseReadings } from '../attachments/path-names.ts';
import { secretSign } from '../attachments/secret-scan.ts';

/** Folders in which every file is protected: what they hold is run by git, by editors, in containers or on a server. */
const protectedFolders: ReadonlySet<string> = new Set([
  '.git',
  '.githooks',
  '.husky',
  '.vscode',
  '.idea',
  '.fleet',
  '.zed',
  '.cursor',
  '.kiro',
  '.trae',
  '.continue',
  '.windsurf',
  '.devcontainer',
  '.circleci',
  '.buildkite',
  '.claude',
  '.codex',
  '.gemini',
  '.qwen',
  '.roo',
  '.clinerules',
  '.amazonq',
  '.junie',
  '.opencode',
  // Nobody reads what is in there, and every script runs it.
  'node_modules',
]);

/** The same, below the folder of that name. */
const protectedPlaces: readonly string[] = [
  '.github/workflows',
  '.github/actions',
  '.github/hooks',
  '.github/agents',
  '.github/chatmodes',
  '.github/instructions',
  '.github/prompts',
  '.github/skills',
  '.gitea/workflows',
  '.yarn/plugins',
];

const protectedNames: ReadonlySet<string> = new Set([
  // As a file it names the folder that git takes for its own; with HEAD any folder is one.
  '.git',
  'head',
  '.gitattributes',
  '.gitconfig',
  '.gitmodules',
  '.gitlab-ci.yml',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  'azure-pipelines.yml',
  'jenkinsfile',
  // Where packages come from, and what runs as they are installed.
  '.npmrc',
  '.pnpmfile.cjs',
  '.yarnrc',
  '.yarnrc.yml',
  'pip.conf',
  // What a shell runs as it starts, or as somebody enters the folder.
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.envrc',
  '.mcp.json',
  // What agents are told.
  'agents.md',
  'claude.md',
  'gemini.md',
  '.cursorrules',
  '.windsurfrules',
  'copilot-instructions.md',
]);

/**
 * Files that are no instructions to anything that runs: of the folders and files whose names begin with a dot, which
 * tools, editors and agents read by themselves, these alone are as ordinary as any other.
 */
const inertDotNames: readonly RegExp[] = [
  /^\.[\w-]*ignore$/,
  /^\.(?:git)?keep$/,
  /^\.env\.(?:example|sample|template|dist|defaults)$/,
  /^\.(?:editorconfig|nvmrc|mailmap|browserslistrc|nojekyll|coveragerc|clang-format|rspec)$/,
  /^\.(?:node|python|ruby|java|go|terraform)-version$/,
  /^\.(?:markdownlint|yamllint|hadolint|codespell|typos|remarkrc|cspell)(?:[\w-]|\.(?:json5?|jsonc|ya?ml|toml|txt|ini))*$/,
  // Folders of which people edit sources and texts.
  /^\.(?:github|changeset|storybook|vitepress|vuepress|well-known|next|nuxt|svelte-kit|output)$/,
];

/** Folders of programs and packages: what they hold is run instead of what a person means. */
const programFolders: ReadonlySet<string> = new Set(['venv', 'virtualenv', 'site-packages', 'bower_components']);

/** What editors, hooks, servers and agents read by themselves, by the file's name. */
const runByThemselves: readonly RegExp[] = [
  // A linter, a formatter, a server of a language or of tests loads it as soon as it is saved.
  /^(?!app\.)[\w.-]+\.(?:config|workspace|projects)\.[cm]?[jt]s$/,
  /^(?:vitest\.)?workspace\.[cm]?[jt]s$/,
  /^(?:pylintrc(?:\.toml)?|(?:site|user)customize\.py|[\w.-]+\.pth|build\.rs)$/,
  // It is started instead of a program that a person has installed.
  /^(?:gradlew|mvnw)(?:\.(?:bat|cmd))?$/,
  /^(?:gradle|maven)-wrapper\.[\w.]+$/,
  // Hooks of git, and what calls them.
  /^(?:(?:pre|post)-[a-z-]+|(?:prepare-)?commit-msg|applypatch-msg|fsmonitor-watchman|reference-transaction)$/,
  /^(?:lefthook|lint-staged)[\w.-]*$/,
  // Whoever enters the folder, or opens it, runs it.
  /^(?:(?:flake|shell|default|devenv)\.nix|devbox\.json|mise[\w.]*\.toml|[\w.-]+\.sublime-project)$/,
  // A server runs it once it is pushed.
  /^(?:[\w-]+-)?(?:pipelines?|appveyor|cloudbuild|buildspec|codemagic|wercker)(?:[.-][\w.-]+)?\.ya?ml$/,
  /^(?:netlify|vercel|render|fly|railway|wrangler)\.(?:toml|ya?ml|jsonc?)$/,
  // What agents are told, and which programs they start.
  /^(?:agents?|claude|gemini|qwen|codex|copilot|crush|warp|skill)(?:\.[\w-]+)*\.md$/,
  /\.(?:mdc|(?:instructions|prompt|chatmode|agent)\.md)$/,
  /^(?:mcp|opencode|crush)(?:[._-][\w.-]+)?\.jsonc?$/,
];

/**
 * Whether a change of the file is asked about by itself, in whatever spelling: it is sensitive, or something runs or
 * obeys it without anybody starting a command.
 *
 * @param path within its workspace folder, so that the folders around that one do not count; whole where it lies in
 * none.
 */
export function isProtected(path: string): boolean {
  if (isSensitive(path)) return true;
  return looseReadings(path).some((names) => {
    const name = names.at(-1) ?? '';
    return (
      names.some((one) => one.startsWith('.') && !inertDotNames.some((pattern) => pattern.test(one))) ||
      names.slice(0, -1).some((folder) => programFolders.has(folder)) ||
      runByThemselves.some((pattern) => pattern.test(name))
    );
  });
}

/**
 * Whether the file at this path, relative to its workspace folder or whole, is one that even a command may not name
 * unasked, in whatever spelling.
 */
export function isSensitive(path: string): boolean {
  if (secretSign(path, '') !== null) return true;
  return looseReadings(path).some((names) => {
    const name = names.at(-1) ?? '';
    const folders = names.slice(0, -1);
    return (
      protectedNames.has(name) ||
      name.endsWith('.code-workspace') ||
      folders.some((folder) => protectedFolders.has(folder)) ||
      protectedPlaces.some((place) => `/${folders.join('/')}/`.includes(`/${place}/`))
    );
  });
}
