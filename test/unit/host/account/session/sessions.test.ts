import assert from 'node:assert/strict';
import { failNextImport } from '../../../../support/fakes/failing-import.ts';
import { MemorySecretStore } from '../../../../support/fakes/memory-secret-store.ts';
import { MemoryMemento } from '../../../../support/fakes/memory-memento.ts';
import { profileOf, serviceFor } from '../../../../support/fakes/service-connection.ts';
import { shown } from '../../../../support/fakes/vscode-stand-in.ts';
import { sessionOf } from '../../../../support/fakes/sessions.ts';
import { TombstoneFile } from '../../../../../src/node/tombstone-file.ts';

const { Sessions } = await import('../../../../../src/host/account/session/sessions.ts');

const service = serviceFor(profileOf('https://auth.example'));
const session = sessionOf('Ada', { audience: service.audience });

function opened(tombstones = new TombstoneFile(null)) {
  const warnings: string[] = [];
  const sessions = new Sessions({
    context: {
      secrets: { onDidChange: () => ({ dispose: () => undefined }) } as never,
      workspaceState: new MemoryMemento(),
      globalState: { get: () => undefined, update: () => Promise.resolve() } as never,
    },
    store: new MemorySecretStore(),
    loadTombstones: () => Promise.resolve(tombstones),
    service: () => service,
    log: { info: () => undefined, warn: (text) => warnings.push(text) },
  });
  return { sessions, warnings };
}

const book = 'account-store.ts';

describe('the accounts of a window', () => {
  beforeEach(() => (shown.length = 0));

  it('settle where the code that reads them cannot be loaded, and the person is told', async () => {
    const { sessions, warnings } = opened();
    failNextImport(book);
    await sessions.reload();
    await sessions.settled;
    assert.deepEqual(sessions.accounts, { sessions: [], lapsed: [], active: { kind: 'none' }, trouble: null });
    assert.equal(warnings.length, 1);
    assert.equal(
      shown.some((text) => typeof text === 'string' && text.startsWith('Signing in could not be loaded')),
      true,
    );
  });

  it('are read by the next who asks, after a load that failed', async () => {
    const { sessions } = opened();
    failNextImport(book);
    await sessions.reload();
    await sessions.reload();
    await (await sessions.keep(session)).saved;
    assert.equal(sessions.session?.businessToken.reveal(), 'token-of-Ada');
  });

  it('let no token fall, and name nobody, where the code for it cannot be loaded; neither rejects', async () => {
    const { sessions, warnings } = opened();
    failNextImport(book);
    assert.equal(await sessions.lapse(session), false);
    failNextImport(book);
    await sessions.name(session, { sub: '1' });
    assert.equal(warnings.length, 2);
  });

  it('have names where several are signed in, of which others hear when they are known', async () => {
    const { sessions } = opened();
    await sessions.reload();
    const heard: string[][] = [];
    const twoNamed = Promise.withResolvers<undefined>();
    sessions.onDidLearnNames(() => {
      heard.push([...sessions.names.values()]);
      twoNamed.resolve(undefined);
    });
    await (await sessions.keep(session)).saved;
    assert.deepEqual([...sessions.names], []);
    await (await sessions.keep(sessionOf('Ben', { audience: service.audience }))).saved;
    await twoNamed.promise;
    assert.deepEqual(heard, [['Ada', 'Ben']]);
    await sessions.reload();
    assert.deepEqual(heard, [['Ada', 'Ben']]);
  });

  it('are used no more from the moment on that another window ended them, before this one has heard of it', async () => {
    const ended = new TombstoneFile(null);
    const { sessions } = opened(ended);
    await sessions.reload();
    await (await sessions.keep(session)).saved;
    assert.equal(sessions.stored.kind, 'session');
    await ended.bury([session]);
    assert.deepEqual([sessions.session, sessions.stored], [null, { kind: 'none' }]);
    assert.deepEqual(sessions.accounts.sessions, []);
  });
});
