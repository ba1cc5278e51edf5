// Whether names in an answer are places of the workspace. They are looked for few at a time, and not without end: an
// answer may name anything.
import * as vscode from 'vscode';
import { namedPlace, namedPlaceAt, type NamedPlace } from '../../../../core/chat/edits/named-place.ts';
import type { FoundPlace, LeadsTo } from '../../../../protocol/places.ts';
import { filesNamed } from '../apply/named-target.ts';

/** A language that is still starting is not waited for. */
const patience = 1_500;
/** Of one message: whatever is left then stays text. */
const mostSymbolSearches = 30;

/** What names lead to, each as it would be opened. Never rejects. */
export async function lookUpPlaces(names: readonly string[]): Promise<FoundPlace[]> {
  const found: FoundPlace[] = [];
  const searches = { left: mostSymbolSearches };
  for (const name of new Set(names)) {
    const leadsTo = await leadsToOf(name, searches).catch((): LeadsTo => 'nothing');
    found.push({ name, leadsTo });
  }
  return found;
}

async function leadsToOf(name: string, searches: { left: number }): Promise<LeadsTo> {
  const place = placeOf(name);
  if (place === null) return 'nothing';
  const { file, symbol } = place;
  const files = file === null ? null : await filesNamed(file);
  if (files?.kind === 'there') return 'file';
  if (symbol !== null && searches.left > 0) {
    searches.left -= 1;
    const began = Date.now();
    const symbols = await symbolsNamed(symbol);
    if (Date.now() - began >= patience) searches.left = 0;
    if (symbols.length > 0) return 'symbol';
  }
  return files?.kind === 'new' ? 'newFile' : 'nothing';
}

/** A name comes as it stands in the text, or as the address of a link. */
export function placeOf(name: string): NamedPlace | null {
  return namedPlace(name) ?? namedPlaceAt(name);
}

/** The places of the workspace's own code that define exactly this. */
export async function symbolsNamed(names: readonly string[]): Promise<readonly vscode.Location[]> {
  const name = names.at(-1) ?? '';
  const container = names.at(-2) ?? '';
  const asked = vscode.commands.executeCommand<readonly vscode.SymbolInformation[] | undefined>(
    'vscode.executeWorkspaceSymbolProvider',
    name,
  );
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));
  const found = (await Promise.race([asked, late])) ?? [];
  const own = found.filter(({ name: other, location }) => bare(other) === name && isOwnCode(location.uri));
  const within = own.filter(({ containerName }) => bare(containerName) === container);
  return (within.length > 0 || container !== '' ? within : own).map(({ location }) => location);
}

/** Languages tell names with what they take: `total()`, `total(a: number)`. */
function bare(name: string): string {
  return (name.split('(')[0] ?? '').trim();
}

function isOwnCode(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined && !uri.path.includes('/node_modules/');
}
