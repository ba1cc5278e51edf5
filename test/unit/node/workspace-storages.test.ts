import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceStorages } from '../../../src/node/workspace-storages.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../../support/vscode-host/owned-resources.ts';

describe('the storages of all workspaces', () => {
  let user = '';
  const extension = 'tidemark.tidemark';
  const storage = (workspace: string): string => path.join(user, 'workspaceStorage', workspace, extension);
  beforeEach(async () => {
    user = await createTemporaryFolder();
  });
  afterEach(async () => removeTemporaryFolder(user));

  it('are found from a window with a workspace, without one, and in a profile', async () => {
    for (const workspace of ['a1', 'b2']) await mkdir(storage(workspace), { recursive: true });
    await mkdir(path.join(user, 'workspaceStorage', 'c3', 'another.extension'), { recursive: true });
    await writeFile(path.join(user, 'workspaceStorage', 'a file'), '');
    const persons = [
      path.join(user, 'globalStorage', extension),
      path.join(user, 'profiles', 'p1', 'globalStorage', extension),
    ];
    for (const person of persons) {
      for (const workspace of [null, storage('a1')]) {
        const { folders, unread } = await workspaceStorages({ workspace, person });
        assert.deepEqual([[...folders].sort(), unread], [[storage('a1'), storage('b2')], []]);
      }
    }
  });

  it('are none where VS Code has not made any', async () => {
    assert.deepEqual(
      await workspaceStorages({ workspace: null, person: path.join(user, 'globalStorage', extension) }),
      { folders: [], unread: [] },
    );
  });

  it('that cannot be looked for are named', async () => {
    const root = path.join(user, 'workspaceStorage');
    await symlink(root, root);
    const person = path.join(user, 'globalStorage', extension);
    assert.deepEqual(await workspaceStorages({ workspace: null, person }), { folders: [], unread: [root] });
    const elsewhere = path.join(user, 'elsewhere', extension);
    assert.deepEqual(await workspaceStorages({ workspace: null, person: elsewhere }), {
      folders: [],
      unread: [path.dirname(elsewhere)],
    });
  });
});
