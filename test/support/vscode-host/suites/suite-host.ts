// Decides which VS Code the suites run in, from the environment and the platform. It starts none.

/** A VS Code from npm, the desktop's that @vscode/test-electron downloads, or the desktop's that is given. */
export type SuiteHost =
  | { readonly kind: 'npm' }
  | { readonly kind: 'download' }
  | { readonly kind: 'executable'; readonly executable: string };

/**
 * `VSCODE_EXECUTABLE` names a desktop VS Code to use. Otherwise `TIDEMARK_VSCODE` chooses `npm` or `desktop`; without
 * it Linux takes npm, which needs no display and no download beyond the registry, and others take the desktop.
 * @throws Error when `TIDEMARK_VSCODE` is neither.
 */
export function chooseHost(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): SuiteHost {
  const executable = env['VSCODE_EXECUTABLE'];
  if (executable !== undefined && executable !== '') return { kind: 'executable', executable };
  switch (env['TIDEMARK_VSCODE'] ?? '') {
    case 'npm':
      return { kind: 'npm' };
    case 'desktop':
      return { kind: 'download' };
    case '':
      return platform === 'linux' ? { kind: 'npm' } : { kind: 'download' };
    default:
      throw new Error(`TIDEMARK_VSCODE is npm or desktop, not ${env['TIDEMARK_VSCODE'] ?? ''}.`);
  }
}
