// What is said and offered in place of an answer that failed.
import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';
import type { Failure } from '../../../../../src/core/service/failure/errors.ts';
import type { Circumstances } from '../../../../../src/host/chat/present/failure.ts';
import { everyFailure } from '../../../../support/samples/every-failure.ts';

const { failureNotice, fallbackNotice, waitingNotice } = await import(
  '../../../../../src/host/chat/present/failure.ts'
);

const circumstances = {
  payer: 'plan',
  hasKey: false,
  signedIn: true,
  usedUp: null,
  canContinue: false,
  isRun: false,
} as const;
const usedUp = {
  name: '5-hour limit',
  isUsedUp: true,
  resetsAt: new Date(2026, 0, 15, 16, 44).getTime(),
  elsewhere: null,
};

describe('an answer that the plan refused because it is used up', () => {
  const failure = { kind: 'balanceExhausted' } as const;

  it('names the limit and the clock time of its reset', () => {
    assert.match(
      failureNotice(failure, { ...circumstances, usedUp }).text,
      /^Your plan refused this prompt: 5-hour limit used up until .*4:44\sPM\.$/,
    );
    assert.match(
      fallbackNotice(failure, usedUp, 'Spent 7.', false).text,
      /^5-hour limit used up until .*4:44\sPM: your API key paid for the answer\. Spent 7\.$/,
    );
  });

  it('claims nothing about limits where none is known to be used up, and of an API key never', () => {
    assert.equal(failureNotice(failure, circumstances).text, 'Your plan is used up.');
    assert.equal(
      failureNotice(failure, { ...circumstances, payer: 'apiKey', hasKey: true, usedUp }).text,
      'The account of your API key has nothing left to spend.',
    );
  });
});

describe('a prompt that the plan refused because it is used up', () => {
  const failure = { kind: 'balanceExhausted' } as const;
  const offered = (changes: object): string[] =>
    failureNotice(failure, { ...circumstances, usedUp, ...changes }).buttons.map(({ label }) => label);

  it('can be sent when the limit resets, beside trying again and the key', () => {
    assert.match(offered({}).join(' | '), /^Set API Key… \| Try Again \| Send When It Resets \(.*4:44\sPM\)$/);
  });

  it('is offered to another account that has something left, never asked of it by itself', () => {
    const elsewhere = { account: 'b'.repeat(32), name: 'Ivo Dunes' };
    const known = { usedUp: { ...usedUp, elsewhere } };
    assert.match(
      offered(known).join(' | '),
      /^Switch to Ivo Dunes and Try Again \| Set API Key… \| Try Again \| Send When/,
    );
    assert.equal(offered({ ...known, isRun: true })[0], 'Switch to Ivo Dunes and Go On');
    const drawn = failureNotice(failure, { ...circumstances, ...known }).buttons;
    assert.deepEqual(
      drawn.filter(({ primary }) => primary).map(({ action, account }) => ({ action, account })),
      [{ action: 'switchAccount', account: elsewhere.account }],
    );
    for (const changes of [{ payer: 'apiKey' }, { signedIn: false }, { usedUp }])
      assert.equal(
        offered({ ...known, ...changes }).some((label) => label.startsWith('Switch')),
        false,
        JSON.stringify(changes),
      );
  });

  it('cannot where nobody knows when, is signed in, or where the key was to pay or an answer can be continued', () => {
    for (const changes of [
      { usedUp: null },
      { usedUp: { ...usedUp, resetsAt: null } },
      { signedIn: false },
      { payer: 'apiKey' },
      { canContinue: true },
    ])
      assert.equal(
        offered(changes).some((label) => label.startsWith('Send When')),
        false,
        JSON.stringify(changes),
      );
  });

  it('says while it waits when it is sent and that the key does not pay, and can be taken back', () => {
    const { text, buttons } = waitingNotice(usedUp.resetsAt);
    assert.match(text, /^Waits for the reset: this prompt is sent about .*4:44\sPM, when VS Code is open/);
    assert.deepEqual(
      buttons.map(({ action }) => action),
      ['dontSendAtReset'],
    );
  });
});

describe('a run of the agent that nobody answers', () => {
  const run = { ...circumstances, canContinue: true, isRun: true } as const;
  const offered = (failure: Failure, given: Partial<Circumstances> = {}): string[] =>
    failureNotice(failure, { ...run, ...given }).buttons.map(({ action, label }) => `${action}: ${label}`);

  it('has paused where it is, says why, and goes on with the plan, or with the key where the person says so', () => {
    const { tone, text } = failureNotice({ kind: 'balanceExhausted' }, { ...run, usedUp });
    assert.match(
      `${tone}: ${text}`,
      /^warning: The agent has paused, and what it did is kept\. Your plan refused this prompt: 5-hour limit used up/,
    );
    assert.deepEqual(offered({ kind: 'balanceExhausted' }), ['continueAnswer: Go On', 'setApiKey: Set API Key…']);
    assert.deepEqual(offered({ kind: 'balanceExhausted' }, { hasKey: true }), [
      'continueAnswer: Go On',
      'answerWithKey: Go On with API Key',
      'alwaysUseKey: Always Use API Key',
    ]);
    assert.deepEqual(offered({ kind: 'dailyCapReached', spent: 5, cap: 5 }, { hasKey: true }), [
      'continueAnswer: Go On',
      'answerWithKey: Go On with API Key',
      'changeKeyCap: Change Daily Cap…',
    ]);
  });

  it('wants a sign-in before anything else after a sign-out, and goes on after one', () => {
    assert.deepEqual(offered({ kind: 'signedOut' }, { payer: null, signedIn: false }), [
      'signIn: Sign In',
      'setApiKey: Set API Key…',
    ]);
    assert.deepEqual(offered({ kind: 'signedOut' }, { payer: null }), ['continueAnswer: Go On']);
  });

  it('never offers to begin anew what it did already', () => {
    for (const failure of Object.values(everyFailure)) {
      const { buttons } = failureNotice(failure, { ...run, hasKey: true });
      assert.equal(
        buttons.some(({ action }) => action === 'retry'),
        false,
        failure.kind,
      );
      assert.notDeepEqual(buttons, [], failure.kind);
    }
  });

  it('says from where on the key paid', () => {
    assert.match(
      fallbackNotice({ kind: 'balanceExhausted' }, usedUp, 'Spent 7.', true).text,
      /^Your plan refused a step of this run: from there on your API key paid\. 5-hour limit used up until .*4:44\sPM\. Spent 7\.$/,
    );
  });
});

describe('an answer that never began', () => {
  it('offers the diagnosis where the service could not be reached, and only there', () => {
    const diagnosed = Object.values(everyFailure)
      .filter((failure) => failureNotice(failure, circumstances).buttons.some(({ action }) => action === 'diagnose'))
      .map(({ kind }) => kind);
    assert.deepEqual(diagnosed.toSorted(), [
      'certificate',
      'hostUnreachable',
      'loginPage',
      'offline',
      'proxyAuthentication',
      'timeout',
    ]);
  });
});
