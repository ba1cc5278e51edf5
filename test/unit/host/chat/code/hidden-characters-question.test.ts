// What is said of code that was copied with characters that do not show.
import assert from 'node:assert/strict';
import { HeardVoice } from '../../../../support/fakes/heard-voice.ts';
import '../../../../support/fakes/vscode-stand-in.ts';

const { offerWithoutHidden } = await import('../../../../../src/host/chat/code/hidden-characters-question.ts');

describe('code that was copied', () => {
  it('has its characters named that do not show', async () => {
    const voice = new HeardVoice();
    assert.equal(await offerWithoutHidden('a\u202eb\u200b\u200bc', voice.inform), null);
    assert.deepEqual(voice.heard, [
      'The copied code contains invisible characters: U+202E RIGHT-TO-LEFT OVERRIDE, U+200B ZERO WIDTH SPACE, 2 times.',
    ]);
  });

  it('is not spoken of where all of it shows', async () => {
    const voice = new HeardVoice();
    assert.equal(await offerWithoutHidden('a ⚠️ می\u200cخواهم', voice.inform), null);
    assert.deepEqual(voice.heard, []);
  });
});
