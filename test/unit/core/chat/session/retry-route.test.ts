import assert from 'node:assert/strict';
import { type AnswerTurn, createAnswer } from '../../../../../src/core/chat/conversation/answer.ts';
import { refusalOf, routeOfContinuing, routeOfRetry } from '../../../../../src/core/chat/session/retry-route.ts';

const answer = createAnswer('a', 0);
const byPlan: AnswerTurn = { ...answer, source: { payer: 'plan', model: 'm' } };
const byKey: AnswerTurn = { ...answer, source: { payer: 'apiKey', model: 'm' } };

describe('asking for an answer again', () => {
  it('asks the plan of somebody signed in, whatever it refused before', () => {
    assert.equal(routeOfRetry(byPlan, 'again', true), 'planOnly');
    assert.equal(routeOfRetry(answer, 'again', true), 'planOnly');
  });

  it('goes by the policy where nobody is signed in', () =>
    assert.equal(routeOfRetry(answer, 'again', false), 'byPolicy'));

  it('stays with the key where the key paid before, under its cap', () => {
    assert.equal(routeOfRetry(byKey, 'again', true), 'apiKeyAgain');
  });

  it('goes to the key alone where the person chose it', () =>
    assert.equal(routeOfRetry(byPlan, 'withKey', true), 'apiKeyOnly'));

  it('remembers a refusal as one, and no other failure', () => {
    assert.deepEqual(refusalOf({ ...answer, progress: { kind: 'failed', failure: { kind: 'forbidden' } } }), {
      kind: 'forbidden',
    });
    assert.deepEqual(refusalOf({ ...answer, planRefusal: { kind: 'firewall' } }), { kind: 'firewall' });
    assert.equal(refusalOf({ ...answer, progress: { kind: 'failed', failure: { kind: 'cut' } } }), null);
    assert.equal(refusalOf(answer), null);
  });

  it('goes on by the policy, with the key where it paid, and asks the plan again where it broke the answer off', () => {
    const refused: AnswerTurn = { ...byPlan, progress: { kind: 'failed', failure: { kind: 'balanceExhausted' } } };
    assert.deepEqual([byPlan, byKey, refused].map(routeOfContinuing), ['byPolicy', 'apiKeyAgain', 'planAgain']);
  });
});
