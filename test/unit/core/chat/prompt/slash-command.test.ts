import assert from 'node:assert/strict';
import {
  isAsking,
  isBuiltIn,
  parsePromptFile,
  parseSlashCommand,
} from '../../../../../src/core/chat/prompt/slash-command.ts';

describe('a command', () => {
  it('is a slash and a name at the beginning, and what follows', () => {
    assert.deepEqual(parseSlashCommand('/explain'), { name: 'explain', rest: '' });
    assert.deepEqual(parseSlashCommand('  /Fix  the\nloop '), { name: 'fix', rest: 'the\nloop' });
    assert.deepEqual(parseSlashCommand('/release-notes.v2\nfor May'), { name: 'release-notes.v2', rest: 'for May' });
  });

  it('is no path, no comment and no slash further on', () => {
    for (const text of ['/usr/bin', '// note', '/', 'a /fix', '/1', '/*x*/'])
      assert.equal(parseSlashCommand(text), null, text);
  });

  it('is built in only under the exact name', () => {
    assert.deepEqual(['explain', 'clear', 'export', 'toString'].map(isBuiltIn), [true, true, false, false]);
    assert.deepEqual(['explain', 'clear', 'export', 'toString'].map(isAsking), [true, false, false, false]);
  });
});

describe('a prompt file', () => {
  it('is a command of its name, with the description of its front matter', () => {
    const text = '---\nmode: ask\ndescription: "Notes for a release"\n---\n\nWrite the notes.\n';
    assert.deepEqual(parsePromptFile('Release-Notes.prompt.md', text), {
      name: 'release-notes',
      description: 'Notes for a release',
      body: 'Write the notes.',
    });
  });

  it('is described by what is between the quotes, or by the whole line where they do not match', () => {
    const described = (line: string): string =>
      parsePromptFile('a.prompt.md', `---\n${line}\n---\nText`)?.description ?? '';
    assert.deepEqual(
      ['description: "One', "description: 'Two' ", 'description:three\r', `description: x${' '.repeat(200_000)}y`].map(
        described,
      ),
      ['"One', 'Two', 'three', `x${' '.repeat(199)}`],
    );
  });

  it('needs no front matter, and a rule further down is none', () => {
    assert.deepEqual(parsePromptFile('a.prompt.md', 'One\n---\ntwo\n---'), {
      name: 'a',
      description: '',
      body: 'One\n---\ntwo\n---',
    });
  });

  it('is not taken where it says nothing, or its name is no command or one that is built in', () => {
    assert.equal(parsePromptFile('a.prompt.md', '---\ndescription: x\n---\n '), null);
    for (const name of ['a.md', 'two words.prompt.md', 'fix.prompt.md', '.prompt.md'])
      assert.equal(parsePromptFile(name, 'Text'), null, name);
  });
});
