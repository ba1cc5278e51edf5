import * as vscode from 'vscode';
import type { NamedPlace } from '../../../../core/chat/edits/named-place.ts';
import { inertName } from '../../../display/names.ts';
import type { Tell } from '../../../display/notification.ts';
import { pickOne } from '../../../display/quick-pick.ts';
import { openAt } from '../../../display/titles.ts';
import { filesNamed } from '../apply/named-target.ts';
import { placeOf, symbolsNamed } from './place-lookup.ts';

const { l10n } = vscode;

/** Shows a place that an answer names. It is looked for anew: the workspace may have changed since it became a link. */
export async function openPlace(name: string, tell: Tell): Promise<void> {
  const place = placeOf(name);
  const found = place === null ? [] : await locationsOf(place);
  const location = found.length > 1 ? await picked(found, name) : found[0];
  if (location !== undefined) {
    await openAt(location.uri, location.range);
  } else if (found.length === 0) void tell(l10n.t('{0} is not in this workspace any more.', inertName(name)));
}

async function locationsOf({ file, line, column, symbol }: NamedPlace): Promise<readonly vscode.Location[]> {
  const files = file === null ? null : await filesNamed(file);
  if (files?.kind === 'there') {
    const at = new vscode.Position((line ?? 1) - 1, (column ?? 1) - 1);
    return files.uris.map((uri) => new vscode.Location(uri, at));
  }
  return symbol === null ? [] : symbolsNamed(symbol);
}

async function picked(found: readonly vscode.Location[], name: string): Promise<vscode.Location | undefined> {
  const items = found.map((location) => ({
    label: vscode.workspace.asRelativePath(location.uri),
    description: String(location.range.start.line + 1),
    location,
  }));
  return (await pickOne(items, { title: l10n.t('Which {0} is to be opened?', inertName(name)) }))?.location;
}
