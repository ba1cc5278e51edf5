// A stand-in for VS Code's native watchdog: it ends the extension host when the server that started it has gone.
const process = require('node:process');
const { setInterval } = require('node:timers');

const PARENT_GONE = 87;

exports.start = (parent) => {
  const timer = setInterval(() => {
    try {
      process.kill(parent, 0);
    } catch {
      process.exit(PARENT_GONE);
    }
  }, 2000);
  timer.unref();
};
exports.exit = (code) => process.exit(code);
