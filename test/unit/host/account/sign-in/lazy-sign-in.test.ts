import assert from 'node:assert/strict';
import { linkPath, linkShapes } from '../../../../../src/core/service/profile/redirect-shapes.ts';
import { failNextImport } from '../../../../support/fakes/failing-import.ts';
import { shown } from '../../../../support/fakes/vscode-stand-in.ts';

const { LazySignIn } = await import('../../../../../src/host/account/sign-in/lazy-sign-in.ts');

interface Arrived {
  readonly path: string;
  readonly query: string;
}

function lazySignIn() {
  let arrive: (uri: Arrived) => void = () => undefined;
  const uris = { onUri: (listener: (uri: Arrived) => void) => ((arrive = listener), { dispose: () => undefined }) };
  const warnings: string[] = [];
  const context = {
    secrets: { onDidChange: () => ({ dispose: () => undefined }) },
    globalStorageUri: {},
    extension: {},
    workspaceState: {
      get: () => ({ id: 'a'.repeat(32), provider: 'primary', until: Date.now() + 60_000 }),
      update: () => Promise.resolve(),
    },
  };
  const lazy = new LazySignIn({
    context: context as never,
    connection: () => null,
    sessions: { settled: Promise.resolve() } as never,
    store: {} as never,
    log: { info: () => undefined, warn: (text) => warnings.push(text) },
    uris: uris as never,
    onUnderWay: () => undefined,
  });
  return { lazy, warnings, arrive: (uri: Arrived) => arrive(uri) };
}

const sentence = 'Signing in could not be loaded (Error). Nothing stored is lost. Try again, or reload this window.';
const signIn = './sign-in.ts';
const turns = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

describe('signing in that is loaded when it is needed', () => {
  beforeEach(() => (shown.length = 0));

  it('tells that signing in could not be loaded, and loads it with the next call', async () => {
    const { lazy, warnings } = lazySignIn();
    failNextImport(signIn);
    assert.equal(await lazy.signIn(), null);
    assert.equal(shown.includes(sentence), true);
    assert.equal(warnings.length, 1);
    shown.length = 0;
    await lazy.run();
    assert.deepEqual(shown, ['tidemark.connect']);
  });

  it('hears a link of every shape that a sign-in can send, and of no other path', async () => {
    const { lazy, warnings, arrive } = lazySignIn();
    for (const shape of linkShapes) {
      const before = warnings.length;
      failNextImport(signIn);
      arrive({ path: linkPath(shape), query: 'code=c' });
      while (warnings.length === before) await turns();
    }
    arrive({ path: '/callback', query: 'code=c' });
    await turns();
    assert.equal(warnings.length, linkShapes.length);
    lazy.dispose();
  });

  it('rejects for no command, no reload and no answer of a browser', async () => {
    const { lazy, warnings, arrive } = lazySignIn();
    failNextImport(signIn);
    await lazy.run();
    failNextImport(signIn);
    await lazy.resume();
    failNextImport(signIn);
    arrive({ path: '/oauth/callback', query: 'code=a' });
    while (warnings.length < 3) await turns();
  });
});
