// Mocha's own spec reporter, which also hands the counts on. It adds nothing to what a person sees.
import Mocha from 'mocha';
import { appendSummary } from './mocha-summary.ts';

export default class SummaryReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => appendSummary(runner));
  }
}
