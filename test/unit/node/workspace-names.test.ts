import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { workspaceNameOf } from '../../../src/node/workspace-names.ts';

describe('what a workspace is called', () => {
  let folder: string;
  const write = async (id: string, text: string): Promise<void> => {
    await mkdir(path.join(folder, id));
    await writeFile(path.join(folder, id, 'workspace.json'), text);
  };
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tidemark-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is the last part of its folder or of its file, as VS Code writes it down', async () => {
    await write('a', '{"folder":"file:///home/ada/tide%20tables/"}');
    await write('b', '{"workspace":"vscode-remote://ssh-remote/home/ada/harbor.code-workspace"}');
    await write('c', '{"folder":"file:///home/100%"}');
    assert.deepEqual(
      [await workspaceNameOf(folder, 'a'), await workspaceNameOf(folder, 'b'), await workspaceNameOf(folder, 'c')],
      ['tide tables', 'harbor', '100%'],
    );
  });

  it('is not known where VS Code says nothing that can be read', async () => {
    await write('a', 'no JSON');
    await write('b', '{"folder":5}');
    await write('c', '{"folder":"/"}');
    for (const id of ['a', 'b', 'c', 'gone']) assert.equal(await workspaceNameOf(folder, id), null, id);
  });
});
