// Every failure has words and buttons: a person reads what happened and what to do, whoever was to pay.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ProfileFault } from '../../src/core/service/profile/profile-problem.ts';
import { parseProfile } from '../../src/core/service/profile/profile.ts';
import { answerEndings } from '../../src/core/chat/session/answer-ending.ts';
import { endingNotice, failureNotice, fallbackNotice } from '../../src/host/chat/present/failure.ts';
import { availabilityOf } from '../../src/host/chat/present/availability.ts';
import { failureText } from '../../src/host/words/error-text.ts';
import { pageDocument } from '../../src/host/page/page-document.ts';
import { faultText, problemLines } from '../../src/host/words/profile-text.ts';
import { clockTime, spanText } from '../../src/host/words/time-text.ts';
import { systemClock } from '../../src/core/ports.ts';
import type { SignInOutcome } from '../../src/core/account/sign-in-stage.ts';
import { Secret } from '../../src/core/service/credentials/secret.ts';
import { outcomeText } from '../../src/host/account/sign-in/sign-in-words.ts';
import { sessionOf } from '../support/fakes/sessions.ts';
import { connectTo, profileOf } from '../support/fakes/service-connection.ts';
import { everyFailure } from '../support/samples/every-failure.ts';

describe('the words for failures', () => {
  for (const failure of Object.values(everyFailure)) {
    it(`says what ${failure.kind} means in whole sentences, without a placeholder left`, () => {
      const text = failureText(failure);
      assert.match(text, /^[A-Z].*\.$/);
      assert.doesNotMatch(text, /\{\d\}|undefined|null|!/);
    });

    it(`offers something to do about ${failure.kind}, whoever was to pay`, () => {
      for (const payer of ['plan', 'apiKey', null] as const) {
        for (const hasKey of [true, false]) {
          const { buttons } = failureNotice(failure, {
            payer,
            hasKey,
            signedIn: true,
            usedUp: null,
            canContinue: false,
            isRun: false,
          });
          assert.equal(buttons[0]?.primary, true);
          assert.equal(new Set(buttons.map(({ action }) => action)).size, buttons.length);
          const offersKey = buttons.some(({ action }) => action === 'answerWithKey');
          assert.ok(
            !offersKey || (hasKey && payer !== 'apiKey'),
            'the key is offered only where it is set and has not just failed',
          );
        }
      }
    });
  }

  it('names the clock time after which a limited request may be repeated', () => {
    const retryAt = new Date(2026, 4, 4, 14, 20).getTime();
    assert.match(failureText({ kind: 'rateLimited', retryAt }), /2:20\sPM/);
  });

  it('puts Sign In beside an answer that the key paid for because the token was refused', () => {
    assert.deepEqual(
      fallbackNotice({ kind: 'tokenRefused' }, null, '', false).buttons.map(({ action }) => action),
      ['signIn'],
    );
    assert.deepEqual(fallbackNotice({ kind: 'forbidden' }, null, '', false).buttons, []);
  });

  it('offers to go on with what arrived before it offers to begin anew, where trying again makes sense at all', () => {
    const circumstances = {
      payer: 'plan',
      hasKey: false,
      signedIn: true,
      usedUp: null,
      canContinue: true,
      isRun: false,
    } as const;
    assert.deepEqual(
      failureNotice({ kind: 'cut' }, circumstances).buttons.map(({ action }) => action),
      ['continueAnswer', 'retry'],
    );
    assert.deepEqual(
      failureNotice({ kind: 'tooLarge' }, circumstances).buttons.map(({ action }) => action),
      ['newChat'],
    );
  });

  it('asks no more for a sign-in that was made meanwhile, and sends nothing by itself', () => {
    for (const kind of ['signedOut', 'tokenRefused'] as const) {
      const actions = (signedIn: boolean): string[] =>
        failureNotice(
          { kind },
          { payer: null, hasKey: false, signedIn, usedUp: null, canContinue: false, isRun: false },
        ).buttons.map(({ action }) => action);
      assert.deepEqual([actions(false), actions(true)], [['signIn', 'setApiKey'], ['retry']]);
    }
  });

  it('says the one truth where there is no plan: in place of an answer, and above one that the key paid for', () => {
    const { text, buttons } = failureNotice(
      { kind: 'noPlan' },
      { payer: 'plan', hasKey: false, signedIn: true, usedUp: null, canContinue: false, isRun: false },
    );
    assert.equal(text, 'This account has no plan.');
    assert.deepEqual(
      buttons.map(({ action }) => action),
      ['setApiKey', 'signIn', 'retry'],
    );
    assert.equal(
      fallbackNotice({ kind: 'noPlan' }, null, 'Spent.', false).text,
      'This account has no plan. Your API key paid for the answer. Spent.',
    );
  });

  it('blames the key, not the plan, where the key was refused', () => {
    const { text, buttons } = failureNotice(
      { kind: 'tokenRefused' },
      { payer: 'apiKey', hasKey: true, signedIn: true, usedUp: null, canContinue: false, isRun: false },
    );
    assert.match(text, /^The API key was refused/);
    assert.equal(buttons[0]?.action, 'setApiKey');
  });

  it('never leaves an answer blank: every end without words has a sentence and a way on, but the length limit, which has its own', () => {
    for (const ending of answerEndings) {
      const notice = endingNotice(ending, false);
      if (ending === 'whole' || ending === 'truncated') assert.equal(notice, null);
      else assert.ok(notice !== null && notice.text !== '' && notice.buttons.length > 0, ending);
    }
    const texts = (['declined', 'windowFull'] as const).flatMap((ending) =>
      [true, false].map((hasText) => endingNotice(ending, hasText)?.text),
    );
    assert.equal(new Set(texts).size, 4);
  });
});

describe('what an empty chat says', () => {
  const unlimited = { limit: null, keyAnswers: false };

  it('offers the demo first where nothing is connected, and takes no prompt', () => {
    const availability = availabilityOf({
      plan: { kind: 'notConnected' },
      hasKey: false,
      needsKey: false,
      keyring: null,
      ...unlimited,
    });
    assert.deepEqual(
      availability.buttons.map(({ action }) => action),
      ['useDemo', 'connect', 'getStarted'],
    );
    assert.equal(availability.canAsk, false);
  });

  it('takes prompts from somebody signed out only where a key could pay', () => {
    assert.equal(
      availabilityOf({ plan: { kind: 'signedOut' }, hasKey: false, needsKey: false, keyring: null, ...unlimited })
        .canAsk,
      false,
    );
    assert.equal(
      availabilityOf({ plan: { kind: 'signedOut' }, hasKey: true, needsKey: false, keyring: null, ...unlimited })
        .canAsk,
      true,
    );
  });

  it('asks for a key where the account takes no messages, and takes prompts once there is one', () => {
    const without = availabilityOf({
      plan: { kind: 'known' },
      hasKey: false,
      needsKey: true,
      keyring: null,
      ...unlimited,
    });
    assert.deepEqual([without.canAsk, without.buttons.map(({ action }) => action)], [false, ['setApiKey', 'signIn']]);
    assert.equal(
      availabilityOf({ plan: { kind: 'known' }, hasKey: true, needsKey: true, keyring: null, ...unlimited }).canAsk,
      true,
    );
  });

  it('has a sentence and a button for each of the five reasons without a plan', () => {
    const reasons = ['signedOut', 'lapsed', 'noPlan', 'paymentRequired', 'providerInactive'] as const;
    const banners = reasons.map(
      (kind) => availabilityOf({ plan: { kind }, hasKey: false, needsKey: false, keyring: null, ...unlimited }).banner,
    );
    assert.equal(new Set(banners.map((banner) => banner?.text)).size, reasons.length);
    for (const banner of banners) {
      assert.match(banner?.text ?? '', /^[A-Z].*\.$/);
      assert.equal(banner?.buttons[0]?.primary, true);
    }
    assert.deepEqual(
      banners.map((banner) => banner?.buttons[0]?.action),
      ['signIn', 'signIn', 'setApiKey', 'setApiKey', 'setApiKey'],
    );
  });

  it('never blocks chat because the plan is unknown', () => {
    assert.equal(
      availabilityOf({
        plan: { kind: 'unknown', failure: { kind: 'firewall' } },
        hasKey: false,
        needsKey: false,
        keyring: null,
        ...unlimited,
      }).canAsk,
      true,
    );
  });
});

describe('the words for a service profile that cannot be used', () => {
  it('name each field and say what to write there, in whole sentences', () => {
    const parsed = parseProfile({
      authUrl: 'http://a.example',
      baseUrl: 7,
      apiUrl: 'https://a.example',
      clientId: '',
      words: { service: 'a b', compat: 'c' },
      models: [],
    });
    assert.deepEqual(problemLines(parsed.kind === 'invalid' ? parsed.problems : []), [
      'authUrl: This must be an address that begins with https://, or with http:// on this machine (127.0.0.1), without a query.',
      'baseUrl: This must be text in quotes.',
      'clientId: This must not be empty.',
      'words.service: This must be a short word of letters, digits and hyphens that begins with a letter.',
      'models: This must not be empty.',
    ]);
  });

  it('say every fault without a placeholder left', () => {
    const expected = ['text', 'number', 'wholeNumber', 'yesOrNo', 'list', 'object'] as const;
    const faults: ProfileFault[] = [
      ...expected.map((type) => ({ kind: 'wrongType' as const, expected: type })),
      { kind: 'notJson', place: null },
      { kind: 'notJson', place: { line: 3, column: 7 } },
      { kind: 'notHttps' },
      { kind: 'notShowable' },
      { kind: 'brokenLink' },
      { kind: 'missing' },
      { kind: 'notOneOf', choices: ['a', 'b'] },
      { kind: 'empty' },
      { kind: 'notPositive' },
      { kind: 'tooLong' },
      { kind: 'unsafeAddress' },
      { kind: 'unusableWord' },
      { kind: 'placesMissing' },
    ];
    for (const fault of faults) assert.match(faultText(fault), /^[A-Z][^!]*\.$/);
    assert.equal(new Set(faults.map(faultText)).size, faults.length);
  });
});

describe('times in words', () => {
  const noon = new Date(2026, 4, 4, 12, 0).getTime();
  const hour = 60 * 60_000;

  it('writes a time of today as the clock shows it', () =>
    assert.match(clockTime(noon + 2 * hour, noon), /^2:00\sPM$/));
  it('puts the weekday before a time of this week', () => assert.match(clockTime(noon + 48 * hour, noon), /^Wed/));
  it('puts the date before a time further away', () => assert.match(clockTime(noon + 240 * hour, noon), /^May 14/));
  it('writes spans in at most two units', () => {
    assert.deepEqual(
      [1, 59, 60, 125, 1440, 4380].map((minutes) => spanText(minutes * 60_000)),
      ['1 min', '59 min', '1 h', '2 h 5 min', '1 d', '3 d 1 h'],
    );
  });
});

describe('the document of a page', () => {
  it('says the language of its words, and in whose way it writes numbers and times', () => {
    const panel = vscode.window.createWebviewPanel('tidemark.test', 'Test', vscode.ViewColumn.One);
    try {
      const document = pageDocument(panel.webview, vscode.Uri.file('/'), 'plan', {});
      assert.match(document, new RegExp(`<html lang="en" data-locale="${vscode.env.language}">`));
    } finally {
      panel.dispose();
    }
  });
});

describe('the words for the end of a sign-in', () => {
  const profile = profileOf('https://service.example', { name: 'Example' });
  const session = sessionOf('Ada');
  const failure = { kind: 'cut' } as const;
  const connection = connectTo(profile, systemClock);
  const grant = { accessToken: new Secret('token-2'), planCredential: null, userId: null, expiresAt: null };
  const ends: { readonly [Kind in SignInOutcome['kind']]: Extract<SignInOutcome, { kind: Kind }> } = {
    signedIn: { kind: 'signedIn', session, named: Promise.resolve(session), saved: Promise.resolve() },
    cancelled: { kind: 'cancelled' },
    denied: { kind: 'denied', error: 'access_denied' },
    timedOut: { kind: 'timedOut' },
    interrupted: { kind: 'interrupted' },
    mismatch: { kind: 'mismatch' },
    elsewhere: { kind: 'elsewhere' },
    serviceChanged: { kind: 'serviceChanged' },
    otherService: { kind: 'otherService' },
    ambiguous: { kind: 'ambiguous' },
    failed: { kind: 'failed', failure },
    loginFailed: { kind: 'loginFailed', failure, exchanged: { connection, provider: 'primary', grant } },
    fault: { kind: 'fault', error: new TypeError('token-1') },
  };
  for (const outcome of Object.values(ends)) {
    it(`say how it ended, without a secret in it: ${outcome.kind}`, () => {
      const text = outcomeText(outcome, profile);
      assert.match(text, /^[A-Z].*\.$/);
      assert.doesNotMatch(text, /\{\d\}|undefined|null|!|token-/);
    });
  }
});
