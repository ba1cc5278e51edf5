// @ts-check
// Rewrites a package so that its bytes follow from the commit alone: not from the machine's time zone, language, file
// modes or compression library.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { unzipSync, zipSync } from 'fflate';

/** What a ZIP can say at the earliest, in seconds since 1970. */
const earliest = 315_532_800;

/**
 * @param {Uint8Array} archive
 * @param {number} epoch seconds since 1970, the time that every entry is given
 * @returns {Uint8Array} the same entries, in the order of their names
 */
export function normalizeArchive(archive, epoch) {
  const entries = Object.entries(unzipSync(archive)).sort(([one], [other]) => (one < other ? -1 : 1));
  const { TZ } = process.env;
  // A ZIP tells local time.
  process.env['TZ'] = 'UTC';
  try {
    const attributes = {
      mtime: new Date(Math.max(epoch, earliest) * 1000),
      os: 3,
      attrs: 0o100644 << 16,
      level: /** @type {const} */ (9),
    };
    return zipSync(Object.fromEntries(entries.map(([name, bytes]) => [name, [bytes, attributes]])));
  } finally {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  }
}

/**
 * The time of the commit, unless another is asked for; the earliest where there is no commit.
 * @see https://reproducible-builds.org/specs/source-date-epoch/
 */
function sourceDateEpoch() {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d+$/.test(given)) return Number(given);
  try {
    return Number(
      execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return earliest;
  }
}

if (import.meta.main) {
  const [, , file = ''] = process.argv;
  await writeFile(file, normalizeArchive(await readFile(file), sourceDateEpoch()));
}
