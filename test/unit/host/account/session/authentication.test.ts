// Which sessions other extensions and the Accounts menu are given.
import assert from 'node:assert/strict';
import { accountNamed, sessionOf } from '../../../../support/fakes/sessions.ts';
import { standIn } from '../../../../support/fakes/vscode-stand-in.ts';

const { registerAuthentication } = await import('../../../../../src/host/account/session/authentication.ts');

interface Asked {
  readonly account?: { readonly id: string; readonly label: string };
}

interface Registered {
  getSessions: (
    scopes: readonly string[] | undefined,
    options: Asked,
  ) => Promise<readonly { readonly accessToken: string; readonly account: { readonly id: string } }[]>;
}

describe('the sessions that VS Code is given', () => {
  const given = async (scopes: readonly string[] | undefined, options: Asked): Promise<string[]> => {
    const nothing = { dispose: () => undefined };
    const sessions = {
      settled: Promise.resolve(),
      accounts: {
        sessions: [sessionOf('ada'), sessionOf('cleo'), sessionOf('ben', { provider: 'secondary' })],
      },
      onDidChange: () => nothing,
      onDidName: () => nothing,
    };
    registerAuthentication(sessions as never, () => Promise.resolve(null));
    const { getSessions } = standIn.authentication.provider as Registered;
    return (await getSessions(scopes, options)).map(({ accessToken }) => accessToken);
  };

  it('are all of them, or those of the account that was asked for', async () => {
    assert.deepEqual(await given(undefined, {}), ['token-of-ada', 'token-of-cleo', 'token-of-ben']);
    assert.deepEqual(await given([], { account: { id: accountNamed('ben'), label: 'whatever' } }), ['token-of-ben']);
    assert.deepEqual(await given(undefined, { account: { id: accountNamed('dara'), label: 'ben' } }), []);
  });

  it('are none where scopes are asked for, since the service knows none', async () => {
    assert.deepEqual(await given(['read'], {}), []);
  });
});
