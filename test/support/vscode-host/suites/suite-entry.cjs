// Stands between the extension host and a suite: it marks the suite's lines, so that the launcher can tell them from
// VS Code's own, and leaves a mark when the suite has ended well, because an extension host that dies also reports 0.
const fs = require('node:fs');
const process = require('node:process');
const util = require('node:util');
const { TIDEMARK_SUITE, TIDEMARK_SUITE_MARK, TIDEMARK_SUITE_PREFIX } = process.env;

exports.run = async () => {
  // VS Code makes the methods of its console unchangeable, so the suite gets a console that inherits from it.
  const print = globalThis.console;
  const marked = Object.create(print);
  for (const name of ['log', 'info', 'warn', 'error']) {
    const value = (...args) => print[name](TIDEMARK_SUITE_PREFIX + util.format(...args));
    Object.defineProperty(marked, name, { value });
  }
  globalThis.console = marked;
  await require(TIDEMARK_SUITE).run();
  fs.writeFileSync(TIDEMARK_SUITE_MARK, 'ended');
};
