// Fails a run in which a promise was rejected and nobody waited for it: mocha notes such rejections and then ignores
// them. Loaded before every suite.
import { setImmediate as turn } from 'node:timers/promises';

/** Each rejected promise once, with the test that ran when it was found. */
const rejections = new Map<Promise<unknown>, string>();
let running = 'before the first test';

process.on('unhandledRejection', (reason, promise) => {
  rejections.set(promise, `${running}: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
});

export const mochaHooks: Mocha.RootHookObject = {
  beforeEach(this: Mocha.Context) {
    running = this.currentTest?.fullTitle() ?? running;
  },
  async afterAll() {
    // A rejection is reported only after the turn in which it happened.
    await turn();
    await turn();
    if (rejections.size > 0)
      throw new Error(
        `Nobody waited for ${rejections.size} rejected promises.\n${[...rejections.values()].join('\n')}`,
      );
  },
};
