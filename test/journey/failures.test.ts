// Every kind of failure that one request can meet at the demo, in the real editor: the sentence where the answer would
// be, its buttons, what each button does, and the prompt, which is never lost. Those that need more are in
// rare-failures.test.ts.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Fault } from '../../src/demo/faults/faults.ts';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { exchangeCodes } from '../../src/demo/endpoints/token-endpoints.ts';
import { onFailure } from '../support/runner/first-failure.ts';
import type { OpenedWorkbench } from '../support/vscode-host/open-workbench.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { answerButton, ChatPage, wholeText } from './chat-page.ts';
import { planFault, setShare } from './demo-visit.ts';
import { askInVain, type ShownFailure, textInPlace } from './failed-answer.ts';
import { openSignedIn } from './signed-in.ts';

interface Case extends ShownFailure {
  readonly name: string;
  readonly fault: Fault;
  /** How many requests meet it: those that were refused unread are sent again by themselves. Once by default. */
  readonly times?: number;
  /** Which of them is pressed, beside Try Again, which is pressed wherever it is offered. */
  readonly press?: readonly string[];
}

const inactiveProvider = JSON.stringify({
  code: exchangeCodes.inactive,
  msg: 'The provider is not active.',
  success: false,
});

const withoutKey: readonly Case[] = [
  {
    name: 'a firewall',
    fault: { kind: 'firewall' },
    text: 'A firewall in front of the service refused the request (401 without a reason).',
    buttons: ['Sign In', 'Set API Key…', 'Try Again'],
    press: ['Sign In'],
  },
  {
    name: 'a plan that forbids',
    fault: { kind: 'forbidden' },
    text: 'Your plan does not allow this request (403).',
    buttons: ['Sign In', 'Set API Key…', 'Try Again'],
    press: ['Set API Key…'],
  },
  {
    name: 'a payment asked for',
    fault: { kind: 'payment-required' },
    text: 'The service asks for a payment before it answers (402).',
    buttons: ['Set API Key…', 'Try Again'],
  },
  {
    name: 'an empty balance',
    fault: { kind: 'balance-exhausted', code: 'text' },
    text: 'Your plan is used up.',
    buttons: ['Set API Key…', 'Try Again'],
  },
  {
    name: 'an unknown address',
    fault: { kind: 'not-found' },
    text: 'The service does not know this address or model (404).',
    buttons: ['Try Again', 'Connect to a Service…', 'Show Log'],
    press: ['Connect to a Service…', 'Show Log'],
  },
  {
    name: 'too many requests',
    fault: { kind: 'rate-limited', retryAfter: 600, as: 'seconds' },
    text: /^Too many requests in a short time\. Try again after .+\.$/,
    buttons: ['Try Again'],
  },
  {
    name: 'too many requests, and no word of when',
    fault: { kind: 'rate-limited', as: 'seconds' },
    times: 3,
    text: 'Too many requests in a short time. Wait a moment, then try again.',
    buttons: ['Try Again'],
  },
  {
    name: 'an overload',
    fault: { kind: 'overloaded', retryAfter: 600 },
    text: /^The service is overloaded\. Try again after .+\.$/,
    buttons: ['Try Again'],
  },
  {
    name: 'an overload in the middle',
    fault: { kind: 'overload-mid-stream', after: 6 },
    text: 'The service is overloaded. Try again in a minute.',
    buttons: ['Continue', 'Try Again'],
    press: ['Continue'],
  },
  {
    name: 'trouble of the service',
    fault: { kind: 'server-trouble' },
    text: /^The service has a problem of its own \(50\d\)\. Try again in a minute\.$/,
    buttons: ['Try Again'],
  },
  {
    name: 'a code that only a sign-in knows',
    fault: { kind: 'code-expired' },
    text: 'The service has a problem of its own (500). Try again in a minute.',
    buttons: ['Try Again'],
  },
  {
    name: 'a proxy that wants a sign-in',
    fault: { kind: 'proxy-authentication' },
    text: 'A proxy on the way to the service asks for a sign-in of its own (407).',
    buttons: ['Try Again', 'Diagnose…'],
  },
  {
    name: 'a request that came too late',
    fault: { kind: 'request-timeout' },
    text: 'The service gave up waiting for the request (408). Try again.',
    buttons: ['Try Again'],
  },
  {
    name: 'too many requests, half said',
    fault: { kind: 'unfinished-refusal', status: 429, body: 'cut' },
    times: 3,
    text: 'Too many requests in a short time. Wait a moment, then try again.',
    buttons: ['Try Again'],
  },
  {
    name: 'too many requests, said at length',
    fault: { kind: 'unfinished-refusal', status: 429, body: 'oversized' },
    times: 3,
    text: 'Too many requests in a short time. Wait a moment, then try again.',
    buttons: ['Try Again'],
  },
  {
    name: 'an empty balance in place of a stream',
    fault: { kind: 'document-as-stream', document: '1113' },
    text: 'Your plan is used up.',
    buttons: ['Set API Key…', 'Try Again'],
  },
  {
    name: 'an empty balance in the middle',
    fault: { kind: 'balance-mid-stream' },
    text: 'Your plan is used up.',
    buttons: ['Continue', 'Set API Key…', 'Try Again'],
    press: ['Continue'],
  },
  {
    name: 'a page in place of a stream',
    fault: { kind: 'document-as-stream', document: 'page' },
    text: /^A page of your network answered in place of 127\.0\.0\.1/,
    buttons: ['Try Again', 'Diagnose…'],
  },
  {
    name: 'a page of the network',
    fault: { kind: 'login-page' },
    text: /^A page of your network answered in place of 127\.0\.0\.1.*\. Open a browser/,
    buttons: ['Try Again', 'Diagnose…'],
  },
  {
    name: 'a redirect',
    fault: { kind: 'redirect', location: 'https://elsewhere.example/' },
    text: 'The service answered in a way that Tidemark does not understand (it redirects elsewhere).',
    buttons: ['Try Again', 'Connect to a Service…', 'Show Log'],
  },
  {
    name: 'another kind of document',
    fault: { kind: 'wrong-content-type', contentType: 'text/csv' },
    text: 'The service answered in a way that Tidemark does not understand (another kind of document).',
    buttons: ['Try Again', 'Connect to a Service…', 'Show Log'],
  },
  {
    name: 'an event that is no JSON',
    fault: { kind: 'invalid-event-json' },
    text: 'The service answered in a way that Tidemark does not understand (broken JSON).',
    buttons: ['Continue', 'Try Again', 'Connect to a Service…', 'Show Log'],
    press: ['Show Log', 'Continue'],
  },
  {
    name: 'a line without an end',
    fault: { kind: 'oversized-line', bytes: 40 * 1024 * 1024 },
    text: 'The service answered in a way that Tidemark does not understand (far too large).',
    buttons: ['Try Again', 'Connect to a Service…', 'Show Log'],
  },
  {
    name: 'a provider that is not active',
    fault: { kind: 'reply', status: 400, headers: { 'content-type': 'application/json' }, body: inactiveProvider },
    text: 'This kind of account is not active at the service. Sign in with another one, or ask the service.',
    buttons: ['Sign In', 'Set API Key…'],
    press: ['Sign In', 'Set API Key…'],
  },
  {
    name: 'a request called wrong',
    fault: { kind: 'reply', status: 400, headers: {}, body: '' },
    text: 'The service rejected the request as invalid (400).',
    buttons: ['Try Again'],
  },
  {
    name: 'no answer at all',
    fault: { kind: 'cut-before-headers' },
    text: 'The connection ended before the answer was whole. What arrived is kept.',
    buttons: ['Try Again'],
  },
  {
    name: 'an answer cut short',
    fault: { kind: 'cut-mid-body', after: 2000 },
    text: 'The connection ended before the answer was whole. What arrived is kept.',
    buttons: ['Continue', 'Try Again'],
  },
  {
    name: 'half of an answer',
    fault: { kind: 'truncated-json' },
    text: 'The connection ended before the answer was whole. What arrived is kept.',
    buttons: ['Continue', 'Try Again'],
    press: ['Continue'],
  },
  {
    name: 'an answer without its end',
    fault: { kind: 'no-message-stop' },
    text: 'The connection ended before the answer was whole. What arrived is kept.',
    buttons: ['Continue', 'Try Again'],
  },
  {
    name: 'a conversation too large',
    fault: { kind: 'too-large' },
    text: 'The conversation is too large for the service.',
    buttons: ['New Chat'],
    press: ['New Chat'],
  },
];

/** What a service may do without failing anybody. */
const harmless: readonly Fault[] = [
  { kind: 'unknown-events' },
  { kind: 'gzip' },
  { kind: 'slow-drip', bytes: 512, everyMs: 5 },
];

describe('A person whom the service fails', function () {
  this.timeout(60_000);

  let demo: DemoService;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;
  before(async function () {
    this.timeout(120_000);
    demo = await startDemoService({ pace: 0 });
    // A cap of one token is reached by the first answer that the key pays for.
    opened = await openSignedIn(demo, { settings: { 'tidemark.apiKey.dailyTokenCap': 1 } });
    ({ workbench } = opened);
    chat = new ChatPage(workbench.chatFrame());
    await workbench.palette('Tidemark: Open Chat');
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
  });
  /** The answers of all these tests together are more than the demo's five hours hold. */
  beforeEach(() => setShare(demo, 'subscriber', 0, 10));
  afterEach(onFailure((title) => workbench.screenshot(`failures-failed-${title}`)));

  const isAsked = async (words: string): Promise<void> => {
    await workbench.quickInput.waitFor();
    await workbench.page.locator('.quick-input-widget', { hasText: words }).waitFor();
    await workbench.quickInput.cancel();
    await workbench.quickInput.waitUntilClosed();
  };
  /** What each button leads to; those that answer are looked at by their tests. */
  const leadsTo: Readonly<Record<string, () => Promise<void>>> = {
    'Sign In': () => isAsked('Primary account'),
    'Set API Key…': () => isAsked('API key'),
    'Connect to a Service…': () => isAsked('Try the demo'),
    'Show Log': async () => {
      await workbench.page.locator('.part.panel .output-view-header, .part.panel .output-view').first().waitFor();
      await workbench.palette('View: Toggle Panel Visibility');
    },
    Continue: async () => {
      assert.match(await textInPlace(chat), /Paid by your plan/);
    },
    'New Chat': () => chat.answers().first().waitFor({ state: 'detached' }),
  };
  const fail = async ({ name, fault, times, ...shown }: Omit<Case, 'press'>): Promise<Locator> => {
    await planFault(demo, 'plan-messages', fault, times);
    return askInVain(chat, name, shown);
  };

  for (const one of withoutKey) {
    const { name, buttons, press = [] } = one;
    it(`reads what happened and what to do, and does it: ${name}`, async () => {
      const answer = await fail(one);
      for (const button of press) {
        await answerButton(answer, button).click();
        await leadsTo[button]?.();
      }
      if (!buttons.includes('Try Again') || press.includes('Continue')) return;
      await answerButton(answer, 'Try Again').click();
      assert.match(await textInPlace(chat), /Paid by your plan/);
    });
  }

  const wordless: readonly { readonly fault: Fault; readonly text: string; readonly buttons: readonly string[] }[] = [
    {
      fault: { kind: 'no-words', stopReason: 'end_turn' },
      text: 'The service sent an answer without a word in it. Try again.',
      buttons: ['Try Again'],
    },
    {
      fault: { kind: 'no-words', stopReason: 'refusal' },
      text: 'The model declined to answer. Your prompt is kept: put it in other words, or start a new chat.',
      buttons: ['Try Again', 'New Chat'],
    },
    {
      fault: { kind: 'refusal-mid-stream' },
      text: 'The model broke off and declines to go on. What arrived is kept. Put the prompt in other words, or start a new chat.',
      buttons: ['Try Again', 'New Chat'],
    },
  ];
  for (const { fault, text, buttons } of wordless) {
    it(`reads why there is no answer, and asks again: ${text.slice(0, 40)}`, async () => {
      await planFault(demo, 'plan-messages', fault);
      const answer = await chat.ask('And without words?');
      const notice = answer.locator('.notice.warning');
      await notice.getByText(text).waitFor();
      assert.deepEqual(await notice.getByRole('button').allInnerTexts(), buttons);
      await answerButton(answer, 'Try Again').click();
      await notice.waitFor({ state: 'detached' });
      assert.match(await wholeText(chat.answers().last()), /Paid by your plan/);
    });
  }

  for (const fault of harmless) {
    it(`is answered all the same: ${fault.kind}`, async () => {
      await planFault(demo, 'plan-messages', fault);
      assert.match(await wholeText(await chat.ask(`What of ${fault.kind}?`)), /Paid by your plan/);
    });
  }

  it('is offered the key on failures of before, as soon as one is set', async () => {
    const answer = await fail({
      name: 'a refusal',
      fault: { kind: 'forbidden' },
      text: 'Your plan does not allow this request (403).',
      buttons: ['Sign In', 'Set API Key…', 'Try Again'],
    });
    await answerButton(answer, 'Set API Key…').click();
    await workbench.quickInput.fill('Set API Key', demo.description.apiKey);
    await workbench.quickInput.pick('Ask me each time');
    await workbench.toast(/The API key is stored\./).waitFor();
    await workbench.dismissToasts();
    await answerButton(answer, 'Answer with API Key').waitFor();
    assert.deepEqual(await answer.locator('.notice.error').getByRole('button').allInnerTexts(), [
      'Answer with API Key',
      'Always Use API Key',
      'Try Again',
      'Sign In',
    ]);
    await workbench.screenshot('failures-key-offered');
    await answerButton(answer, 'Answer with API Key').click();
    assert.match(await textInPlace(chat), /Paid by your API key/);
  });

  it('may have the key answer always, up to the cap of a day, and changes the cap from there', async () => {
    const first = await chat.ask('And with the key always?');
    await answerButton(first, 'Always Use API Key').click();
    assert.match(await textInPlace(chat), /Paid by your API key/);
    const second = await chat.ask('And once more?');
    await second.getByText('Nothing was sent, because your API key has reached the daily cap that you set.').waitFor();
    assert.deepEqual(await second.locator('.notice.error').getByRole('button').allInnerTexts(), [
      'Answer with API Key',
      'Change Daily Cap…',
      'Try Again',
    ]);
    await workbench.screenshot('failures-cap');
    await answerButton(second, 'Change Daily Cap…').click();
    await workbench.page.locator('.settings-editor').getByText('Daily Token Cap').first().waitFor();
    // Settings stand over the window until they are left.
    await workbench.page.keyboard.press('Escape');
    await workbench.page.locator('.settings-editor').waitFor({ state: 'hidden' });
    await answerButton(second, 'Try Again').click();
    assert.match(await textInPlace(chat), /Paid by your plan/);
  });

  it('is asked to sign in again when the token is refused, with the prompt kept', async () => {
    const answer = await fail({
      name: 'a refused token',
      fault: { kind: 'token-refused' },
      text: 'Nothing was sent, because your API key has reached the daily cap that you set.',
      buttons: ['Answer with API Key', 'Change Daily Cap…', 'Sign In'],
    });
    await answerButton(answer, 'Sign In').click();
    await isAsked('Primary account');
  });
});
