// The files that the agent has changed in the conversation that is shown, until the person has said of each that it is
// to stay as it is, or to be as it was.
import * as vscode from 'vscode';
import type { LoggedChange } from '../../../core/chat/conversation/files/file-log.ts';
import { fileKey, type FileState } from '../../../core/chat/conversation/files/file-records.ts';
import type { HistoryCopies } from '../../../core/chat/history/copies.ts';
import { FileKeeper } from '../../../core/chat/restore/file-keeper.ts';
import { planRestore, type RestoreStep } from '../../../core/chat/restore/restore-plan.ts';
import { countsOf, lineChanges, linesOf } from '../../../core/chat/review/line-changes.ts';
import type { ChangeView, HostMessage } from '../../../protocol/chat.ts';
import { inertName } from '../../display/names.ts';
import { bytesOfFile } from '../agent/file-bytes.ts';
import { nameOf, placedAt } from '../agent/places.ts';
import { ProposedDiffs } from '../agent/proposed-diffs.ts';
import type { FileRestore, RestoredSession } from './file-restore.ts';
import { obstacleText } from './restore-text.ts';

const { l10n } = vscode;

export class ChangedFiles implements vscode.Disposable {
  readonly #session: RestoredSession;
  readonly #copies: HistoryCopies;
  readonly #restore: FileRestore;
  readonly #tell: (message: HostMessage) => void;
  readonly #diffs = new ProposedDiffs('tidemark-changed');
  readonly #subscriptions: vscode.Disposable;
  #shown: readonly ChangeView[] = [];
  /** What the list says of the log; the same where nothing else has happened. */
  #state = '';
  /** The newest look, which alone is shown. */
  #look = 0;

  constructor(
    session: RestoredSession,
    copies: HistoryCopies,
    restore: FileRestore,
    tell: (message: HostMessage) => void,
  ) {
    this.#session = session;
    this.#copies = copies;
    this.#restore = restore;
    this.#tell = tell;
    const stopListening = session.events.listen(({ kind }) => {
      if (kind === 'callChanged' || kind === 'answerEnded' || kind === 'conversationReplaced') void this.#refresh();
    });
    this.#subscriptions = vscode.Disposable.from(
      { dispose: stopListening },
      restore.onDidChange(() => void this.#refresh()),
    );
    void this.#refresh();
  }

  shown(): HostMessage {
    return { kind: 'changedFilesShown', files: [...this.#shown] };
  }

  /** As the log tells it: what somebody else has done since is looked at when it matters. */
  get #steps(): readonly RestoreStep[] {
    const { undecided } = this.#session.tree.files;
    return planRestore(undecided, new Map(undecided.map(({ file, after }) => [fileKey(file), after])));
  }

  async #refresh(): Promise<void> {
    const { tree, place } = this.#session.current();
    const state = JSON.stringify([tree.id, tree.files.undecided]);
    if (state === this.#state) return;
    this.#state = state;
    this.#look += 1;
    const look = this.#look;
    const read = (wanted: FileState): Promise<Uint8Array | null> =>
      wanted.kind === 'bytes' ? this.#copies.read(tree.id, place, wanted.hash) : Promise.resolve(null);
    const files = await Promise.all(this.#steps.map(async (step) => changeView(step, await read(step.wanted))));
    if (look !== this.#look) return;
    this.#shown = files;
    this.#tell(this.shown());
  }

  #stepOf(id: string): RestoreStep | undefined {
    return this.#steps.find(({ file }) => fileKey(file) === id);
  }

  /** What the agent has made of a file, beside what it was. */
  async open(id: string): Promise<void> {
    const step = this.#stepOf(id);
    if (step === undefined) return;
    const { tree, place } = this.#session.current();
    const bytes = step.wanted.kind === 'bytes' ? await this.#copies.read(tree.id, place, step.wanted.hash) : null;
    const before = bytes === null ? null : await vscode.workspace.decode(bytes);
    const now = await placedAt(step.from ?? step.file);
    const path = now?.name ?? nameOf(vscode.Uri.file(step.file.path));
    const title = l10n.t('{0}: what the agent changed', inertName(path.slice(path.lastIndexOf('/') + 1)));
    if (now?.is === 'file') await this.#diffs.openBeside(id, { path, before }, now.uri, title);
    else await this.#diffs.open(id, { path, before, after: null }, title);
  }

  /** Never rejects. */
  async keep(ids: readonly string[]): Promise<void> {
    const stored = this.#session.current();
    const { tree, place } = stored;
    const steps = ids.map((id) => this.#stepOf(id)).filter((step) => step !== undefined);
    const files = steps.flatMap(({ file, from }) => (from === null ? [file] : [file, from]));
    const keep = (bytes: Uint8Array): Promise<string> =>
      this.#copies.keep(tree.id, place, bytes, tree.files.firstHashes);
    try {
      // A copy of each as it is: what comes later is reverted to that.
      const found = await new FileKeeper({ read: bytesOfFile, keep }).keep(files);
      await this.#restore.record(stored, { kind: 'fileChangesKept', files: found });
    } catch {
      // That it cannot be saved is said by the history.
    }
    await this.#refresh();
  }

  async keepAll(): Promise<void> {
    await this.keep(this.#steps.map(({ file }) => fileKey(file)));
  }

  /** At once, but where somebody else has changed the file since. */
  async revert(id: string): Promise<void> {
    const step = this.#stepOf(id);
    if (step === undefined) return;
    const keys = new Set([step.file, ...(step.from === null ? [] : [step.from])].map(fileKey));
    const path = step.file.path.slice(step.file.path.lastIndexOf('/') + 1);
    const title = l10n.t('Revert {0}?', inertName(path));
    await this.#restore.revert(this.#undecidedOf(keys), title, false);
  }

  async revertAll(): Promise<void> {
    const keys = new Set(
      this.#steps.flatMap(({ file, from }) => [file, ...(from === null ? [] : [from])]).map(fileKey),
    );
    await this.#restore.revert(this.#undecidedOf(keys), l10n.t('Revert all files that the agent changed?'), true);
  }

  #undecidedOf(keys: ReadonlySet<string>): readonly LoggedChange[] {
    return this.#session.tree.files.undecided.filter(({ file }) => keys.has(fileKey(file)));
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#diffs.dispose();
  }
}

/** @param before what the file held; null where there was none, or no copy is left */
async function changeView(step: RestoreStep, before: Uint8Array | null): Promise<ChangeView> {
  const { file, from, does, wanted } = step;
  const now = await bytesOfFile(from ?? file);
  const path = nameOf(vscode.Uri.file((from ?? file).path));
  const cut = path.lastIndexOf('/') + 1;
  const isGone = wanted.kind !== 'absent' && before === null;
  const renamed = from === null ? null : l10n.t('renamed from {0}', inertName(nameOf(vscode.Uri.file(file.path))));
  return {
    id: fileKey(file),
    name: inertName(path.slice(cut)),
    folder: cut === 0 ? '' : inertName(path.slice(0, cut - 1)),
    does: does === 'delete' ? 'create' : does === 'create' ? 'delete' : 'edit',
    lines: isGone ? null : await lineCounts(before, now.kind === 'bytes' ? now.bytes : null),
    note: isGone ? obstacleText('noCopy') : renamed,
  };
}

async function lineCounts(before: Uint8Array | null, after: Uint8Array | null): Promise<ChangeView['lines']> {
  const [old, fresh] = await Promise.all([before, after].map(linesIn));
  return countsOf(lineChanges(old ?? [], fresh ?? []));
}

/** A binary file has none. The empty line behind the last break is none either. */
async function linesIn(bytes: Uint8Array | null): Promise<readonly string[]> {
  if (bytes === null || bytes.length === 0 || bytes.includes(0)) return [];
  const lines = linesOf(await vscode.workspace.decode(bytes));
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
