// Reads where the quota went, and the names of what it went to.
import * as vscode from 'vscode';
import path from 'node:path';
import { type PlanBreakdown, beginOfDays, planBreakdowns } from '../../../core/plan/breakdown/plan-breakdowns.ts';
import { conversationUse } from '../../../core/plan/breakdown/conversation-use.ts';
import { figuresOf } from '../../../core/plan/plan-state.ts';
import type { Connection } from '../../../core/service/http/connection.ts';
import type { CountedAnswer } from '../../../core/usage/counted-answer.ts';
import { workspaceNameOf } from '../../../node/workspace-names.ts';
import type { PlanMonitor } from '../watch/monitor.ts';
import { conversationUseText } from '../words/conversation-use-text.ts';
import type { UseNames } from './use-names.ts';

/** The conversations that this window can open. */
export interface OpenConversations {
  /** By their ids. Never rejects. */
  readonly titles: () => Promise<ReadonlyMap<string, string>>;
  /** Shows one in the panel, where it is still there. */
  readonly openById: (id: string) => Promise<void>;
}

export interface UsePorts {
  /** The answers that ended after an instant, in milliseconds since the epoch. */
  readonly answersSince: (from: number) => Promise<readonly CountedAnswer[]>;
  readonly conversations: () => Promise<OpenConversations>;
  /** Where VS Code keeps what is of this window's workspace; undefined where it has none. */
  readonly workspace: vscode.Uri | undefined;
  readonly connection: () => Connection | null;
}

interface CountedUse {
  /** Of the days of the longest breakdown, whoever paid for them. */
  readonly answers: readonly CountedAnswer[];
  /** Of the account that is signed in. */
  readonly breakdowns: readonly PlanBreakdown[];
}

async function readCounted(
  { account, state, samples }: PlanMonitor,
  { answersSince }: Pick<UsePorts, 'answersSince'>,
  now: number,
): Promise<CountedUse> {
  const answers = await answersSince(beginOfDays('month', now));
  const own = answers.filter((answer) => answer.payer === 'plan' && answer.account === account);
  return { answers, breakdowns: planBreakdowns(figuresOf(state)?.windows ?? [], samples, own, now) };
}

export interface Use {
  readonly breakdowns: readonly PlanBreakdown[];
  readonly names: UseNames;
}

export async function readUse(monitor: PlanMonitor, ports: UsePorts, now: number): Promise<Use> {
  const { answers, breakdowns } = await readCounted(monitor, ports, now);
  const titles = answers.some(({ conversation }) => conversation !== null)
    ? await (await ports.conversations()).titles()
    : new Map<string, string>();
  const workspaces = await workspaceNames(answers, ports.workspace);
  const models = ports.connection()?.profile.models ?? [];
  return {
    breakdowns,
    names: {
      model: (id) => models.find((model) => model.id === id)?.name ?? null,
      conversation: (id) => titles.get(id) ?? null,
      workspace: (id) => workspaces.get(id) ?? null,
    },
  };
}

/** What conversations have cost, in a few words, by their ids. */
export async function readConversationUse(
  monitor: PlanMonitor,
  ports: Pick<UsePorts, 'answersSince'>,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const { answers, breakdowns } = await readCounted(monitor, ports, now);
  return new Map([...conversationUse(answers, breakdowns)].map(([id, use]) => [id, conversationUseText(use)]));
}

async function workspaceNames(
  answers: readonly CountedAnswer[],
  storage: vscode.Uri | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (storage?.scheme !== 'file') return new Map();
  const own = path.dirname(storage.fsPath);
  const ids = new Set(answers.flatMap(({ workspace }) => (workspace === null ? [] : [workspace])));
  const named = [...ids].map(async (id): Promise<[string, string | null]> => {
    const isThis = id === path.basename(own);
    return [id, isThis ? (vscode.workspace.name ?? null) : await workspaceNameOf(path.dirname(own), id)];
  });
  return new Map((await Promise.all(named)).flatMap(([id, name]) => (name === null ? [] : [[id, name]])));
}
