// What has to happen to files so that they are again as they were before some of the changes that a conversation has
// made to them.
import type { LoggedChange } from '../conversation/files/file-log.ts';
import { type FileAddress, fileKey, type FileState, isSameState } from '../conversation/files/file-records.ts';
import type { ConversationTree } from '../conversation/tree.ts';

export interface RestoreStep {
  readonly file: FileAddress;
  readonly does: 'create' | 'delete' | 'change' | 'rename';
  /** Where the file is now, which is to be renamed; null for every other step. */
  readonly from: FileAddress | null;
  /** What it held before the changes. */
  readonly wanted: FileState;
  /** Whether somebody else has changed it since: what they wrote would go. */
  readonly isForeign: boolean;
}

/** All changes since the first that the answers to a prompt have made; empty where they have made none. */
export function changesSince(tree: ConversationTree, promptId: string): readonly LoggedChange[] {
  const answers = new Set(tree.answersTo(promptId));
  const { changes } = tree.files;
  const first = changes.findIndex(({ id }) => id !== null && answers.has(id));
  return first === -1 ? [] : changes.slice(first);
}

/** Whether files are not as they were before a prompt, as far as the conversation knows. */
export function canRestore(tree: ConversationTree, promptId: string): boolean {
  const changes = changesSince(tree, promptId);
  const known = new Map(changes.map(({ file, after }) => [fileKey(file), after]));
  return planRestore(changes, known).length > 0;
}

/** Of the copies that these steps take. */
export function wantedHashes(steps: readonly RestoreStep[]): readonly string[] {
  return steps.flatMap(({ wanted }) => (wanted.kind === 'bytes' ? [wanted.hash] : []));
}

/** Each file once. */
export function filesIn(changes: readonly LoggedChange[]): readonly FileAddress[] {
  return [...new Map(changes.map(({ file }) => [fileKey(file), file])).values()];
}

/**
 * In the order in which the files were changed first; a file that is as it was needs no step.
 *
 * @param changes that are taken back: to the end of the log
 * @param current by `fileKey`
 */
export function planRestore(
  changes: readonly LoggedChange[],
  current: ReadonlyMap<string, FileState>,
): readonly RestoreStep[] {
  const files = new Map<string, FileHistory>();
  for (const change of changes) {
    const key = fileKey(change.file);
    const before = files.get(key);
    files.set(key, before === undefined ? begun(change) : followed(before, change));
  }
  const now = (key: string): FileState => current.get(key) ?? { kind: 'unknown' };
  const steps = new Map<string, RestoreStep>();
  for (const [key, { file, wanted, left, hasGap }] of files) {
    const state = now(key);
    if (isSameState(state, wanted)) continue;
    const isForeign = hasGap || !isSameState(state, left);
    const does = wanted.kind === 'absent' ? 'delete' : state.kind === 'absent' ? 'create' : 'change';
    steps.set(key, { file, does, from: null, wanted, isForeign });
  }
  return joinedRenames(steps, changes);
}

interface FileHistory {
  readonly file: FileAddress;
  readonly wanted: FileState;
  /** As the last change left it. */
  readonly left: FileState;
  /** Whether it was not found as the change before had left it. */
  readonly hasGap: boolean;
}

function begun({ file, before, after }: LoggedChange): FileHistory {
  return { file, wanted: before, left: after, hasGap: false };
}

/** A person who restores a file has been asked about what was in it. */
function followed({ file, wanted, left, hasGap }: FileHistory, { id, before, after }: LoggedChange): FileHistory {
  return { file, wanted, left: after, hasGap: hasGap || (id !== null && !isSameState(before, left)) };
}

/** A file that is to be created where another goes, to which it was renamed, is renamed back. */
function joinedRenames(
  steps: ReadonlyMap<string, RestoreStep>,
  changes: readonly LoggedChange[],
): readonly RestoreStep[] {
  const joined = new Map(steps);
  for (const [key, step] of steps) {
    if (step.does !== 'create') continue;
    const target = renamedTo(key, changes, (name) => joined.get(name)?.does === 'delete');
    const gone = target === null ? undefined : joined.get(target);
    if (target === null || gone === undefined) continue;
    joined.delete(target);
    joined.set(key, { ...step, does: 'rename', from: gone.file, isForeign: step.isForeign || gone.isForeign });
  }
  return [...joined.values()];
}

/** Where a file has gone, over several renames; null where it was not renamed to what fits. */
function renamedTo(key: string, changes: readonly LoggedChange[], fits: (key: string) => boolean): string | null {
  let at = key;
  for (const change of changes) {
    if (fileKey(change.file) !== at || change.before.kind !== 'bytes' || change.after.kind !== 'absent') continue;
    const { before, step } = change;
    const target = changes.find(
      (other) => other.step === step && other.before.kind === 'absent' && isSameState(other.after, before),
    );
    if (target === undefined) continue;
    at = fileKey(target.file);
    if (fits(at)) return at;
  }
  return null;
}

/** The command lines that were run since a prompt, each once: what they did is not known. */
export function commandsSince(tree: ConversationTree, promptId: string): readonly string[] {
  const turns = tree.allTurns();
  const answers = new Set(tree.answersTo(promptId));
  const first = turns.findIndex(({ id }) => answers.has(id));
  const lines = (first === -1 ? [] : turns.slice(first)).flatMap((turn) =>
    turn.kind === 'prompt'
      ? []
      : (turn.run?.steps ?? []).flatMap(({ blocks, started }) =>
          blocks.flatMap((use, block) => {
            const isRun = use.kind === 'toolUse' && use.name === 'run_command' && started.has(block);
            const line = isRun && use.input.kind === 'read' ? use.input.value['command'] : null;
            return typeof line === 'string' ? [line] : [];
          }),
        ),
  );
  return [...new Set(lines)];
}
