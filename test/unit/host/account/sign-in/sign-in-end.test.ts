import assert from 'node:assert/strict';
import type { NamedAccount } from '../../../../../src/host/account/session/account-names.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { connectTo, profileOf } from '../../../../support/fakes/service-connection.ts';
import { sessionOf } from '../../../../support/fakes/sessions.ts';
import { standIn } from '../../../../support/fakes/vscode-stand-in.ts';

const { tellOutcome } = await import('../../../../../src/host/account/sign-in/sign-in-end.ts');

const log = { info: () => undefined, warn: () => undefined };
const session = { ...sessionOf('b'), user: { sub: 'b', name: 'Ben' } };
const ada: NamedAccount = { session: { ...sessionOf('a'), account: 'a' }, name: 'Ada' };

describe('the end of a sign-in', () => {
  const original = { window: { ...standIn.window }, commands: { ...standIn.commands } };
  afterEach(() => {
    Object.assign(standIn.window, original.window);
    Object.assign(standIn.commands, original.commands);
  });

  /** What is said, with its buttons, and what is run by whoever presses the first of them. */
  async function told(replaced: NamedAccount | null): Promise<{ said: unknown[]; ran: unknown[] }> {
    const said: unknown[] = [];
    const ran: unknown[] = [];
    Object.assign(standIn.window, {
      showInformationMessage: (text: string, ...items: { title: string }[]) => {
        said.push(text, ...items.map(({ title }) => title));
        return Promise.resolve(items[0]);
      },
    });
    Object.assign(standIn.commands, { executeCommand: (...given: unknown[]) => Promise.resolve(void ran.push(given)) });
    const clock = new FakeClock();
    const connection = connectTo(profileOf('https://service.example'), clock);
    const settled = { saved: Promise.resolve(), named: Promise.resolve(session) };
    const outcome = { kind: 'signedIn', session, ...settled } as const;
    await tellOutcome(outcome, connection, log, replaced, () => undefined);
    return { said, ran };
  }

  it('names who has signed in, and nobody else where nobody paid before', async () => {
    assert.deepEqual(await told(null), { said: ['Signed in as Ben.'], ran: [] });
  });

  it('says that this account pays now in place of another one, and leads back to that in one click', async () => {
    assert.deepEqual(await told(ada), {
      said: ['Signed in as Ben. This account now pays in this window, in place of Ada.', 'Switch to Ada'],
      ran: [['tidemark.switchAccount', 'a']],
    });
  });
});
