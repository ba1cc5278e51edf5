// The counts of all answers that are given in this window, kept where every other window adds its own. Loaded with the
// first answer.
import { createHash } from 'node:crypto';
import { readdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AnswerCost, AnswerCounts } from '../../core/chat/session/answer-cost.ts';
import { type Log, systemClock } from '../../core/ports.ts';
import { parseJson } from '../../core/service/json.ts';
import { isId, storableTime } from '../../core/service/stored-fields.ts';
import { type CountedAnswer, localDay, parseCounted } from '../../core/usage/counted-answer.ts';
import { CountedAnswers, type DayTexts } from '../../core/usage/counted-answers.ts';
import { openDayFiles } from '../../node/day-files.ts';
import { readShared } from '../../node/shared-files.ts';
import { countedFolder, demoPrefix } from '../storage-folders.ts';

export interface CountStorage {
  readonly globalStorageUri: vscode.Uri;
  readonly globalState: vscode.Memento;
  /** Undefined where the window has no workspace. */
  readonly storageUri: vscode.Uri | undefined;
}

export interface WindowCounts extends AnswerCounts {
  /** The answers that ended after an instant, in milliseconds since the epoch. Never rejects. */
  readonly since: (from: number) => Promise<readonly CountedAnswer[]>;
  /** Counts from nothing again; what is kept is deleted. Never rejects. */
  readonly forget: () => Promise<void>;
}

/** @param keyReceiver the address that takes the key which pays now; null where there is none. */
export async function openCounts(
  { globalStorageUri, globalState, storageUri }: CountStorage,
  keyReceiver: string | null,
  log: Log,
): Promise<WindowCounts> {
  const isOnDisk = globalStorageUri.scheme === 'file';
  const texts = isOnDisk
    ? openDayFiles(vscode.Uri.joinPath(globalStorageUri, countedFolder).fsPath)
    : rememberedTexts(globalState);
  const counted = new CountedAnswers(texts, systemClock, log);
  if (isOnDisk) await takeOverFormer(globalStorageUri.fsPath, counted, keyReceiver);
  void counted.joinOldDays();
  const workspace = workspaceOf(storageUri);
  return {
    keyTokensToday: (receiver) => counted.keyTokensToday(serviceId(receiver)),
    add({ receiver, ...cost }: AnswerCost) {
      const at = storableTime(systemClock.now());
      counted.add({ at, service: serviceId(receiver), workspace, ...withId(cost) });
    },
    async since(from) {
      const given = await counted.since(from);
      return isOnDisk ? [...(await madeUpAnswers(globalStorageUri)).filter(({ at }) => at > from), ...given] : given;
    },
    forget: () => counted.forget(),
  };
}

/** What the demo's people are said to have been given before; nothing where the demo was never tried. */
async function madeUpAnswers(storage: vscode.Uri): Promise<readonly CountedAnswer[]> {
  const folder = vscode.Uri.joinPath(storage, countedFolder).fsPath;
  const names = await readdir(folder).catch(() => []);
  const texts = names.filter((name) => name.startsWith(demoPrefix)).map((name) => readShared(path.join(folder, name)));
  return (await Promise.all(texts)).flatMap((text) => parseCounted(text ?? '').answers);
}

function withId<Cost extends { readonly conversation: string | null }>(cost: Cost): Cost {
  return isId(cost.conversation) ? cost : { ...cost, conversation: null };
}

export function serviceId(receiver: string): string {
  return createHash('sha256').update(receiver).digest('hex').slice(0, 16);
}

/** By the name of the folder that VS Code keeps for the workspace. */
export function workspaceOf(storage: vscode.Uri | undefined): string | null {
  const name = storage?.path.split('/').at(-2);
  return isId(name) ? name : null;
}

/**
 * Where no disk is: in VS Code's state, of which every window holds a copy, so that two that add at once may miss each
 * other.
 */
function rememberedTexts(state: vscode.Memento): DayTexts {
  const prefix = 'tidemark.counted.';
  const textOf = (day: string): string => {
    const text = state.get<unknown>(`${prefix}${day}`);
    return typeof text === 'string' ? text : '';
  };
  const days = (): string[] =>
    state.keys().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  const set = (day: string, text: string | undefined): Promise<void> =>
    Promise.resolve(state.update(`${prefix}${day}`, text)).catch(() => undefined);
  return {
    readNow: textOf,
    appendNow: (day, text) => void set(day, `${textOf(day)}${text}`),
    replace: set,
    days: () => Promise.resolve(days()),
    async deleteAll() {
      for (const day of days()) await set(day, undefined);
    },
  };
}

/** An earlier version kept one number for the day: of one address by its digest, at first of all addresses in one. */
async function takeOverFormer(folder: string, counted: CountedAnswers, keyReceiver: string | null): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const named = /^key-spending(?:\.([0-9a-f]{16}))?\.json$/.exec(name);
    const service = named?.[1] ?? (keyReceiver === null ? null : serviceId(keyReceiver));
    if (named === null || service === null) continue;
    const file = path.join(folder, name);
    // Only one window can take it away.
    const taken = `${file}.taken`;
    const isTaken = await rename(file, taken).then(
      () => true,
      () => false,
    );
    const text = isTaken ? await readShared(taken) : null;
    await unlink(taken).catch(() => undefined);
    const tokens = tokensToday(parseJson(text ?? ''));
    if (tokens > 0) counted.takeOver(localDay(systemClock.now()), service, tokens);
  }
}

function tokensToday(stored: unknown): number {
  if (typeof stored !== 'object' || stored === null || !('day' in stored) || !('tokens' in stored)) return 0;
  const { day, tokens } = stored;
  const isToday = day === localDay(systemClock.now());
  return isToday && typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : 0;
}
