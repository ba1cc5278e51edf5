// Knows for which reasons a person is asked before something is attached; not how they are asked.
import { secretSign } from './secret-scan.ts';

/**
 * Where a file really lies: within the workspace; outside of it; linked to a place away from the folder that it was named in,
 * where no folder is open; or behind a link that cannot be followed from here.
 */
export type Whereabouts = 'inside' | 'outside' | 'linkedAway' | 'behindLink';

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

export type AttachReason = Exclude<Whereabouts, 'inside'> | 'secretName' | 'secretText' | 'ignoredByGit';

/**
 * @param origin null where it comes from no file in particular.
 * @param text what would be sent; null where that is names alone, or an image.
 */
export function attachReasons(origin: FileOrigin | null, text: string | null, ignoredByGit = false): AttachReason[] {
  const reasons: AttachReason[] = [];
  if (origin !== null && origin.lies !== 'inside') reasons.push(origin.lies);
  const paths = text === null || origin === null ? [''] : [origin.path, origin.realPath];
  const signs = paths.map((path) => secretSign(path, text ?? ''));
  if (signs.includes('name')) reasons.push('secretName');
  else if (signs.includes('text')) reasons.push('secretText');
  if (ignoredByGit) reasons.push('ignoredByGit');
  return reasons;
}
