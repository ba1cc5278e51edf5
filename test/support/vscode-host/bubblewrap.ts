// Finds bubblewrap, without which the sandbox of the agent cannot be tried, and on a bare Debian installs it.
import { installOnDebian, isExecutable } from './debian.ts';

const place = '/usr/bin/bwrap';

/**
 * Null on systems that have none.
 *
 * @throws Error that says what to install.
 */
export async function findBubblewrap(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const installed = (): string | undefined => (isExecutable(place) ? place : undefined);
  const found = installed() ?? (await installOnDebian('bubblewrap', installed));
  if (found !== undefined) return found;
  throw new Error('The tests of the sandbox need bubblewrap (on Debian and Ubuntu: sudo apt-get install bubblewrap).');
}
