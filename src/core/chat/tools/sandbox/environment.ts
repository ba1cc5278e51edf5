// What a program in the sandbox is told of the environment: only what is known to tell where programs are and how they
// speak. Whatever else a person has set may be a secret, or lead to somebody who answers.
import { secretSign } from '../../attachments/secret-scan.ts';

const passed: ReadonlySet<string> = new Set(
  (
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ COLORTERM NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE NODE_ENV ' +
    'JAVA_HOME GOPATH GOROOT CARGO_HOME RUSTUP_HOME NVM_DIR VOLTA_HOME FNM_DIR ASDF_DIR ASDF_DATA_DIR PYENV_ROOT RBENV_ROOT ' +
    'VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV SDKMAN_DIR DENO_DIR BUN_INSTALL PNPM_HOME DOTNET_ROOT GEM_HOME GEM_PATH'
  ).split(' '),
);

export function sandboxEnvironment(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    const isPassed = value !== undefined && (passed.has(name) || /^LC_[A-Z]+$/.test(name));
    return isPassed && secretSign('', `${name}=${value}`) === null ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(kept), TMPDIR: '/tmp' };
}
