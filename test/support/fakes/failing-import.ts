// Makes a file of src fail to load, as after an update that replaced it under an open window.
import { registerHooks } from 'node:module';

/** The ends of addresses that fail to load, each once. */
const failing = new Set<string>();

registerHooks({
  resolve(specifier, context, next) {
    for (const end of failing) {
      if (!specifier.endsWith(end)) continue;
      failing.delete(end);
      throw new Error(`No such file: ${end}`);
    }
    return next(specifier, context);
  },
});

/**
 * The next `import()` of a file whose address ends so is rejected. It must not have been loaded from the same file
 * before.
 */
export function failNextImport(end: string): void {
  failing.add(end);
}
