// The API key of a window over a store in memory: which host it is in force for, and when a change of it is heard.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SecretStore } from '../../src/core/ports.ts';
import { Secret } from '../../src/core/service/secret.ts';
import { ApiKey } from '../../src/host/account/api-key.ts';
import { MemorySecretStore } from '../support/memory-secret-store.ts';
import { unsendable } from '../support/unsendable-text.ts';

describe('the API key', () => {
  let secrets: MemorySecretStore;
  let changed: vscode.EventEmitter<vscode.SecretStorageChangeEvent>;
  let receiver: string | null;
  let warnings: string[];
  let opened: ApiKey[];

  beforeEach(() => {
    [secrets, changed, receiver, warnings, opened] = [new MemorySecretStore(), new vscode.EventEmitter(), 'one.example', [], []];
  });
  afterEach(() => {
    vscode.Disposable.from(changed, ...opened).dispose();
  });

  const open = (store: SecretStore = secrets): ApiKey => {
    const unused = (): never => assert.fail('It reads and writes through the guarded store alone.');
    const apiKey = new ApiKey({
      secrets: { get: unused, store: unused, delete: unused, keys: unused, onDidChange: changed.event },
      store,
      receiver: () => Promise.resolve(receiver),
      log: { info: unused, warn: (text) => warnings.push(text) },
    });
    opened.push(apiKey);
    return apiKey;
  };
  const inForce = ({ current }: ApiKey): (string | undefined)[] => [current?.receiver, current?.key.reveal()];
  const keyFor = (host: string) => ({ receiver: host, key: new Secret(`key-of-${host}`) });

  it('is in force for the host that it was set for, and for no other', async () => {
    const apiKey = open();
    await apiKey.set(keyFor('one.example'));
    assert.deepEqual(inForce(apiKey), ['one.example', 'key-of-one.example']);
    receiver = 'two.example';
    await apiKey.reload();
    assert.equal(apiKey.current, null);
    await apiKey.set(keyFor('two.example'));
    assert.deepEqual(inForce(apiKey), ['two.example', 'key-of-two.example']);
    receiver = null;
    await apiKey.reload();
    assert.equal(apiKey.current, null);
  });

  it('is refused when it is set, and counts as none when it is read, where no header can carry it', async () => {
    const apiKey = open();
    for (const [name, text] of unsendable) {
      await assert.rejects(apiKey.set({ receiver: 'one.example', key: new Secret(text) }), RangeError, name);
      assert.deepEqual(await secrets.keys(), [], name);
    }
    for (const [name, text] of unsendable) {
      secrets.values.set('tidemark.apiKey.one.example', text);
      await apiKey.reload();
      assert.equal(apiKey.current, null, name);
    }
    assert.equal(warnings.length, unsendable.length);
  });

  it('is there again when its host is, and forgotten only where it was removed', async () => {
    const apiKey = open();
    for (const host of ['one.example', 'two.example']) await apiKey.set(keyFor(host));
    await apiKey.remove({ receiver: 'two.example' });
    assert.deepEqual(await secrets.keys(), ['tidemark.apiKey.one.example']);
    assert.deepEqual(inForce(apiKey), ['one.example', 'key-of-one.example']);
  });

  it('is heard of when another window sets it, once', async () => {
    const apiKey = open();
    await apiKey.reload();
    let changes = 0;
    apiKey.onDidChange(() => (changes += 1));
    secrets.values.set('tidemark.apiKey.one.example', 'key-1');
    const heard = new Promise((resolve) => opened[0]?.onDidChange(resolve));
    for (const key of ['tidemark.apiKey.one.example', 'tidemark.apiKey.one.example', 'another.secret']) changed.fire({ key });
    await heard;
    await apiKey.reload();
    assert.deepEqual([inForce(apiKey), changes], [['one.example', 'key-1'], 1]);
  });

  it('stays as it was, with a line in the log, where the store does not answer', async () => {
    let locked = false;
    const apiKey = open({
      get: (key) => (locked ? Promise.reject(new TypeError('locked')) : secrets.get(key)),
      store: (key, value) => secrets.store(key, value),
      delete: (key) => secrets.delete(key),
      keys: () => secrets.keys(),
    });
    await apiKey.set(keyFor('one.example'));
    locked = true;
    await apiKey.reload();
    assert.deepEqual(inForce(apiKey), ['one.example', 'key-of-one.example']);
    assert.deepEqual(warnings, ['The secret store did not answer: TypeError']);
  });
});
