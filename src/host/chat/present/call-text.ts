// What a call of a tool is called, and what of its input a person sees. The input is the model's: nothing of it is
// relied on.
import { l10n } from 'vscode';
import type { JsonObject, ToolUseBlock } from '../../../core/chat/messages/blocks.ts';
import { countsOf, lineChanges, linesOf } from '../../../core/chat/review/line-changes.ts';
import { inertName } from '../../display/names.ts';
import type { CallView } from '../../../protocol/run.ts';
import { seenText } from './seen-text.ts';

export interface CallText extends Pick<CallView, 'icon' | 'verb' | 'object' | 'file' | 'lines'> {
  /** Of what it was given, what the line does not say. */
  readonly given: string;
  /** Whether it changes `file`. */
  readonly changes: boolean;
}

const longestObject = 300;

export function callText({ name, input }: ToolUseBlock): CallText {
  const given = input.kind === 'read' ? input.value : {};
  const text = (key: string): string => textIn(given, key);
  const plain = { file: null, lines: null, given: '', changes: false };
  const about = (object: string): string => seenText(object.slice(0, longestObject).replaceAll('\n', ' '));
  const path = text('path');
  const ofFile = { ...plain, object: about(path), file: path === '' ? null : path };
  switch (name) {
    case 'read_file':
      return { ...ofFile, icon: 'eye', verb: l10n.t('Read') };
    case 'list_files':
      return { ...plain, icon: 'list-tree', verb: l10n.t('List'), object: about(text('glob')) };
    case 'search':
      return { ...plain, icon: 'search', verb: l10n.t('Search'), object: about(text('pattern')) };
    case 'problems':
      return { ...ofFile, icon: 'warning', verb: l10n.t('Look at problems') };
    case 'edit_file':
      return { ...ofFile, icon: 'edit', verb: l10n.t('Edit'), ...editsIn(given), changes: true };
    case 'write_file':
      return { ...ofFile, icon: 'new-file', verb: l10n.t('Write'), given: text('content'), changes: true };
    case 'delete_file':
      return { ...ofFile, icon: 'trash', verb: l10n.t('Delete'), changes: true };
    case 'rename_file': {
      const to = text('to');
      const object = about(`${text('from')} → ${to}`);
      return {
        ...plain,
        icon: 'arrow-right',
        verb: l10n.t('Rename'),
        object,
        file: to === '' ? null : to,
        changes: true,
      };
    }
    case 'run_command':
      return { ...plain, icon: 'terminal', verb: l10n.t('Run'), object: about(text('command')) };
    case 'ask_person':
      return { ...plain, icon: 'question', verb: l10n.t('Ask'), object: about(text('question')) };
    case 'update_plan':
      return { ...plain, icon: 'checklist', verb: l10n.t('Plan the steps'), object: '' };
    default:
      return {
        ...plain,
        icon: 'tools',
        verb: l10n.t('Use'),
        object: inertName(name),
        given: JSON.stringify(given, null, 2),
      };
  }
}

export function textIn(input: JsonObject, key: string): string {
  const value = input[key];
  return typeof value === 'string' ? value : '';
}

/** The edits as the lines that go and come. */
function editsIn({ edits }: JsonObject): Pick<CallText, 'given' | 'lines'> {
  const known = (Array.isArray(edits) ? edits : []).flatMap((edit: unknown) => (isEdit(edit) ? [edit] : []));
  if (known.length === 0) return { given: '', lines: null };
  const counts = known.map((edit) => countsOf(lineChanges(linesOf(edit.old), linesOf(edit.new))));
  const lines = {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
  const marked = (text: string, mark: string): string[] => linesOf(text).map((line) => `${mark} ${line}`);
  const given = known.map((edit) => [...marked(edit.old, '−'), ...marked(edit.new, '+')].join('\n')).join('\n\n');
  return { given, lines };
}

function isEdit(edit: unknown): edit is { readonly old: string; readonly new: string } {
  return (
    typeof edit === 'object' &&
    edit !== null &&
    'old' in edit &&
    'new' in edit &&
    typeof edit.old === 'string' &&
    typeof edit.new === 'string'
  );
}
