import assert from 'node:assert/strict';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { MemoryPlanStore } from '../../../../support/fakes/plan-store.ts';
import { MadeUpService, openSharedWindow, type SharedWindow, settle } from '../../../../support/fakes/plan-window.ts';
import { credentialsOf } from '../../../../support/fakes/service-connection.ts';

const minute = 60_000;
const ada = credentialsOf();
const ivo = credentialsOf({ account: 'b'.repeat(32), businessToken: new Secret('token-of-ivo') });

describe('the plan of an account that is not in use', () => {
  let clock: FakeClock;
  let store: MemoryPlanStore;
  let service: MadeUpService;
  let window: SharedWindow;
  beforeEach(() => {
    [clock, store, service] = [new FakeClock(Date.UTC(2026, 0, 15)), new MemoryPlanStore(), new MadeUpService()];
    window = openSharedWindow(clock, store, service, ada, [ada, ivo]);
  });

  const pass = async (minutes: number): Promise<void> => {
    for (let index = 0; index < minutes; index += 1) {
      clock.advance(minute);
      await settle();
    }
  };
  const askedForIvo = (): number => service.askers.filter((account) => account === ivo.account).length;
  const seen = ({ others }: SharedWindow): unknown => {
    const finding = others.findings.get(ivo.account);
    return finding?.kind === 'known' ? finding.figures.windows.map(({ usedPercent }) => usedPercent) : finding?.kind;
  };

  it('is unknown at first, asked for within a minute, and then every half hour', async () => {
    await window.others.restart();
    assert.equal(seen(window), undefined);
    service.usedPercent = 40;
    await pass(1);
    assert.deepEqual([seen(window), askedForIvo()], [[40], 2]);
    service.usedPercent = 60;
    await pass(28);
    assert.deepEqual([seen(window), askedForIvo()], [[40], 2]);
    await pass(2);
    assert.deepEqual([seen(window), askedForIvo()], [[60], 4]);
  });

  it('is read from what a window knows that uses it, without a request', async () => {
    const other = openSharedWindow(clock, store, service, ivo, [ada, ivo]);
    other.focused = false;
    service.usedPercent = 30;
    await other.watch.restart();
    await window.others.restart();
    assert.deepEqual(seen(window), [30]);
    service.usedPercent = 35;
    other.watch.answerEnded(null);
    await pass(1);
    assert.deepEqual(seen(window), [35], 'as soon as that one has read it');
    const before = askedForIvo();
    await pass(25);
    assert.equal(askedForIvo(), before);
  });

  it('is not asked for out of focus, or where the folder is not trusted', async () => {
    window.focused = false;
    await pass(60);
    window.focused = true;
    window.trusted = false;
    await pass(60);
    assert.equal(askedForIvo(), 0);
  });

  it('is left alone for longer where it cannot be asked', async () => {
    service.trouble = { kind: 'unknown', failure: { kind: 'forbidden' } };
    await pass(1);
    assert.deepEqual([seen(window), askedForIvo()], ['unknown', 2]);
    await pass(29);
    assert.equal(askedForIvo(), 2);
  });

  it('is told of where the service refuses its token, and not asked for again', async () => {
    service.trouble = { kind: 'lapsed' };
    await pass(60);
    assert.deepEqual([window.lapsedOthers.filter((one) => one === ivo).length, askedForIvo()], [1, 2]);
  });

  it('is the one in use before, where another is chosen', async () => {
    await window.watch.restart();
    await window.others.restart();
    window.stored = { kind: 'session', session: ivo };
    await window.watch.restart();
    await window.others.restart();
    assert.deepEqual([...window.others.findings.keys()], [ada.account]);
  });
});
