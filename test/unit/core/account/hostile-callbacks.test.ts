import assert from 'node:assert/strict';
import { URI } from 'vscode-uri';
import { receiveUnsolicited } from '../../../../src/core/account/unsolicited-callback.ts';
import { createCompletion } from '../../../../src/core/account/sign-in.ts';
import type { DemoService } from '../../../../src/demo/server.ts';
import { passThrough } from '../../../support/sign-in/completed-sign-in.ts';
import {
  ended,
  queryThroughEditor,
  reach,
  type Scene,
  signInAtPage,
  stage,
} from '../../../support/sign-in/sign-in-scene.ts';
import { closeDemos, control, startDemo } from '../../demo/demo-client.ts';

const code = 'AAAABBBBCCCCDDDD';
const foreign = 'f'.repeat(32);

/** Each is a query; `{state}` stands for the state of the running sign-in. */
const hostile: readonly string[] = [
  // Nothing, or not what it should be.
  '',
  '?',
  '&',
  '=',
  '&&&&',
  '=&=&=',
  '%',
  '%%%',
  '%00',
  '%ff%fe',
  '\u0000',
  '\uFFFD',
  'callback',
  'null',
  '{}',
  '[]',
  '<script>alert(1)</script>',
  '__proto__=x',
  'constructor=x&prototype=y',
  '#code=x&state={state}',
  // Parameters that are missing, empty or in capitals.
  `code=${code}`,
  'state={state}',
  'code=&state={state}',
  `code=${code}&state=`,
  'code&state',
  'code=&state=',
  `CODE=${code}&STATE={state}`,
  `Code=${code}&State={state}`,
  `error=&state={state}`,
  'error=access_denied',
  'error=access_denied&state=',
  `error=&code=${code}&state={state}`,
  // Parameters that are there twice.
  `code=${code}&code=${code}&state={state}`,
  `code=${code}&state={state}&state={state}`,
  `code=${code}&state={state}&state=${foreign}`,
  `code=${code}&state=${foreign}&state={state}`,
  'error=access_denied&error=access_denied&state={state}',
  'error=a&error=b&state={state}',
  `code=${code}&%63ode=other&state={state}`,
  `code=${code}&state={state}&st%61te={state}`,
  'error=x&state={state}&state={state}',
  `code=&code=${code}&state={state}`,
  // States of others, and states that are nearly right.
  `code=${code}&state=${foreign}`,
  `error=access_denied&state=${foreign}`,
  `code=${code}&state={state}0`,
  `code=${code}&state=0{state}`,
  `code=${code}&state={state}%00`,
  `code=${code}&state=%00{state}`,
  `code=${code}&state=%20{state}`,
  `code=${code}&state={state}+`,
  `code=${code}&state={state}%0a`,
  `code=${code}&state={STATE}`,
  `code=${code}&state={state}{state}`,
  `code=${code}&state={half}`,
  `code=${code}&state=*`,
  `code=${code}&state=.*`,
  `code=${code}&state=null`,
  `code=${code}&state=undefined`,
  `code=${code}&state=true`,
  `code=${code}&state=__proto__`,
  `code=${code}&state=%7Bstate%7D`,
  `code=${code}&state=%25{state}`,
  `code=${code}&state[]={state}`,
  `code[]=${code}&state={state}`,
  `code=${code};state={state}`,
  `code=${code}&amp;state={state}`,
  `code=${code}%26state%3D{state}`,
  `error=access_denied&state={state}x`,
  'error=access_denied&state={STATE}',
  'error=access_denied;state={state}',
  // Too much of it.
  `code=${'x'.repeat(4097)}&state={state}`,
  `code=${code}&state=${'0'.repeat(4097)}`,
  `error=${'x'.repeat(4097)}&state={state}`,
  `${'a=b&'.repeat(20_000)}code=${code}`,
  `code=${code}&state=${'{state}'.repeat(50)}`,
];

function queryFor(template: string, state: string): string {
  return template
    .replaceAll('{state}', state)
    .replaceAll('{STATE}', state.toUpperCase())
    .replaceAll('{half}', state.slice(0, 16));
}

describe('A running sign-in among strangers', () => {
  let demo: DemoService;
  let on: Scene;
  before(async () => {
    demo = await startDemo();
  });
  after(closeDemos);
  beforeEach(async () => {
    on = stage(demo);
    await reach(on, 'loopback');
    await control(demo, 'POST', '/reset');
  });
  afterEach(() => on.flow.cancel());

  const stateOf = (index: number): string => new URL(on.opened[index] ?? '').searchParams.get('state') ?? '';
  const requests = async (): Promise<string> => JSON.stringify(await control(demo, 'GET', '/requests'));
  /** Nothing was sent for what came before, and the person's own answer is as good as ever. */
  const stillGood = async (): Promise<void> => {
    assert.match(await requests(), /"token":0/);
    assert.equal(on.flow.stage.kind, 'waiting');
    const own = await signInAtPage(demo, { opened: on.opened.slice(0, 1) });
    assert.equal(on.flow.receive(queryThroughEditor(own)), 'accepted');
    assert.equal(await ended(on), 'signedIn as Ada Brook (primary)');
    assert.match(await requests(), /"token":1/);
  };

  it('is met with at least sixty different callbacks', () =>
    assert.ok(new Set(hostile).size >= 60, String(new Set(hostile).size)));

  it('by the link: none settles it', async () => {
    for (const template of hostile) {
      const reception = on.flow.receive(queryFor(template, stateOf(0)));
      assert.ok(['malformed', 'unknown'].includes(reception), `${template.slice(0, 80)}: ${reception}`);
    }
    await stillGood();
  });

  it('by the link, as the desktop hands it over: none settles it', async () => {
    // Decoded, this one is the honest answer to the letter; whoever knows the state can send that as well.
    const distinct = hostile.filter((template) => template !== `code=${code}%26state%3D{state}`);
    for (const template of distinct) {
      const { query } = URI.parse(`vscode://tidemark.tidemark/primary-auth/callback?${queryFor(template, stateOf(0))}`);
      const reception = on.flow.receive(query, 'decoded');
      assert.ok(['malformed', 'unknown', 'ambiguous'].includes(reception), `${template.slice(0, 80)}: ${reception}`);
    }
    await stillGood();
  });

  it('by the local port: none settles it', async () => {
    const redirect = new URL(on.opened[1] ?? '').searchParams.get('redirect_uri') ?? '';
    const short = hostile.filter((template) => template.length < 6000);
    for (const batch of Array.from({ length: 2 }, (_, half) => short.slice(half * 20, half * 20 + 20))) {
      for (const template of batch) {
        const answer = await fetch(`${redirect}?${queryFor(template, stateOf(1))}`);
        assert.ok([400, 404].includes(answer.status), `${template}: ${answer.status}`);
      }
    }
    await stillGood();
  });

  it('by pasting: what is no whole address, or an address without an answer, does not end it', () => {
    for (const template of hostile) {
      const query = queryFor(template, stateOf(0));
      assert.notEqual(on.flow.paste(query), 'accepted', template.slice(0, 80));
      assert.equal(on.flow.stage.kind, 'waiting', template.slice(0, 80));
    }
  });

  it('in another window of the same person: none is taken for the sign-in', async () => {
    const { connection, store, keeper } = on;
    const completion = createCompletion(connection, passThrough, keeper);
    for (const template of hostile) {
      const outcome = await receiveUnsolicited({ connection, store, completion }, queryFor(template, stateOf(0)));
      assert.deepEqual(outcome, { kind: 'mismatch' }, template.slice(0, 80));
    }
    await stillGood();
  });
});
