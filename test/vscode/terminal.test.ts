// Code for a shell reaches the terminal as one line that a person runs, and never as anything that a terminal acts on
// at once.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { putIntoTerminal } from '../../src/host/chat/editor/terminal.ts';
import { HeardVoice } from '../support/fakes/heard-voice.ts';

describe('code for a terminal', () => {
  let terminal: vscode.Terminal;
  let typed: string;
  let heard: () => void;
  let voice: HeardVoice;
  beforeEach(async () => {
    typed = '';
    voice = new HeardVoice();
    heard = () => undefined;
    const closed = new vscode.EventEmitter<void>();
    const opened = new Promise<void>((resolve) => {
      const pty: vscode.Pseudoterminal = {
        onDidWrite: new vscode.EventEmitter<string>().event,
        onDidClose: closed.event,
        open: () => resolve(),
        close: () => undefined,
        handleInput(data) {
          typed += data;
          heard();
        },
      };
      terminal = vscode.window.createTerminal({ name: 'Shell', pty });
    });
    terminal.show();
    await opened;
    while (vscode.window.activeTerminal !== terminal)
      await new Promise<void>((resolve) => {
        const listening = vscode.window.onDidChangeActiveTerminal(() => {
          listening.dispose();
          resolve();
        });
      });
  });
  afterEach(() => {
    terminal.dispose();
  });

  it('is typed and not run where it is one line', async () => {
    const input = new Promise<void>((resolve) => {
      heard = resolve;
    });
    await putIntoTerminal('npm test -- "a b"\n', voice.inform);
    await input;
    // Whatever were typed behind it would have come before this.
    terminal.sendText('|', false);
    while (!typed.includes('|'))
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    assert.deepEqual([typed, voice.heard], ['npm test -- "a b"|', []]);
  });

  it('is copied where it is several lines, or holds what a terminal acts on', async () => {
    for (const code of ['cd a\nrm -r b', 'echo \u001b[2J', 'a\tb']) {
      await putIntoTerminal(code, voice.inform);
      assert.equal(await vscode.env.clipboard.readText(), code);
    }
    assert.deepEqual(
      voice.heard.map((text) => text.split(':')[0]),
      Array<string>(3).fill('The code is copied, not typed'),
    );
    terminal.sendText('|', false);
    while (!typed.includes('|'))
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    assert.equal(typed, '|');
  });
});
