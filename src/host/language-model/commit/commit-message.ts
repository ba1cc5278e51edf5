// Writes the message of a commit into the Git view's box, as the model writes it. It never commits.
import * as vscode from 'vscode';
import { longestChanges, secretFiles } from '../../../core/chat/commit-message/changes-text.ts';
import { type CommitFacts, commitRequest } from '../../../core/chat/commit-message/commit-request.ts';
import { commitMessageOf } from '../../../core/chat/commit-message/message-text.ts';
import { answerCaller } from '../../../core/chat/language-model/answer-caller.ts';
import { textOf } from '../../../core/chat/messages/blocks.ts';
import type { Payer } from '../../../core/chat/providers/fallback-chain.ts';
import { chosenModel, offeredModels } from '../../../core/chat/providers/models.ts';
import { systemClock } from '../../../core/ports.ts';
import type { Failure } from '../../../core/service/failure/errors.ts';
import type { Model } from '../../../core/service/profile/profile.ts';
import { askRisk } from '../../display/modal.ts';
import { inertName } from '../../display/names.ts';
import { showError, showInformation } from '../../display/notification.ts';
import { showProgress } from '../../display/progress.ts';
import { pickOne } from '../../display/quick-pick.ts';
import { readModelId } from '../../settings.ts';
import { failureText } from '../../words/error-text.ts';
import { listText } from '../../words/list-text.ts';
import { concernsPayer, tellOfFailure } from '../failure-notification.ts';
import type { LanguageModelPorts } from '../language-model-ports.ts';
import { modelSizes } from '../model-information.ts';
import { changedFiles, lastSubjects, openRepositories, type Repository, repositoryOf } from './repositories.ts';
import { keyConsent } from '../window-consent.ts';
import { WrittenBox } from './written-box.ts';

const { l10n } = vscode;

/** Between two looks at whether somebody types in the box. */
const lookMilliseconds = 10;
/** Until what was put into the box stands there, also in a slow window. */
const arrivalMilliseconds = 500;

/** The command, with what the button of the Git view says it belongs to. Never rejects. */
export async function writeCommitMessage(ports: LanguageModelPorts, argument: unknown): Promise<void> {
  const repositories = await openRepositories();
  const repository = repositoryOf(argument, repositories) ?? (await chooseRepository(repositories));
  if (repository === null) return;
  const model = chosenOf(ports);
  if (model === undefined) {
    tell({ kind: 'signedOut' }, null, ports);
    return;
  }
  const title = l10n.t('Writing the commit message');
  const before = await showProgress({ title, cancellable: true }, (_report, token) =>
    write(repository, model, ports, token),
  );
  if (before === null || before.trim() === '') return;
  const restore = l10n.t('Restore');
  const text = l10n.t('The commit message took the place of what you had written.');
  if ((await showInformation(text, restore)) === restore) repository.inputBox.value = before;
}

async function chooseRepository(repositories: readonly Repository[]): Promise<Repository | null> {
  const [first, second] = repositories;
  if (first === undefined) {
    await showInformation(l10n.t('No Git repository is open here.'));
    return null;
  }
  if (second === undefined) return first;
  const items = repositories.map((repository) => ({
    repository,
    label: repository.rootUri.path.split('/').at(-1) ?? '',
    // Two may have one name.
    description: repository.rootUri.fsPath,
  }));
  const picked = await pickOne(items, { title: l10n.t('Write a commit message for which repository?') });
  return picked?.repository ?? null;
}

function chosenOf({ connection, planModels }: LanguageModelPorts): Model | undefined {
  const connected = connection();
  return connected === null
    ? undefined
    : chosenModel(offeredModels(connected.profile.models, planModels()), readModelId());
}

/** What stood in the box before; null where nothing was written into it. */
async function write(
  repository: Repository,
  model: Model,
  ports: LanguageModelPorts,
  token: vscode.CancellationToken,
): Promise<string | null> {
  const facts = await factsOf(repository, token);
  if (facts === null || token.isCancellationRequested) return null;
  const box = new WrittenBox(repository.inputBox);
  const stop = new AbortController();
  const listening = token.onCancellationRequested(() => stop.abort());
  const looking = setInterval(() => {
    if (!box.isOurs) stop.abort();
  }, lookMilliseconds);
  const most = Math.min(longestChanges, modelSizes(model).maxInputTokens * 2);
  let received = '';
  const answer = await answerCaller(
    commitRequest(model.id, facts, most),
    'commitMessage',
    await ports.payers(),
    keyConsent,
    stop.signal,
    (event) => {
      if (event.kind !== 'textAdded') return;
      received += event.text;
      // Whoever types wants to write it themselves.
      if (!box.show(commitMessageOf(received), Date.now())) stop.abort();
    },
    systemClock,
    ports.log,
  );
  listening.dispose();
  clearInterval(looking);
  if (!box.isOurs) setTimeout(() => box.giveBack(), arrivalMilliseconds);
  const failure = answer.progress.kind === 'failed' ? answer.progress.failure : null;
  ports.onAnswerEnded(failure);
  if (answer.progress.kind === 'done') box.end(commitMessageOf(textOf(answer.blocks)));
  if (failure !== null) tell(failure, answer.source?.payer ?? null, ports);
  return box.before;
}

/** Nothing else says it: in the Git view there is no answer that a sentence could stand in. */
function tell(failure: Failure, payer: Payer | null, { hasKey, isSignedIn, elsewhere }: LanguageModelPorts): void {
  const request = { payer, hasKey: hasKey(), signedIn: isSignedIn(), elsewhere: elsewhere() };
  if (concernsPayer(failure)) void tellOfFailure(failure, request);
  else void showError(failureText(failure));
}

/** Null where there is nothing to write about, or the person does not want it sent. */
async function factsOf(repository: Repository, token: vscode.CancellationToken): Promise<CommitFacts | null> {
  const files = await changedFiles(repository, token);
  if (files.length === 0) {
    void showInformation(l10n.t('There are no changes to write a message for.'));
    return null;
  }
  const secrets = secretFiles(files);
  const sent = secrets.length === 0 ? files : await withoutSecrets(files, secrets);
  if (sent === null) return null;
  return { files: sent, subjects: await lastSubjects(repository), hint: repository.inputBox.value };
}

async function withoutSecrets<File extends { readonly path: string }>(
  files: readonly File[],
  secrets: readonly File[],
): Promise<readonly File[] | null> {
  const leaveOut = l10n.t('Leave Them Out');
  const send = l10n.t('Send Them Too');
  const detail = [
    listText(secrets.map(({ path }) => inertName(path))),
    l10n.t('The changes are sent to the service, which writes the message by them.'),
  ];
  const text = l10n.t('Some of the changes look like they hold secrets');
  switch (await askRisk({ text, detail }, leaveOut, send)) {
    case leaveOut:
      return files.map((file) => (secrets.includes(file) ? { ...file, diff: '' } : file));
    case send:
      return files;
    default:
      return null;
  }
}
