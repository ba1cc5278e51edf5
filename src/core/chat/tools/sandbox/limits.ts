// How much of the machine a command in the sandbox may use up. What the kernel bounds without any right is bounded by
// it; the rest is looked at while the command runs, and ends it.

export interface Limits {
  /** Processes and threads together. */
  readonly tasks: number;
  /** Of the machine's memory, in bytes: so much stays available to others. */
  readonly spared: number;
  /** So much of it, in bytes, a command may take where others have left less than is spared. */
  readonly granted: number;
}

export type Limit = 'tasks' | 'memory';

/** What is seen of a command, and of its machine, at one time; memory in bytes. */
export interface Use {
  readonly tasks: number;
  readonly available: number;
}

/** A build on every core has some hundred: a program that starts itself has as many at once as it can. */
export const mostTasks = 4096;
const sparedShare = 0.1;

/** @param memory of the machine, in bytes */
export function limitsFor(memory: number): Limits {
  return { tasks: mostTasks, spared: memory * sparedShare, granted: memory * sparedShare };
}

/**
 * Null where it keeps to them. Whatever takes memory meanwhile, it is the command that ends.
 *
 * @param availableBefore when it began, in bytes
 */
export function exceeded(limits: Limits, { tasks, available }: Use, availableBefore: number): Limit | null {
  if (tasks > limits.tasks) return 'tasks';
  return available < limits.spared && availableBefore - available > limits.granted ? 'memory' : null;
}

/**
 * Starts bubblewrap, named by the first argument: where the kernel has no memory left, it ends what runs in there
 * before anything else. In there nothing can take that back.
 */
export const firstToEnd = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec "$@"';

/**
 * Starts the shell in there. Twice as much as ends a command, since a person with all rights is held to no such bound,
 * and what is ended says why; dash has another letter for it. What crashes leaves no copy of its memory.
 */
export function limiting({ tasks }: Limits): string {
  return `{ ulimit -u ${tasks * 2} || ulimit -p ${tasks * 2}; ulimit -c 0; } 2>/dev/null; exec "$@"`;
}
