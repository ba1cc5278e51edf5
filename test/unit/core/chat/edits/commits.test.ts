// Commits of this project and of public ones, each in the forms in which a model would have written it: the result has
// to be the commit's own.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { measured, tableOf } from '../../../../support/edits/measured.ts';
import { casesOf } from '../../../../support/edits/written-edits.ts';

const filesSchema = z.array(
  z.object({
    path: z.string(),
    before: z.string(),
    hunks: z.array(z.object({ start: z.number(), removed: z.array(z.string()), added: z.array(z.string()) })),
  }),
);

const publicSchema = z.array(z.object({ repository: z.string(), licence: z.string(), files: filesSchema }));

const fixtureOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../conformance-data/edits/${name}`, import.meta.url), 'utf8'));
const ownFiles = filesSchema.parse(fixtureOf('own-commits.json'));
const publicFiles = publicSchema.parse(fixtureOf('public-commits.json')).flatMap(({ files }) => files);

describe('commits, as a model would have written them', function () {
  this.timeout(120_000);
  const publicCases = publicFiles.flatMap(casesOf);
  const cases = [...ownFiles.flatMap(casesOf), ...publicCases];
  const counts = measured(cases);
  const all = counts.get('all') ?? { right: 0, asked: 0, wrong: [], askedFor: [] };

  it('are at least 300 cases in at least 15 forms', () => {
    assert.ok(cases.length >= 300, `${cases.length}`);
    assert.ok(publicCases.length >= 100, `${publicCases.length} of public projects`);
    assert.ok(counts.size - 1 >= 15, `${counts.size}`);
  });

  it('never lead to another text than the commit did', () => {
    assert.deepEqual(
      all.wrong.map(({ form, name }) => `${form}: ${name}`),
      [],
    );
  });

  it('find their place in at least 85 of 100 cases; of the others a person is asked', () => {
    assert.ok(all.right >= 0.85 * cases.length, tableOf(counts));
  });

  it('find it in at least 95 of 100 cases where they say what was there before', () => {
    for (const [form, { right, asked }] of counts) {
      if (!/^(?:diff|search)/u.test(form)) continue;
      assert.ok(right >= 0.95 * (right + asked), `${form}: ${right} of ${right + asked}`);
    }
  });
});
