// What other programs are told of the plan: the file as the setting changes, and the extension's exports.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { PlanState } from '../../src/core/plan/plan-state.ts';
import { planReport } from '../../src/core/plan/published/plan-report.ts';
import type { PlanApi } from '../../src/host/plan/published/publish-plan.ts';
import { QuotaFile } from '../../src/host/plan/published/quota-file.ts';

const figures = { plan: 'coding', name: 'Pro', level: null, renewal: null, windows: [], models: [] } as const;

describe('the quota for other programs', () => {
  let folder: string;
  let state: PlanState;
  let quota: QuotaFile;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tidemark-'));
    state = { kind: 'known', figures: { ...figures, readAt: 1 } };
    quota = new QuotaFile({
      state: () => state,
      report: () => planReport(state, [], 2),
      account: () => Promise.resolve('Ada Brook'),
      storage: vscode.Uri.file(path.join(folder, 'storage')),
      log: { info: () => undefined, warn: () => undefined },
    });
  });
  afterEach(async () => {
    quota.dispose();
    for (const key of ['quotaFile', 'quotaFileNamesAccount']) await set(key, undefined);
    rmSync(folder, { recursive: true });
  });

  const at = (name: string): string => path.join(folder, name);
  const set = (key: string, value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration('tidemark').update(`plan.${key}`, value, vscode.ConfigurationTarget.Global);
  /** As soon as it is so; a test that waits in vain fails with what is so instead. */
  const becomes = async (look: () => unknown, wanted: unknown): Promise<void> => {
    const end = Date.now() + 10_000;
    while (Date.now() < end && JSON.stringify(look()) !== JSON.stringify(wanted))
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(look(), wanted);
  };

  it('is in the chosen file, with a name where that is wanted, and gone from the one before', async () => {
    await set('quotaFile', at('a.json'));
    await set('quotaFileNamesAccount', true);
    quota.update();
    await becomes(() => existsSync(at('a.json')), true);
    assert.deepEqual(JSON.parse(readFileSync(at('a.json'), 'utf8')), {
      ...{ schema: 'tidemark.quota/1', state: 'known', readAt: '1970-01-01T00:00:00Z', plan: 'Pro' },
      ...{ windows: [], account: 'Ada Brook' },
    });
    await set('quotaFile', at('b.json'));
    quota.update();
    await becomes(() => [existsSync(at('a.json')), existsSync(at('b.json'))], [false, true]);
    await set('quotaFile', undefined);
    quota.update();
    await becomes(() => existsSync(at('b.json')), false);
  });

  it('leaves what is not its own alone, and waits for a state that lasts', async () => {
    writeFileSync(at('notes.json'), '{"mine":true}');
    await set('quotaFile', at('notes.json'));
    quota.update();
    state = { kind: 'checking' };
    await set('quotaFile', at('early.json'));
    quota.update();
    state = { kind: 'signedOut' };
    await set('quotaFile', at('late.json'));
    quota.update();
    await becomes(() => existsSync(at('late.json')), true);
    assert.deepEqual([readFileSync(at('notes.json'), 'utf8'), existsSync(at('early.json'))], ['{"mine":true}', false]);
  });

  it('is what the extension exports, frozen and without an account', async () => {
    const extension = vscode.extensions.getExtension<PlanApi>('tidemark.tidemark') ?? assert.fail();
    const api = await extension.activate();
    const plan = api.getPlan();
    assert.deepEqual(
      [Object.keys(plan), Object.isFrozen(plan), Object.isFrozen(api)],
      [['schema', 'state', 'readAt', 'plan', 'windows'], true, true],
    );
  });
});
