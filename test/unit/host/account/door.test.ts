// Knows that a sign-in that could not be loaded is told and can be begun again.
import assert from 'node:assert/strict';
import { failNextImport } from '../../../support/failing-import.ts';
import { shown } from '../../../support/vscode-stand-in.ts';

const { SignInDoor } = await import('../../../../src/host/account/door.ts');

interface Arrived {
  readonly path: string;
  readonly query: string;
}

function doorOf() {
  let arrive: (uri: Arrived) => void = () => undefined;
  const uris = { onUri: (listener: (uri: Arrived) => void) => ((arrive = listener), { dispose: () => undefined }) };
  const warnings: string[] = [];
  const context = {
    secrets: { onDidChange: () => ({ dispose: () => undefined }) },
    globalStorageUri: {},
    extension: {},
    workspaceState: { get: () => ({ id: 'a'.repeat(32), provider: 'primary', until: Date.now() + 60_000 }), update: () => Promise.resolve() },
  };
  const door = new SignInDoor({
    context: context as never,
    connection: () => null,
    sessions: { settled: Promise.resolve() } as never,
    store: {} as never,
    log: { info: () => undefined, warn: (text) => warnings.push(text) },
    uris: uris as never,
  });
  return { door, warnings, arrive: (uri: Arrived) => arrive(uri) };
}

const sentence = 'Signing in could not be loaded (Error). Nothing stored is lost. Try again, or load this window again.';
const signIn = './sign-in.ts';

describe('the door to signing in', () => {
  beforeEach(() => (shown.length = 0));

  it('tells that signing in could not be loaded, and loads it with the next call', async () => {
    const { door, warnings } = doorOf();
    failNextImport(signIn);
    assert.equal(await door.signIn(), null);
    assert.equal(shown.includes(sentence), true);
    assert.equal(warnings.length, 1);
    shown.length = 0;
    await door.run();
    assert.deepEqual(shown, ['tidemark.connect']);
  });

  it('rejects for no command, no reload and no answer of a browser', async () => {
    const { door, warnings, arrive } = doorOf();
    failNextImport(signIn);
    await door.run();
    failNextImport(signIn);
    await door.resume();
    failNextImport(signIn);
    arrive({ path: '/oauth/callback', query: 'code=a' });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(warnings.length, 3);
  });
});
