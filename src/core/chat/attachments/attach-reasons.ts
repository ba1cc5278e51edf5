// Why a person is asked before something is attached.
import { hidesWords } from '../../service/characters.ts';
import { secretSign } from './secret-scan.ts';

/**
 * Where a file really lies: within the workspace; outside of it; linked to a place away from the folder that it was
 * named in, where no folder is open; or behind a link that cannot be followed from here.
 */
export type Whereabouts = 'inside' | 'outside' | 'linkedAway' | 'behindLink';

/**
 * @param isWithin whether the real path is in a folder of the workspace; where none is open, in the folder that the
 * file is named in.
 */
export function whereaboutsOf(isWithin: boolean, isFolderOpen: boolean): Whereabouts {
  if (isFolderOpen) return isWithin ? 'inside' : 'outside';
  return isWithin ? 'outside' : 'linkedAway';
}

/** The file that something comes from, as it was found when it was read. */
export interface FileOrigin {
  /** Of its address: `file` where it lies on this machine. */
  readonly scheme: string;
  /** As it was named. */
  readonly path: string;
  /** As the file system calls it, with every link followed. */
  readonly realPath: string;
  readonly lies: Whereabouts;
}

export type AttachReason =
  | Exclude<Whereabouts, 'inside'>
  | 'secretName'
  | 'secretText'
  | 'hiddenWords'
  | 'ignoredByGit'
  | 'gitUnknown';

/** What git says of a file; `none` where it did not say anything in time. */
export type GitAnswer = 'ignored' | 'notIgnored' | 'none';

/**
 * @param origin null where it comes from no file in particular.
 * @param text what would be sent; null where that is names alone, or an image.
 */
export function attachReasons(
  origin: FileOrigin | null,
  text: string | null,
  git: GitAnswer = 'notIgnored',
): AttachReason[] {
  const reasons: AttachReason[] = [];
  if (origin !== null && origin.lies !== 'inside') reasons.push(origin.lies);
  const paths = text === null || origin === null ? [''] : [origin.path, origin.realPath];
  const signs = paths.map((path) => secretSign(path, text ?? ''));
  if (signs.includes('name')) reasons.push('secretName');
  else if (signs.includes('text')) reasons.push('secretText');
  if (text !== null && hidesWords(text)) reasons.push('hiddenWords');
  switch (git) {
    case 'ignored':
      reasons.push('ignoredByGit');
      break;
    case 'none':
      reasons.push('gitUnknown');
      break;
    case 'notIgnored':
      break;
  }
  return reasons;
}
