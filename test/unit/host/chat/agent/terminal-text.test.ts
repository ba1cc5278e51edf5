// What the terminal of a command says below its output.
import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';

const { endText } = await import('../../../../../src/host/chat/agent/commands/terminal-text.ts');

describe('the terminal of a command', () => {
  const stays = 'This terminal stays for you to read, until the agent runs its next command.';

  it('says how the command ended, and why it stays', () => {
    assert.deepEqual(
      [
        endText({ kind: 'exited', exitCode: 2, output: '' }),
        endText({ kind: 'exited', exitCode: null, output: null }),
        endText({ kind: 'silent', output: '' }),
        endText({ kind: 'stopped', output: '' }),
        endText({ kind: 'tooMuch', limit: 'memory', output: '' }),
      ],
      [
        `It has ended with exit code 2. ${stays}`,
        `It has ended. ${stays}`,
        `It was stopped. ${stays}`,
        `It was stopped. ${stays}`,
        `Ended: the memory of this machine was nearly used up. ${stays}`,
      ],
    );
  });

  it('says that a command goes on without the agent, and how it is stopped', () => {
    assert.match(
      endText({ kind: 'running', output: '' }),
      /goes on without the agent\. Close this terminal to stop it\./,
    );
  });
});
