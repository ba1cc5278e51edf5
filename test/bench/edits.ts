// Prints what the matching engine does with the commits of git repositories, given as paths of their git directories.
import { committedFiles } from '../support/edits/commits.ts';
import { measured, tableOf } from '../support/edits/measured.ts';
import { casesOf } from '../support/edits/written-edits.ts';

const files = process.argv.slice(2).flatMap((directory) => committedFiles(directory, 60));
const counts = measured(files.flatMap(casesOf));
process.stdout.write(`${files.length} files of commits\n${tableOf(counts)}\n`);
for (const { form, name, code } of counts.get('all')?.wrong ?? [])
  process.stdout.write(`\nwrong: ${form}, ${name}\n${code}\n`);
