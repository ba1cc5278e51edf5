// What an agent is given for its work, by whoever puts it together.
import type { QuotaReading } from '../../conversation/runs/quota-share.ts';
import type { FileKeeper } from '../../restore/file-keeper.ts';
import type { OfferedTool } from '../../tools/calls/offered-tool.ts';
import type { ConsentState } from '../../tools/consent/consent.ts';
import type { Person } from '../../tools/runs/person.ts';
import type { RunLimits } from '../../tools/runs/run-budget.ts';
import type { RunFolders } from '../../tools/runs/run-folders.ts';

/** What an agent has to work with, for one conversation. */
export interface AgentAnswerPorts {
  readonly tools: readonly OfferedTool[];
  /** The whole of our system prompt. */
  readonly instructions: string;
  /** As it is now. */
  readonly consent: () => ConsentState;
  /** What the person wrote for the run since the last time this was asked. */
  readonly takeWords: () => readonly string[];
  readonly person: Person;
  readonly folders: RunFolders;
  /** Keeps what files hold before they are changed. */
  readonly keeper: FileKeeper;
  readonly limits: RunLimits;
  readonly quota: RunQuota;
}

/** The plan's quota, as a run has it. */
export interface RunQuota {
  /** Of the tightest window, as it was read last; null where unknown. */
  reading(): QuotaReading | null;
  /** An answer of the run was given: the figures may be others now. */
  answered(): void;
}
