// What would become of files that are restored, judged as the agent's own changes are: what a person decides about.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import type { LoggedChange } from '../../../core/chat/conversation/files/file-log.ts';
import { fileKey, type FileState } from '../../../core/chat/conversation/files/file-records.ts';
import type { FileKeeper } from '../../../core/chat/restore/file-keeper.ts';
import { filesIn, planRestore, type RestoreStep } from '../../../core/chat/restore/restore-plan.ts';
import { Allowances } from '../../../core/chat/tools/consent/allowances.ts';
import { type AskReason, decide } from '../../../core/chat/tools/consent/consent.ts';
import type { RestoreView } from '../../../protocol/restore.ts';
import { nameOf, placedAt, type Placed } from '../agent/places.ts';
import { reasonText } from '../present/question.ts';
import { seenText } from '../present/seen-text.ts';
import { foreignText, type Obstacle, obstacleText, stepText } from './restore-text.ts';

export interface OfferedStep {
  readonly step: RestoreStep;
  /** As the person knows them; `from` is null where nothing is renamed. */
  readonly name: string;
  readonly from: string | null;
  /** Why a person is asked about this one by itself. */
  readonly reasons: readonly AskReason[];
  /** Null where it can be restored. */
  readonly obstacle: Obstacle | null;
  readonly isText: boolean;
}

export interface RestoreOffer {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly OfferedStep[];
  /** The files as they were looked at, by `fileKey`. */
  readonly seen: ReadonlyMap<string, FileState>;
  readonly commands: readonly string[];
}

type ReadCopy = (hash: string) => Promise<Uint8Array | null>;

/** Never rejects. @param changes that would be taken back: to the end of the log */
export async function restoreOffer(
  title: string,
  changes: readonly LoggedChange[],
  commands: readonly string[],
  keeper: FileKeeper,
  copy: ReadCopy,
): Promise<RestoreOffer> {
  const found = await keeper.look(filesIn(changes));
  const seen = new Map(found.map((file) => [fileKey(file), file.state]));
  const steps = await Promise.all(planRestore(changes, seen).map((step) => offeredStep(step, seen, copy)));
  return { id: randomUUID(), title, steps, seen, commands };
}

async function offeredStep(
  step: RestoreStep,
  seen: ReadonlyMap<string, FileState>,
  copy: ReadCopy,
): Promise<OfferedStep> {
  const files = step.from === null ? [step.file] : [step.file, step.from];
  const places = await Promise.all(files.map((file) => placedAt(file).catch(() => null)));
  const found = places.filter((place) => place !== null);
  const bytes = step.wanted.kind === 'bytes' ? await copy(step.wanted.hash) : null;
  const isKnown = files.every((file) => (seen.get(fileKey(file)) ?? { kind: 'unknown' }).kind !== 'unknown');
  const isReachable = isKnown && found.length === files.length;
  return {
    step,
    name: nameOfFile(step.file, places[0] ?? null),
    from: step.from === null ? null : nameOfFile(step.from, places[1] ?? null),
    reasons: reasonsFor(found),
    obstacle: !isReachable ? 'unreachable' : bytes === null && step.does !== 'delete' ? 'noCopy' : null,
    isText: bytes?.includes(0) !== true,
  };
}

function nameOfFile({ path }: RestoreStep['file'], place: Placed | null): string {
  return place === null ? nameOf(vscode.Uri.file(path)) : place.name;
}

/** As if the agent were to change these files where edits are accepted. */
function reasonsFor(places: readonly Placed[]): readonly AskReason[] {
  const action = { kind: 'edit', files: places.map(({ found }) => found), concerns: [] } as const;
  const decision = decide(action, { mode: 'acceptEdits', isTrusted: true, allowances: new Allowances() });
  return decision.kind === 'ask' ? decision.reasons : [];
}

/** Whether it can be done without a word of the person's about this file. */
export function isPlain({ step, reasons, obstacle }: OfferedStep): boolean {
  return obstacle === null && !step.isForeign && reasons.length === 0;
}

export function restoreView({ id, title, steps, commands }: RestoreOffer): RestoreView {
  const rows = steps.map((offered): RestoreView['rows'][number] => {
    const { step, name, from, reasons, obstacle, isText } = offered;
    return {
      path: seenText(name),
      does: step.does,
      about: stepText(step, from),
      warnings: [
        ...(obstacle === null ? [] : [obstacleText(obstacle)]),
        ...(obstacle === null && step.isForeign ? [foreignText()] : []),
        ...reasons.map(reasonText),
      ],
      isChosen: isPlain(offered),
      isPossible: obstacle === null,
      hasDiff: obstacle === null && isText,
    };
  });
  return { id, title, rows, commands: commands.map(seenText) };
}
