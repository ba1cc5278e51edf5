import * as vscode from 'vscode';
import { samplesCsv } from '../../../core/plan/forecast/samples-csv.ts';
import { planInSample, type Sample } from '../../../core/plan/forecast/samples.ts';
import { planName, windowName } from '../words/plan-text.ts';
import { saveAsFile } from './save-file.ts';

const { l10n } = vscode;

/** Asks for a name and writes the file. Never rejects: a file that cannot be written is reported. */
export async function exportSamples(samples: readonly Sample[]): Promise<void> {
  await saveAsFile({ title: l10n.t('Export as CSV'), label: 'CSV', name: 'tidemark-quota.csv' }, (name) => {
    const { text, rows } = samplesCsv(samples, {
      plan: (plan) => planName(planInSample(plan)),
      limit: (type) => windowName({ type }),
    });
    return { text, done: l10n.t('Exported {0} rows to {1}.', rows, name) };
  });
}
