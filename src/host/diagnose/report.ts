// The diagnosis as a document that a person reads and passes on.
import * as vscode from 'vscode';
import type { Check } from './checks.ts';

const { l10n } = vscode;

export interface DiagnosisReport {
  readonly groups: readonly { readonly title: string; readonly checks: readonly Check[] }[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
}

const marks: Readonly<Record<Check['verdict'], string>> = { ok: '✓', failed: '✗', skipped: '–' };

/** Markdown that reads as well without being rendered. */
export function reportText({ groups, facts, madeAt }: DiagnosisReport): string {
  const date = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    madeAt,
  );
  const sections = groups.map(({ title, checks }) => [`## ${title}`, '', ...checks.flatMap(checkLines)].join('\n'));
  const factLines = facts.map(([name, value]) => `- ${l10n.t('{0}: {1}', name, value)}`);
  return [
    `# ${l10n.t('Tidemark diagnosis')}`,
    `${summary(
      groups.flatMap(({ checks }) => checks),
      date,
    )}\n${l10n.t('There is no secret in this document: you can share it with whoever helps you.')}`,
    ...sections,
    [`## ${l10n.t('This machine')}`, '', ...factLines].join('\n'),
    '',
  ].join('\n\n');
}

function summary(checks: readonly Check[], date: string): string {
  const bad = checks.filter(({ verdict }) => verdict === 'failed').length;
  const tried = checks.filter(({ verdict }) => verdict !== 'skipped').length;
  return bad === 0
    ? l10n.t('All {0} checks passed. {1}.', tried, date)
    : l10n.t('{0} of {1} checks failed. {2}.', bad, tried, date);
}

function checkLines({ name, verdict, finding, advice }: Check): string[] {
  const line = `- ${marks[verdict]} ${l10n.t('{0}: {1}', name, finding)}`;
  return advice === null ? [line] : [line, `  → ${advice}`];
}
