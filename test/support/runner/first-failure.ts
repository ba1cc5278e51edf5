// Ends a suite whose tests are steps of one way at the first that fails. Mocha's own `bail` looks at the failures of
// the whole run, so that one red suite would hide what is red in every other; this looks at its own suite alone.
import type { Context, Suite } from 'mocha';

/**
 * Called as the suite is described. What is not run then is counted by the summary; suites inside this one end with it.
 */
export function endAtFirstFailure(suite: Suite): void {
  suite.afterEach(function () {
    // From now on there is a failure in the run, so `bail` means this suite as it is.
    if (this.currentTest?.state === 'failed') bail(suite);
  });
}

/** What `afterEach` does where a test has failed. @param action gets its title as a part of a name of a file */
export function onFailure(action: (title: string) => Promise<unknown>): (this: Context) => Promise<void> {
  return async function () {
    const { currentTest } = this;
    if (currentTest?.state === 'failed') await action(currentTest.title.slice(0, 40).replaceAll(/\W+/g, '-'));
  };
}

function bail(suite: Suite): void {
  suite.bail(true);
  for (const inner of suite.suites) bail(inner);
}
