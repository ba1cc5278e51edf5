// What the pages are told when who is signed in gets a name after the conversation was drawn.
import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';
import type { HostMessage } from '../../../../../src/protocol/chat.ts';
import { DemoChat } from '../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../demo/demo-client.ts';

const { Presenter } = await import('../../../../../src/host/chat/present/presenter.ts');

describe('the account that has paid for an answer', () => {
  let chat: DemoChat;

  beforeEach(async () => {
    chat = await DemoChat.open();
  });
  afterEach(async () => {
    await chat.session.close();
    await closeDemos();
  });

  it('is named in the answers that are shown, also where its name becomes known late', async () => {
    let names: ReadonlyMap<string, string> = new Map();
    const nothing = (): null => null;
    const presenter = new Presenter(
      chat.session,
      chat.payers,
      nothing,
      () => '',
      nothing,
      nothing,
      () => names,
    );
    await chat.session.send('Hello');
    const named: unknown[] = [];
    presenter.onMessage((message: HostMessage) => {
      const turn = message.kind === 'turnReplaced' ? message.turn : null;
      if (turn?.kind === 'answer') named.push([turn.id, turn.source?.account]);
    });
    const { id, source } = chat.lastAnswer();
    names = new Map([[source?.account ?? assert.fail(), 'Ada Brook']]);
    presenter.accountNamesChanged();
    names = new Map();
    presenter.accountNamesChanged();
    assert.deepEqual(named, [
      [id, 'Ada Brook'],
      [id, undefined],
    ]);
    presenter.dispose();
  });
});
