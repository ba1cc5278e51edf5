// @ts-check
// Writes the notices of everything that ships and was written elsewhere, from what the bundles really hold. Tools that
// do this for a project's dependencies list what is installed instead, which is not what ships.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** @import { Metafile } from 'esbuild' */

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version
 * @property {string} licence an SPDX identifier
 * @property {string} text every file of the package that states a licence
 */

export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/** The licences under which something may ship: each only asks that its notice goes along. SPDX identifiers. */
const allowedLicences = new Set(['MIT', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'CC-BY-4.0']);

/**
 * The folders of the packages whose code is in the bundles, relative to the project with forward slashes. What was read
 * and shaken out again is not among them.
 *
 * @param {readonly Metafile[]} metafiles
 * @returns {string[]}
 */
export function bundledPackages(metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const files = outputs.flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/')) ?? []);
  return [...new Set(folders)].sort();
}

/**
 * @param {string} project
 * @param {readonly string[]} folders of packages
 * @returns {Promise<Notice[]>} by name
 * @throws Error that names the package which has no licence that is allowed, or none in words.
 */
export async function readNotices(project, folders) {
  const notices = await Promise.all(folders.map((folder) => readNotice(path.join(project, folder))));
  return [...new Map(notices.map((notice) => [`${notice.name}@${notice.version}`, notice])).values()].sort(
    (one, other) => (one.name < other.name ? -1 : 1),
  );
}

/**
 * @param {string} folder
 * @returns {Promise<Notice>}
 */
async function readNotice(folder) {
  /** @type {unknown} */
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = Object(manifest);
  const licence = String(license);
  if (!allowedLicences.has(licence))
    throw new Error(`${name} ships under ${licence}, which is not among the licences that are allowed.`);
  const files = (await readdir(folder))
    .filter(
      (file) => /^(?:licen[cs]e|copying|notice)(?:[.-]\w+)*$/i.test(file) && !/\.(?:[cm]?[jt]sx?|json)$/.test(file),
    )
    .sort();
  if (files.length === 0) throw new Error(`${name} ships without a file that states its licence.`);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return {
    name: String(name),
    version: String(version),
    licence,
    text: texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n'),
  };
}

/**
 * @param {string} project
 * @param {readonly Metafile[]} metafiles
 * @param {readonly string[]} copied folders of packages that ship without being bundled
 */
export async function writeNotices(project, metafiles, copied) {
  const notices = await readNotices(project, [...bundledPackages(metafiles), ...copied]);
  const rule = '-'.repeat(80);
  const parts = notices.map(
    ({ name, version, licence, text }) => `${rule}\n${name} ${version} (${licence})\n${rule}\n\n${text}\n`,
  );
  await writeFile(
    path.join(project, noticesFile),
    `Tidemark contains the following works of others, under the licences that follow.\n\n${parts.join('\n')}`,
  );
}
