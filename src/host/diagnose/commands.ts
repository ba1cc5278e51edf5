import type { ExtensionContext } from 'vscode';
import type { CommandTable } from '../commands.ts';
import type { DiagnosisPorts } from './diagnosis.ts';

export function diagnosisCommands(
  context: ExtensionContext,
  ports: DiagnosisPorts,
): Pick<CommandTable, 'tidemark.diagnose' | 'tidemark.copyDiagnosis'> {
  return {
    'tidemark.diagnose': async () => (await import('./diagnosis.ts')).diagnose(context, ports),
    'tidemark.copyDiagnosis': async () => (await import('./document.ts')).copyDiagnosis(),
  };
}
