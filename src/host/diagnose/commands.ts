// Knows the commands of the diagnosis; it loads when one is run.
import type { ExtensionContext } from 'vscode';
import type { CommandTable } from '../commands.ts';
import type { diagnose } from './diagnosis.ts';

type DiagnosisParts = Parameters<typeof diagnose>[1];

export function diagnosisCommands(context: ExtensionContext, parts: DiagnosisParts): Pick<CommandTable, 'tidemark.diagnose' | 'tidemark.copyDiagnosis'> {
  return {
    'tidemark.diagnose': async () => (await import('./diagnosis.ts')).diagnose(context, parts),
    'tidemark.copyDiagnosis': async () => (await import('./document.ts')).copyDiagnosis(),
  };
}
