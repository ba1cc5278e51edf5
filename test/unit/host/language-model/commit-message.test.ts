// The message of a commit, from the button of the Git view to the box: against the demo service, with a stand-in for
// the API of VS Code's Git extension.
import '../../../support/fakes/vscode-stand-in.ts';
import assert from 'node:assert/strict';
import { shown, standIn } from '../../../support/fakes/vscode-stand-in.ts';
import { MemoryMemento } from '../../../support/fakes/memory-memento.ts';
import { DemoChat } from '../../../support/servers/demo-chat.ts';
import type { LanguageModelPorts } from '../../../../src/host/language-model/language-model-ports.ts';
import { closeDemos, control } from '../../demo/demo-client.ts';

const { writeCommitMessage } = await import('../../../../src/host/language-model/commit/commit-message.ts');

interface MadeRepository {
  readonly rootUri: InstanceType<typeof standIn.Uri>;
  readonly inputBox: { value: string };
  readonly state: object;
}

describe('the commit message', () => {
  const original = { window: { ...standIn.window }, extensions: { ...standIn.extensions } };
  let chat: DemoChat;
  let ports: LanguageModelPorts;
  let repositories: MadeRepository[];
  /** The button that is pressed on whatever asks; none is pressed where it is not among its buttons. */
  let pressed: string;

  const uriOf = (path: string): InstanceType<typeof standIn.Uri> => new standIn.Uri(path);
  const made = (
    name: string,
    files: Readonly<Record<string, string>>,
    hint = '',
    staged: Readonly<Record<string, string>> = {},
  ): MadeRepository => ({
    rootUri: uriOf(`/repositories/${name}`),
    inputBox: { value: hint },
    state: {
      indexChanges: Object.keys(staged).map((file) => ({ uri: uriOf(`/repositories/${name}/${file}`) })),
      workingTreeChanges: Object.keys(files).map((file) => ({ uri: uriOf(`/repositories/${name}/${file}`) })),
    },
    ...{
      diffWithHEAD: (path: string) => Promise.resolve(files[path.slice(`/repositories/${name}/`.length)] ?? ''),
      diffIndexWithHEAD: (path: string) => Promise.resolve(staged[path.slice(`/repositories/${name}/`.length)] ?? ''),
      log: ({ maxEntries }: { readonly maxEntries: number }) => {
        assert.equal(maxEntries, 10);
        return Promise.resolve([{ message: 'Add the tides\n\nBecause.' }]);
      },
    },
  });
  const press = (text: unknown, ...rest: readonly unknown[]): Promise<unknown> => {
    shown.push(text);
    return Promise.resolve(rest.find((item) => titleOf(item) === pressed));
  };
  const titleOf = (item: unknown): unknown =>
    typeof item === 'object' && item !== null && 'title' in item ? item.title : undefined;

  beforeEach(async () => {
    chat = await DemoChat.open();
    pressed = '';
    shown.splice(0);
    Object.assign(standIn.window, {
      showInformationMessage: press,
      showWarningMessage: press,
      showErrorMessage: press,
      withProgress: (_options: unknown, task: (progress: object, token: object) => Promise<unknown>) =>
        task({}, { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) }),
    });
    standIn.extensions.getExtension = () => ({
      activate: () => Promise.resolve({ getAPI: () => ({ repositories }) }),
    });
    ports = {
      connection: () => chat.connection,
      isSignedIn: () => chat.credentials !== null,
      hasKey: () => false,
      planModels: () => [],
      elsewhere: () => null,
      quotaNote: () => Promise.resolve(''),
      payers: () => Promise.resolve(chat.payers),
      onAnswerEnded: () => undefined,
      state: new MemoryMemento(),
      log: chat.log,
    };
  });
  afterEach(closeDemos);
  after(() => {
    Object.assign(standIn.window, original.window);
    Object.assign(standIn.extensions, original.extensions);
  });

  const diff = '@@ -1 +1 @@\n-high at noon\n+high at midnight\n';
  const button = ({ rootUri }: MadeRepository): object => ({ rootUri });

  it('takes the place of what stood in the box, and one press brings that back', async () => {
    const harbor = made('harbor', { 'tides.txt': diff }, 'my words');
    repositories = [harbor];
    await writeCommitMessage(ports, button(harbor));
    assert.match(harbor.inputBox.value, /^Change tides\.txt/u);
    assert.deepEqual(shown, ['The commit message took the place of what you had written.']);
    harbor.inputBox.value = 'my words';
    pressed = 'Restore';
    await writeCommitMessage(ports, button(harbor));
    assert.equal(harbor.inputBox.value, 'my words');
  });

  it('says nothing about an empty box', async () => {
    const harbor = made('harbor', { 'tides.txt': diff });
    repositories = [harbor];
    await writeCommitMessage(ports, button(harbor));
    assert.match(harbor.inputBox.value, /^Change tides\.txt/u);
    assert.deepEqual(shown, []);
    assert.deepEqual(
      chat.counts.answers.map(({ origin, payer, conversation, model }) => [origin, payer, conversation, model]),
      [['commitMessage', 'plan', null, 'tide-large']],
    );
  });

  it('is about what is staged, where something is, in the style of the last commits, with what is noted', async () => {
    const harbor = made('harbor', { 'tides.txt': diff, 'other.txt': '+mine\n' }, 'about time', { 'tides.txt': diff });
    repositories = [harbor];
    await writeCommitMessage(ports, button(harbor));
    const report = await control(chat.demo, 'GET', '/requests');
    assert.ok(typeof report === 'object' && report !== null && 'newestTexts' in report);
    assert.deepEqual(report.newestTexts, [
      `Earlier messages:\nAdd the tides\n\nWhat the author has noted about it:\nabout time\n\nThe changes:\ntides.txt\n${diff}`,
    ]);
  });

  it('asks about changes that look like they hold secrets, and sends nothing where the person leaves', async () => {
    const harbor = made('harbor', { 'tides.txt': diff, '.env': '+API_KEY=abc\n' });
    repositories = [harbor];
    await writeCommitMessage(ports, button(harbor));
    assert.deepEqual(shown, ['Some of the changes look like they hold secrets']);
    assert.deepEqual([harbor.inputBox.value, await chat.requests()], ['', [0, 0]]);
    pressed = 'Leave Them Out';
    await writeCommitMessage(ports, button(harbor));
    assert.notEqual(harbor.inputBox.value, '');
    assert.deepEqual(await chat.requests(), [1, 0]);
  });

  it('is for the repository whose button was pressed, and asks for which where there is no button', async () => {
    const [harbor, lighthouse] = [made('harbor', { 'a.txt': diff }), made('lighthouse', { 'b.txt': diff })];
    repositories = [harbor, lighthouse];
    await writeCommitMessage(ports, button(lighthouse));
    assert.deepEqual([harbor.inputBox.value, lighthouse.inputBox.value.split('\n')[0]], ['', 'Change b.txt']);
    const offered: unknown[] = [];
    Object.assign(standIn.window, {
      showQuickPick: (rows: readonly { readonly label: string; readonly description: string }[]) => {
        offered.push(...rows.map(({ label, description }) => `${label}: ${description}`));
        return Promise.resolve(rows[0]);
      },
    });
    await writeCommitMessage(ports, undefined);
    assert.deepEqual(offered, ['harbor: /repositories/harbor', 'lighthouse: /repositories/lighthouse']);
    assert.match(harbor.inputBox.value, /^Change a\.txt/u);
  });

  it('is not written where nothing has changed, no repository is open, or nobody is signed in', async () => {
    repositories = [made('harbor', {})];
    await writeCommitMessage(ports, undefined);
    repositories = [];
    await writeCommitMessage(ports, undefined);
    repositories = [made('harbor', { 'a.txt': diff })];
    chat.signOut();
    await writeCommitMessage(ports, undefined);
    assert.deepEqual(shown, [
      'There are no changes to write a message for.',
      'No Git repository is open here.',
      'You are signed out. Sign in, or set an API key.',
    ]);
    assert.deepEqual(await chat.requests(), [0, 0]);
  });
});
