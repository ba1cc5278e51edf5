import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Publication, publish, type PublishedFile, unpublish } from '../../../src/node/published-file.ts';

describe('A file for other programs', () => {
  let folder: string;
  let now: number;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'tidemark-'));
    now = Date.now();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const at = (name: string): string => path.join(folder, name);
  const target = (file: string, closedFolders: readonly string[] = []): PublishedFile => ({
    file,
    closedFolders,
    isOurs: (text) => text.startsWith('ours'),
    isNews: (text, there) => text !== there,
    pause: 60_000,
    now: () => now,
  });
  const write = (text: string, file = at('quota.json'), closed: readonly string[] = []): Promise<Publication> =>
    publish(text, target(file, closed));
  const refusal = async (file: string, closed: readonly string[] = []): Promise<string> => {
    const result = await write('ours', file, closed);
    return result.kind === 'refused' ? result.reason : result.kind;
  };

  it('is written whole and for one person alone, in a folder that stays as it is', async () => {
    chmodSync(folder, 0o755);
    assert.deepEqual(await write('ours 1'), { kind: 'written' });
    assert.equal(readFileSync(at('quota.json'), 'utf8'), 'ours 1');
    assert.equal(statSync(at('quota.json')).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o755);
    assert.deepEqual(readdirSync(folder), ['quota.json']);
  });

  it('is written once a minute at most, and not for no news', async () => {
    await write('ours 1');
    utimesSync(at('quota.json'), now / 1000, now / 1000);
    assert.deepEqual(await write('ours 1'), { kind: 'unchanged' });
    now += 20_000;
    const early = await write('ours 2');
    assert.ok(early.kind === 'tooSoon' && early.wait > 39_000 && early.wait <= 40_001, JSON.stringify(early));
    now += 41_000;
    assert.deepEqual(await write('ours 2'), { kind: 'written' });
  });

  it('is written too where the clock was set back behind its last version', async () => {
    await write('ours 1');
    now -= 3_600_000;
    assert.deepEqual(await write('ours 2'), { kind: 'written' });
  });

  it('is never put in the place of something else', async () => {
    writeFileSync(at('.bashrc'), 'alias ls=rm');
    mkdirSync(at('folder'));
    writeFileSync(at('ours.json'), 'ours');
    symlinkSync(at('ours.json'), at('link'));
    writeFileSync(at('large'), `ours${'x'.repeat(300_000)}`);
    for (const name of ['.bashrc', 'folder', 'link', 'large']) assert.equal(await refusal(at(name)), 'foreign', name);
    assert.equal(readFileSync(at('.bashrc'), 'utf8'), 'alias ls=rm');
  });

  it('is written nowhere but where a person has said, outside of every workspace', async () => {
    mkdirSync(at('shop/src'), { recursive: true });
    symlinkSync(at('shop'), at('alias'));
    assert.equal(await refusal('quota.json'), 'notAbsolute');
    assert.equal(await refusal(at('shop/quota.json'), [at('shop')]), 'inWorkspace');
    assert.equal(await refusal(at('alias/src/quota.json'), [at('shop')]), 'inWorkspace');
    assert.equal(await refusal(at('none/quota.json')), 'noFolder');
    assert.deepEqual(readdirSync(at('shop')), ['src']);
  });

  it('is removed where it is ours, and left where it is not', async () => {
    await write('ours 1');
    await unpublish(target(at('quota.json')));
    writeFileSync(at('other'), 'theirs');
    await unpublish(target(at('other')));
    await unpublish(target(at('none')));
    assert.deepEqual(readdirSync(folder), ['other']);
  });
});
