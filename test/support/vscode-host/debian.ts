// Installs what tests need on a bare Debian, as root; elsewhere a person does.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { runCommand } from './command.ts';

/** Gives what `installed` finds behind it; undefined where nothing can be installed. */
export async function installOnDebian(name: string, installed: () => string | undefined): Promise<string | undefined> {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined;
  console.error(`Installing ${name} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('Reading the package lists of Debian', 'apt-get', ['update'], { env });
  await runCommand(`Installing ${name}`, 'apt-get', ['install', '-y', name], { env });
  return installed();
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
