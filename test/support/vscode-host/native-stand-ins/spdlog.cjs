// A stand-in for VS Code's native logger, so that output channels and log files work without a compiler. Files are not
// rotated.
const fs = require('node:fs');
const path = require('node:path');

const LEVEL_NAMES = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
let initialLevel = 0;

class Logger {
  constructor(_kind, _name, file) {
    this.file = file;
    this.level = initialLevel;
    this.raw = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, '');
  }

  append(level, message) {
    if (level < this.level) return;
    const line = this.raw ? message : `${new Date().toISOString()} [${LEVEL_NAMES[level]}] ${message}\n`;
    try {
      fs.appendFileSync(this.file, line);
    } catch {
      // A test may remove the log folder while VS Code still shuts down, and a lost log line is no reason to crash it.
    }
  }

  trace(message) {
    this.append(0, message);
  }
  debug(message) {
    this.append(1, message);
  }
  info(message) {
    this.append(2, message);
  }
  warn(message) {
    this.append(3, message);
  }
  error(message) {
    this.append(4, message);
  }
  critical(message) {
    this.append(5, message);
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.raw = true;
  }
  flush() {}
  drop() {}
}

exports.version = 11500;
exports.Logger = Logger;
exports.setLevel = (level) => {
  initialLevel = level;
};
exports.setFlushOn = () => {};
exports.createRotatingLogger = async (name, file) => new Logger('rotating', name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger('rotating_async', name, file);
