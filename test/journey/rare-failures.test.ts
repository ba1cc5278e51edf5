// The failures that need more than a fault of one request, in the real editor: an address that nobody answers, a
// silence that outlasts the deadline, whole answers that are none, and a prompt without anybody to pay for it.
import assert from 'node:assert/strict';
import type { Fault } from '../../src/demo/faults/faults.ts';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { refusedOrigin } from '../support/servers/loopback-server.ts';
import { startUntrustedServer, type UntrustedServer } from '../support/servers/untrusted-server.ts';
import { onFailure } from '../support/runner/first-failure.ts';
import type { OpenedWorkbench } from '../support/vscode-host/open-workbench.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { answerButton, ChatPage, wholeText } from './chat-page.ts';
import { openSignIn, planFault, profileOf, signIn, signInOnPage } from './demo-visit.ts';
import { askInVain, showsFailure, textInPlace } from './failed-answer.ts';
import { openSignedIn } from './signed-in.ts';

/**
 * The system refuses this address with the error of a machine without a network: no connection leads to everybody at
 * once.
 */
const nowhere = 'https://255.255.255.255';
const retry = ['Try Again'];
const odd = (what: string): string => `The service answered in a way that Tidemark does not understand (${what}).`;
const oddButtons = ['Try Again', 'Connect to a Service…', 'Show Log'];

const oddWholes: readonly { readonly fault: Fault; readonly text: string }[] = [
  { fault: { kind: 'truncated-json' }, text: odd('broken JSON') },
  { fault: { kind: 'oversized-line', bytes: 100 }, text: odd('missing fields') },
  { fault: { kind: 'oversized-line', bytes: 9 * 1024 * 1024 }, text: odd('far too large') },
  {
    fault: { kind: 'reply', status: 200, headers: { 'content-type': 'application/json' }, body: '' },
    text: odd('nothing in it'),
  },
];

describe('A person whom more than one request fails', function () {
  this.timeout(120_000);

  let demo: DemoService;
  let untrusted: UntrustedServer;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;
  before(async () => {
    demo = await startDemoService({ pace: 0 });
    untrusted = await startUntrustedServer();
    opened = await openSignedIn(demo, {
      settings: { 'tidemark.service.profile': serviceAt(demo.description.planMessagesUrl) },
    });
    ({ workbench } = opened);
    chat = new ChatPage(workbench.chatFrame());
    await openChat();
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await untrusted[Symbol.asyncDispose]();
    await demo.close();
  });
  afterEach(onFailure((title) => workbench.screenshot(`rare-failures-failed-${title}`)));

  /**
   * The demo, with messages going to another address. One more host is named throughout, so that it stays one service.
   */
  const serviceAt = (planMessagesUrl: string): object => ({ ...profileOf(demo), altAuthUrl: nowhere, planMessagesUrl });
  const openChat = async (): Promise<void> => {
    await workbench.palette('Tidemark: Open Chat');
    // The chat takes the keyboard late, which would close what VS Code asks meanwhile.
    await chat.frame.locator('textarea:focus').waitFor();
  };
  const changeSettings = async (settings: Readonly<Record<string, unknown>>): Promise<void> => {
    await workbench.changeSettings(settings);
    await openChat();
  };

  /** A token belongs to the addresses that it was given for, so another address for messages takes another sign-in. */
  const connectTo = async (planMessagesUrl: string): Promise<void> => {
    await workbench.changeSettings({ 'tidemark.service.profile': serviceAt(planMessagesUrl) });
    await workbench
      .statusBarItem('tidemark.plan')
      .filter({ hasText: /Sign In/ })
      .waitFor();
    await signIn(workbench, demo, 'Ada Brook');
    await workbench.dismissToasts();
    await openChat();
  };

  /** The sign-in at the demo itself was kept meanwhile. */
  const returnToDemo = async (): Promise<void> => {
    await workbench.changeSettings({ 'tidemark.service.profile': serviceAt(demo.description.planMessagesUrl) });
    await workbench.statusBarItem('tidemark.plan').filter({ hasText: /Pro/ }).waitFor();
    await openChat();
  };

  const unreachable: readonly {
    readonly name: string;
    readonly address: () => Promise<string>;
    readonly text: RegExp;
  }[] = [
    {
      name: 'no network',
      address: () => Promise.resolve(nowhere),
      text: /^This machine is offline\. Check the network and try again\.$/,
    },
    {
      name: 'a closed port',
      address: refusedOrigin,
      text: /^The host 127\.0\.0\.1:\d+ cannot be reached\. Check the address, the network and any proxy, then try again\.$/,
    },
    {
      name: 'a foreign certificate',
      address: () => Promise.resolve(untrusted.origin.replace('localhost', '127.0.0.1')),
      text: /^The certificate of 127\.0\.0\.1:\d+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\./,
    },
  ];
  for (const { name, address, text } of unreachable) {
    it(`reads why nothing was reached, and is answered once the way is mended: ${name}`, async () => {
      await connectTo(await address());
      await askInVain(chat, name, { text, buttons: [...retry, 'Diagnose…'] });
      await returnToDemo();
      // The failure is still there with its button.
      const answer = chat.answers().last();
      await showsFailure(answer, { text, buttons: [...retry, 'Diagnose…'] });
      await answerButton(answer, 'Try Again').click();
      assert.match(await textInPlace(chat), /Paid by your plan/);
    });
  }

  it('waits a minute on silence and no longer, before an answer and in the middle of one', async () => {
    // Nothing shortens the minute, so two windows wait for it at the same time.
    const second = await workbench.openSecondWindow();
    await second.palette('Tidemark: New Chat');
    const secondChat = new ChatPage(second.chatFrame());
    await secondChat.composer().waitFor();
    await planFault(demo, 'plan-messages', { kind: 'silence' });
    const silent = await secondChat.ask('Is anybody there?');
    await silent.getByText('Waiting for the first words…').waitFor();

    await workbench.page.bringToFront();
    await planFault(demo, 'plan-messages', { kind: 'stall-mid-body', after: 2000 });
    const stalled = await chat.ask('And what then?');
    await stalled.locator('.markdown', { hasText: /[^]{20}/ }).waitFor();
    await stalled.locator('.notice.error').waitFor({ timeout: 90_000 });
    await showsFailure(stalled, {
      text: 'Nothing more of the answer came for 60 seconds, so it was ended. What arrived is kept.',
      buttons: ['Continue', 'Try Again'],
    });
    await workbench.screenshot('rare-failures-stalled');
    await answerButton(stalled, 'Continue').click();
    assert.match(await textInPlace(chat), /Paid by your plan/);

    await second.page.bringToFront();
    await showsFailure(silent, {
      text: 'The service did not answer within 60 seconds. Try again.',
      buttons: [...retry, 'Diagnose…'],
    });
    await second.screenshot('rare-failures-timeout');
    await answerButton(silent, 'Try Again').click();
    assert.match(await textInPlace(secondChat), /Paid by your plan/);
    await second.page.close();
    await workbench.page.bringToFront();
  });

  it('stops what has not begun, and has it answered again', async () => {
    await planFault(demo, 'plan-messages', { kind: 'silence' });
    const answer = await chat.ask('And now?');
    await chat.button('Stop (Escape)').click();
    await answer.getByText('Stopped before anything arrived.').waitFor();
    await answerButton(answer, 'Answer again').click();
    assert.match(await wholeText(answer), /Paid by your plan/);
  });

  it('reads what is odd about an answer that comes in one piece, and may try again', async () => {
    await changeSettings({ 'tidemark.chat.wholeAnswers': true });
    for (const { fault, text } of oddWholes) {
      await planFault(demo, 'plan-messages', fault);
      const answer = await askInVain(chat, 'an odd answer', { text, buttons: oddButtons });
      await answerButton(answer, 'Try Again').click();
      assert.match(await textInPlace(chat), /Paid by your plan/);
    }
    await changeSettings({ 'tidemark.chat.wholeAnswers': undefined });
  });

  it('reads after signing out that there is nobody to pay, and sends the prompt once there is', async () => {
    await planFault(demo, 'plan-messages', { kind: 'server-trouble' });
    const answer = await askInVain(chat, 'a sign-out', {
      text: /^The service has a problem of its own/,
      buttons: retry,
    });
    await workbench.palette('Tidemark: Sign Out');
    await workbench.toast(/^Signed out\./).waitFor();
    await answerButton(answer, 'Try Again').click();
    await showsFailure(answer, {
      text: 'You are signed out. Sign in, or set an API key.',
      buttons: ['Sign In', 'Set API Key…'],
    });
    await workbench.screenshot('rare-failures-signed-out');
    const page = await workbench.pageOpenedBy(async () => {
      await answerButton(answer, 'Sign In').click();
      await workbench.quickInput.pick('Primary account');
    });
    await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
    await workbench.page.bringToFront();
    await answer.getByText('You are signed in now. This prompt was kept, but has not been answered yet.').waitFor();
    await answerButton(answer, 'Send It Now').click();
    assert.match(await textInPlace(chat), /Paid by your plan/);
  });

  it('reads that an account whose plan takes no messages needs a key', async () => {
    await planFault(demo, 'plan-messages', { kind: 'server-trouble' });
    await askInVain(chat, 'another account', { text: /^The service has a problem of its own/, buttons: retry });
    await changeSettings({
      'tidemark.service.profile': {
        ...serviceAt(''),
        planMessagesUrl: undefined,
        altAuthUrl: demo.description.altAuthUrl,
      },
    });
    const page = await openSignIn(workbench, 'Secondary account');
    await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
    await workbench.page.bringToFront();
    await workbench.toast('Signed in as Ada Brook.').waitFor();
    await workbench.dismissToasts();
    const answer = chat.answers().last();
    await answerButton(answer, 'Try Again').click();
    await showsFailure(answer, {
      text: 'This answer needs an API key: none is set, and the account you are signed in with has no plan that can answer.',
      buttons: ['Set API Key…', 'Sign In', 'Try Again'],
    });
    await workbench.screenshot('rare-failures-key-needed');
    await answerButton(answer, 'Set API Key…').click();
    await workbench.quickInput.fill('Set API Key', demo.description.apiKey);
    await workbench.quickInput.pick('Ask me each time');
    await answerButton(answer, 'Answer with API Key').click();
    assert.match(await textInPlace(chat), /Paid by your API key/);
  });
});
