import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import '../../../support/fakes/vscode-stand-in.ts';

const { WebviewPage } = await import('../../../../src/host/page/webview-page.ts');

describe('a page in a webview', () => {
  let clock: FakeClock;
  let loads: string[];
  let sent: unknown[];
  let requests: string[];
  let warnings: string[];
  let say: (data: unknown) => void;
  let listens: boolean;

  const webview = {
    get html() {
      return loads.at(-1) ?? '';
    },
    set html(document) {
      loads.push(document);
    },
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage(listener: typeof say) {
      listens = true;
      say = listener;
      return { dispose: () => (listens = false) };
    },
    postMessage: (message: unknown) => Promise.resolve(sent.push(message)),
  } as unknown as vscode.Webview;
  const open = (): InstanceType<typeof WebviewPage<string, string>> =>
    new WebviewPage<string, string>(
      webview,
      {} as unknown as vscode.Uri,
      {
        name: 'plan',
        strings: () => ({ refresh: 'Refresh' }),
        parse: (data) => (typeof data === 'string' ? data : null),
      },
      (request) => requests.push(request),
      clock,
      { info: () => assert.fail(), warn: (line) => warnings.push(line) },
    );

  beforeEach(() => {
    clock = new FakeClock();
    [loads, sent, requests, warnings] = [[], [], [], []];
  });

  it('is loaded with its words, and again while it is to be seen and does not come', () => {
    const page = open();
    assert.match(loads[0] ?? '', /\{"refresh":"Refresh"\}/);
    clock.advance(80_000);
    assert.equal(loads.length, 1);
    page.expect();
    clock.advance(8_000);
    page.arrive();
    clock.advance(80_000);
    assert.equal(loads.length, 2);
    assert.deepEqual(warnings, ['The plan page did not come and is loaded again.']);
  });

  it('is expected anew once it was hidden, and is left alone while it is there', () => {
    const page = open();
    page.arrive();
    page.expect();
    clock.advance(80_000);
    assert.equal(loads.length, 1);
    page.leave();
    page.expect();
    clock.advance(8_000);
    assert.equal(loads.length, 2);
  });

  it('is told something only while it is there', () => {
    const page = open();
    page.tell('too early');
    page.arrive();
    page.tell('in time');
    page.leave();
    page.tell('too late');
    assert.deepEqual(sent, ['in time']);
  });

  it('asks in its own words; whatever else it says is noted, and not repeated', () => {
    const page = open();
    say('press');
    say({ kind: 'secret' });
    assert.deepEqual([requests, warnings], [['press'], ['The plan page sent something that is not a message.']]);
    page.dispose();
    assert.equal(listens, false);
  });
});
