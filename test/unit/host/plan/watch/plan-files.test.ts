import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatRecord, type PlanRecord } from '../../../../../src/core/plan/watch/plan-record.ts';
import { nothingAsked } from '../../../../../src/core/plan/watch/refresh-policy.ts';
import { createPlanFiles } from '../../../../../src/host/plan/watch/plan-files.ts';
import { accountNamed } from '../../../../support/fakes/sessions.ts';

const log = { info: () => undefined, warn: () => undefined };
const record: PlanRecord = {
  finding: { kind: 'noPlan' },
  asked: nothingAsked,
  samples: [{ at: 5, plan: 'coding:Pro', windows: [] }],
  warned: [],
  balances: null,
};

describe('the files of plans', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tidemark-plan-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it("take over what an earlier version kept under an account's former name, for whichever window reads first", async () => {
    // The first 16 digits of the SHA-256 of "https://api.example", "primary" and "user-1", a line each.
    await writeFile(path.join(folder, '8a16e21b9c4baaeb.plan.json'), formatRecord(record));
    const person = { apiUrl: 'https://api.example', provider: 'primary', id: 'user-1' } as const;
    const [ada, ben] = [accountNamed('ada'), accountNamed('ben')];
    const files = createPlanFiles(folder, (account) => (account === ada ? person : null), log);
    assert.equal(await files.read(ben), null);
    const read = await Promise.all([files.read(ada), files.read(ada)]);
    assert.deepEqual(
      read.map((one) => one?.samples),
      [record.samples, record.samples],
    );
    assert.deepEqual(await readdir(folder), [`${ada}.plan.json`]);
  });
});
