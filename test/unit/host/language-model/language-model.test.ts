// The plan's models as VS Code's list has them: what it is told, and when it is told that they are others.
import '../../../support/fakes/vscode-stand-in.ts';
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { standIn } from '../../../support/fakes/vscode-stand-in.ts';
import { MemoryMemento } from '../../../support/fakes/memory-memento.ts';
import { connectTo, profileOf } from '../../../support/fakes/service-connection.ts';
import type { LanguageModelPorts } from '../../../../src/host/language-model/language-model-ports.ts';
import { systemClock } from '../../../../src/core/ports.ts';

const { LanguageModel } = await import('../../../../src/host/language-model/language-model.ts');
const { openModelLimits } = await import('../../../../src/host/payers/model-limits.ts');

const base = 'https://base.example';
const listed = z.array(
  z.object({
    id: z.string(),
    detail: z.string(),
    isUserSelectable: z.literal(true),
    capabilities: z.object({ toolCalling: z.boolean() }),
  }),
);

describe('the list of the plan’s models', () => {
  const { lm } = standIn;
  const state = new MemoryMemento();
  let circumstances: InstanceType<typeof standIn.EventEmitter>;
  let ports: LanguageModelPorts;
  let isSignedIn: boolean;
  let hasKey: boolean;
  let note: string;
  /** How often VS Code was told that the list is another. */
  let told: number;
  let list: () => Promise<z.infer<typeof listed>>;

  beforeEach(() => {
    [isSignedIn, hasKey, note, told] = [true, false, '34% used, resets 16:29', 0];
    const connection = connectTo(profileOf(base, { models: [{ id: 'tide-large' }] }), systemClock);
    ports = {
      connection: () => connection,
      isSignedIn: () => isSignedIn,
      hasKey: () => hasKey,
      planModels: () => [],
      elsewhere: () => null,
      quotaNote: () => Promise.resolve(note),
      payers: () => assert.fail('Nobody pays for a list.'),
      onAnswerEnded: () => undefined,
      state,
      log: { info: () => undefined, warn: () => undefined },
    };
    Object.assign(lm, {
      registerLanguageModelChatProvider: (
        vendor: string,
        provider: {
          readonly onDidChangeLanguageModelChatInformation: (listener: () => void) => unknown;
          readonly provideLanguageModelChatInformation: (options: object) => Promise<unknown>;
        },
      ) => {
        assert.equal(vendor, 'tidemark');
        provider.onDidChangeLanguageModelChatInformation(() => (told += 1));
        list = async () => listed.parse(await provider.provideLanguageModelChatInformation({ silent: true }));
        return { dispose: () => undefined };
      },
    });
    circumstances = new standIn.EventEmitter();
    assert.ok(new LanguageModel(ports, [circumstances.event]));
  });
  afterEach(() => Reflect.deleteProperty(lm, 'registerLanguageModelChatProvider'));

  const details = async (): Promise<readonly string[]> => (await list()).map(({ detail }) => detail);
  /** Something about the account, the key or the quota is new. */
  const happens = async (): Promise<number> => {
    circumstances.fire(undefined);
    await setImmediate();
    return told;
  };

  it('says what is left of the plan, and VS Code hears of it where that is another, and only then', async () => {
    assert.deepEqual([await happens(), await details()], [1, ['34% used, resets 16:29']]);
    assert.equal(await happens(), 1);
    note = '35% used, resets 16:29';
    assert.deepEqual([await happens(), await details()], [2, ['35% used, resets 16:29']]);
  });

  it('is empty once nobody is signed in, names the key where one is set, and is whole again after a sign-in', async () => {
    await happens();
    isSignedIn = false;
    assert.deepEqual([await happens(), await details()], [2, []]);
    hasKey = true;
    assert.deepEqual([await happens(), await details()], [3, ['API key']]);
    isSignedIn = true;
    assert.deepEqual([await happens(), await details()], [4, ['34% used, resets 16:29']]);
  });

  it('says of a model that was found to take no tools that it takes none', async () => {
    const calls = async (): Promise<readonly boolean[]> =>
      (await list()).map(({ capabilities }) => capabilities.toolCalling);
    assert.deepEqual(await calls(), [true]);
    const { audience } = ports.connection() ?? assert.fail();
    openModelLimits(state).note('tools', { audience, payer: 'plan', model: 'tide-large' });
    assert.deepEqual(await calls(), [false]);
  });

  it('is nowhere in an editor that takes no models of others, where nothing else changes', async () => {
    Reflect.deleteProperty(lm, 'registerLanguageModelChatProvider');
    const elsewhere = new LanguageModel(ports, [circumstances.event]);
    await happens();
    elsewhere.dispose();
    assert.deepEqual(Object.keys(lm), []);
  });
});
