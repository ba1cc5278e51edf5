// Knows that a file that fails to load ends nothing for good, and that what promises never to reject does not.
import assert from 'node:assert/strict';
import { Secret } from '../../../../src/core/service/secret.ts';
import { failNextImport } from '../../../support/failing-import.ts';
import { MemorySecretStore } from '../../../support/memory-secret-store.ts';
import { profileOf } from '../../../support/service-connection.ts';
import { shown } from '../../../support/vscode-stand-in.ts';
import { audienceOf } from '../../../../src/core/service/profile.ts';
import type { Session } from '../../../../src/core/account/session.ts';

const { Sessions } = await import('../../../../src/host/account/sessions.ts');

const profile = profileOf('https://auth.example');
const session: Session = {
  audience: audienceOf(profile),
  provider: 'primary',
  businessToken: new Secret('business-token'),
  accessToken: new Secret('access-token'),
  planCredential: null,
  user: null,
};

function opened() {
  const warnings: string[] = [];
  const sessions = new Sessions({
    context: { secrets: { onDidChange: () => ({ dispose: () => undefined }) } as never, globalState: { get: () => undefined, update: () => Promise.resolve() } as never },
    store: new MemorySecretStore(),
    profile: () => profile,
    log: { info: () => undefined, warn: (text) => warnings.push(text) },
  });
  return { sessions, warnings };
}

const book = 'session-book.ts';

describe('the accounts of a window', () => {
  beforeEach(() => (shown.length = 0));

  it('settle where the code that reads them cannot be loaded, and the person is told', async () => {
    const { sessions, warnings } = opened();
    failNextImport(book);
    await sessions.reload();
    await sessions.settled;
    assert.deepEqual(sessions.accounts, { sessions: [], active: { kind: 'none' }, trouble: null });
    assert.equal(warnings.length, 1);
    assert.equal(shown.some((text) => typeof text === 'string' && text.startsWith('Signing in could not be loaded')), true);
  });

  it('are read by the next who asks, after a load that failed', async () => {
    const { sessions } = opened();
    failNextImport(book);
    await sessions.reload();
    await sessions.reload();
    await (await sessions.keep(session)).saved;
    assert.equal(sessions.session?.businessToken.reveal(), 'business-token');
  });

  it('let no token fall, and name nobody, where the code for it cannot be loaded; neither rejects', async () => {
    const { sessions, warnings } = opened();
    failNextImport(book);
    assert.equal(await sessions.lapse(session), false);
    failNextImport(book);
    await sessions.name(session, { sub: '1' });
    assert.equal(warnings.length, 2);
  });
});
