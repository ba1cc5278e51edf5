// What of the machine a program in the sandbox sees beside the workspace, to read alone: where programs are. Everything
// else is not there, so that no list of secrets has to be whole.
import { withoutSlashesAtEnd } from '../../../service/trimming.ts';
import { isSensitive } from '../../edits/protected-paths.ts';

export const systemFolders: readonly string[] =
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /etc /nix /gnu /home/linuxbrew/.linuxbrew /run/current-system'.split(
    ' ',
  );

/** Of `systemFolders`, what a person with every right could read: it is not there either. */
export const systemSecrets: readonly string[] = (
  '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/sudoers.d /etc/ssh /etc/ssl/private /etc/docker ' +
  '/etc/kubernetes /etc/rancher /etc/krb5.keytab /etc/wireguard /etc/NetworkManager /etc/openvpn /etc/npmrc /usr/etc/npmrc ' +
  '/usr/local/etc/npmrc /etc/pip.conf /etc/netrc /etc/environment /etc/machine-id'
).split(' ');

/** Beside homes, what no folder that is shown may hold: there programs listen, and secrets lie. */
const keptPlaces: readonly string[] = [...systemFolders, '/tmp', '/var', '/run', '/dev', '/proc', '/sys', '/root'];

/**
 * Whether a folder can be shown to commands in the sandbox, and written by them.
 *
 * @param folder absolute, a real path
 * @param kept what else it must not hold, as the home folder; real paths
 */
export function canBeOpened(folder: string, kept: readonly string[]): boolean {
  return ![...keptPlaces, ...kept].some((place) => isAtOrIn(place, folder));
}

/** Where people have their programs, within their home. */
const homeTools: readonly string[] = (
  '.nvm .fnm .volta .asdf .cargo .rustup .pyenv .rbenv .rvm .nodenv .jenv .goenv .sdkman .deno/bin .bun/bin .dotnet .ghcup ' +
  '.cabal/bin .elan .juliaup .opam go .npm-global .local/bin .local/lib .local/share/mise .local/share/fnm .local/share/pnpm ' +
  '.local/share/uv/python .local/share/uv/tools .local/share/pipx .m2/repository .m2/wrapper .gradle/wrapper .gem/ruby ' +
  '.linuxbrew miniconda3 anaconda3 miniforge3 mambaforge .cache/ms-playwright'
).split(' ');

/** Within these, where tokens are kept. */
const toolSecrets: readonly string[] = (
  '.cargo/credentials .cargo/credentials.toml .cargo/config .cargo/config.toml .nvm/.npmrc .npm-global/etc/npmrc .opam/config ' +
  '.local/share/pnpm/rc .local/share/mise/tokens .volta/.npmrc'
).split(' ');

export interface Machine {
  /** Absolute, without a slash at the end. */
  readonly home: string;
  /** Absolute, real paths of the folders that are open. */
  readonly roots: readonly string[];
  /** The variable PATH. */
  readonly programPath: string;
}

/** Outside of `systemFolders`, with folders before what lies in them. */
export function toolFolders({ home, roots, programPath }: Machine): readonly string[] {
  const named = programPath.split(':').map((folder) => withoutSlashesAtEnd(folder));
  const onPath = named.filter(
    (folder) =>
      /^\/[^/]/.test(folder) &&
      !folder.split('/').some((name) => name === '..' || name === '.') &&
      ![...systemFolders, ...roots].some((known) => isAtOrIn(folder, known)) &&
      canBeOpened(folder, [home, ...roots]) &&
      !isSensitive(folder),
  );
  return [...new Set([...homeTools.map((tool) => `${home}/${tool}`), ...onPath])].sort();
}

/** What is hidden of all that is seen. */
export function hiddenPlaces(home: string): readonly string[] {
  return [...systemSecrets, ...toolSecrets.map((secret) => `${home}/${secret}`)];
}

/** @param folder without a slash at the end */
export function isAtOrIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
