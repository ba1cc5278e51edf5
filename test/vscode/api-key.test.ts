// The API key of a window over a store in memory: which host it may be sent to, and when a change of it is heard.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SecretStore } from '../../src/core/ports.ts';
import { Secret } from '../../src/core/service/credentials/secret.ts';
import { ApiKey } from '../../src/host/account/api-key/api-key.ts';
import { isKeyElsewhere } from '../../src/host/service/connecting.ts';
import { MemorySecretStore } from '../support/fakes/memory-secret-store.ts';
import { unsendable } from '../support/samples/unsendable-text.ts';

describe('the API key', () => {
  let secrets: MemorySecretStore;
  let changed: vscode.EventEmitter<vscode.SecretStorageChangeEvent>;
  let receiver: string | null;
  let older: string | null;
  let warnings: string[];
  let opened: ApiKey[];

  beforeEach(() => {
    older = null;
    [secrets, changed, receiver, warnings, opened] = [
      new MemorySecretStore(),
      new vscode.EventEmitter(),
      'one.example',
      [],
      [],
    ];
  });
  afterEach(() => {
    vscode.Disposable.from(changed, ...opened).dispose();
  });

  const open = (store: SecretStore = secrets): ApiKey => {
    const unused = (): never => assert.fail('It reads and writes through the guarded store alone.');
    const apiKey = new ApiKey({
      secrets: { get: unused, store: unused, delete: unused, keys: unused, onDidChange: changed.event },
      store,
      receiver: () => Promise.resolve(receiver === null ? null : { receiver, older }),
      log: { info: unused, warn: (text) => warnings.push(text) },
    });
    opened.push(apiKey);
    return apiKey;
  };
  const inForce = ({ current }: ApiKey): (string | undefined)[] => [current?.receiver, current?.key.reveal()];
  const keyFor = (host: string) => ({ receiver: host, key: new Secret(`key-of-${host}`) });

  it('may be sent to the host that it was set for, and to no other', async () => {
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

  it('stays where it was set: another demo, on another port, has none, which connecting says', async () => {
    const apiKey = open();
    assert.equal(await isKeyElsewhere(apiKey, secrets), false);
    await apiKey.set(keyFor('127.0.0.1:4100'));
    receiver = '127.0.0.1:4100';
    assert.equal(await isKeyElsewhere(apiKey, secrets), false);
    receiver = '127.0.0.1:4101';
    assert.equal(await isKeyElsewhere(apiKey, secrets), true);
    assert.equal(apiKey.current, null);
    receiver = null;
    assert.equal(await isKeyElsewhere(apiKey, secrets), false);
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

  it('of an earlier version, which named its receiver by the host, is taken over once, where that says who was meant', async () => {
    secrets.values.set('tidemark.apiKey.one.example', 'key-1');
    receiver = 'https://one.example/a';
    const apiKey = open();
    await apiKey.reload();
    assert.equal(apiKey.current, null);
    [receiver, older] = ['https://one.example', 'one.example'];
    await apiKey.reload();
    assert.deepEqual(inForce(apiKey), ['https://one.example', 'key-1']);
    assert.deepEqual([...secrets.values], [['tidemark.apiKey.https://one.example', 'key-1']]);
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
    for (const key of ['tidemark.apiKey.one.example', 'tidemark.apiKey.one.example', 'another.secret'])
      changed.fire({ key });
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
