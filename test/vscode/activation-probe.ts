// Reads, inside a real extension host, how long Tidemark took to load and to activate, and the same of an extension
// that comes with VS Code. It judges nothing: test/bench/activation.ts pairs several runs.
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import * as z from 'zod/mini';

/** What the workbench itself measures with; an extension host carries it as a global. */
const marksSchema = z.object({ getMarks: z.custom<() => unknown>((value) => typeof value === 'function') });
const markListSchema = z.array(z.object({ name: z.string(), startTime: z.number() }));

const subjects = ['tidemark.tidemark', 'vscode.github-authentication'] as const;

export async function run(): Promise<void> {
  for (const id of subjects) await vscode.extensions.getExtension(id)?.activate();
  const marks = markListSchema.parse(marksSchema.parse(Reflect.get(globalThis, 'MonacoPerformanceMarks')).getMarks());
  const at = (name: string): number => {
    const mark = marks.find((one) => one.name === `code/extHost/${name}`);
    if (mark === undefined) throw new Error(`The extension host has no mark ${name}.`);
    return mark.startTime;
  };
  const measured = subjects.map((id) => ({
    id,
    load: at(`didLoadExtensionCode/${id}`) - at(`willLoadExtensionCode/${id}`),
    activate: at(`didActivateExtension/${id}`) - at(`willActivateExtension/${id}`),
  }));
  writeFileSync(process.env['TIDEMARK_PROBE_FILE'] ?? '', JSON.stringify(measured));
}
