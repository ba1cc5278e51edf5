import * as vscode from 'vscode';
import { breakdownsCsv, breakdownsJson } from '../../../core/plan/breakdown/breakdown-export.ts';
import type { PlanBreakdown } from '../../../core/plan/breakdown/plan-breakdowns.ts';
import { pickOne } from '../../display/quick-pick.ts';
import { windowName } from '../words/plan-text.ts';
import { saveAsFile } from './save-file.ts';
import { rowName, type UseNames } from './use-names.ts';

const { l10n } = vscode;

/** Asks for a format and a name and writes the file. Never rejects: a file that cannot be written is reported. */
export async function exportUse(breakdowns: readonly PlanBreakdown[], names: UseNames): Promise<void> {
  const formats = [
    { label: 'CSV', description: l10n.t('For a spreadsheet'), extension: 'csv', write: breakdownsCsv },
    { label: 'JSON', description: l10n.t('For a program'), extension: 'json', write: breakdownsJson },
  ];
  const format = await pickOne(formats, { title: l10n.t('Export Use') });
  if (format === undefined) return;
  const { label, extension, write } = format;
  await saveAsFile({ title: l10n.t('Export Use'), label, name: `tidemark-use.${extension}` }, (name) => ({
    text: write(breakdowns, {
      limit: (type) => windowName({ type }),
      row: (aspect, of) => rowName(aspect, of, names),
    }),
    done: l10n.t('Exported where your quota went to {0}.', name),
  }));
}
