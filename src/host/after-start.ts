// What is loaded by `import()` is a file of its own that Node.js reads at once, in the turn of the event loop that asks
// for it: in `activate`, VS Code would count it as a part of the start.

/** Resolves in a later turn of the event loop, in which VS Code counts the extension as started. */
export const afterStart = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
