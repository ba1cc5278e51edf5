// Judges one step of the whole test run from its exit code and the counts that it reported. It runs nothing.
import type { TestCounts } from './mocha-summary.ts';

/** `itself`: the step is one test, passed by its exit code. `tests`: the step reports how many tests it ran. */
export interface TestStep {
  readonly name: string;
  readonly counts: 'itself' | 'tests';
}

export interface StepOutcome extends TestCounts {
  readonly name: string;
  readonly seconds: number;
  /** The step ended otherwise than its own counts explain. */
  readonly crashed: boolean;
}

/**
 * A step that fails without a failed test to show for it, or that ends well without having run any, has broken off, and
 * counts as one failure more.
 */
export function outcomeOf(
  step: TestStep,
  exitCode: number,
  reported: TestCounts | undefined,
  seconds: number,
): StepOutcome {
  const none = { passed: 0, failed: 0, skipped: 0, notRun: 0 };
  if (step.counts === 'itself') {
    return { ...none, name: step.name, seconds, crashed: false, ...(exitCode === 0 ? { passed: 1 } : { failed: 1 }) };
  }
  const counts = reported ?? none;
  const crashed = exitCode === 0 ? counts.passed + counts.failed === 0 : counts.failed === 0;
  return { ...counts, name: step.name, seconds, crashed, failed: counts.failed + (crashed ? 1 : 0) };
}
