// The commands that a prompt may begin with, and the prompt files that add further ones.

export const builtInCommands = ['explain', 'fix', 'tests', 'document', 'review', 'compact', 'clear'] as const;
export type BuiltInCommand = (typeof builtInCommands)[number];

/** A command that a workspace brings as a file: its body goes with the prompt. */
export interface PromptFile {
  readonly name: string;
  /** Empty where the file has none. Untrusted text. */
  readonly description: string;
  readonly body: string;
}

export interface SlashCommand {
  readonly name: string;
  /** What follows the name, without the space around it. */
  readonly rest: string;
}

/** Reads `/name rest`; null where a prompt begins with anything else, a path such as `/usr/bin` included. */
export function parseSlashCommand(prompt: string): SlashCommand | null {
  const match = /^\/([a-z][\w.-]*)(?:\s+([\s\S]*))?$/i.exec(prompt.trim());
  return match?.[1] === undefined ? null : { name: match[1].toLowerCase(), rest: (match[2] ?? '').trim() };
}

/** Built-in commands that are prompts; the others do something with the conversation. */
export type AskingCommand = Exclude<BuiltInCommand, 'compact' | 'clear'>;

export function isBuiltIn(name: string): name is BuiltInCommand {
  return builtInCommands.some((command) => command === name);
}

export function isAsking(name: string): name is AskingCommand {
  return isBuiltIn(name) && name !== 'compact' && name !== 'clear';
}

const promptFileEnding = '.prompt.md';

/**
 * Reads a prompt file; null where its name makes no command, or one that is built in, or where it says nothing. A front
 * matter is left out but for its description.
 */
export function parsePromptFile(fileName: string, text: string): PromptFile | null {
  if (!fileName.endsWith(promptFileEnding)) return null;
  const name = fileName.slice(0, -promptFileEnding.length).toLowerCase();
  if (parseSlashCommand(`/${name}`)?.name !== name || isBuiltIn(name)) return null;
  const { lines, rest } = frontMatter(text.startsWith('\uFEFF') ? text.slice(1) : text);
  const body = rest.trim();
  if (body === '') return null;
  const description = lines.find((line) => line.startsWith(descriptionKey))?.slice(descriptionKey.length) ?? '';
  return { name, description: unquoted(description.trim()).slice(0, 200), body };
}

const descriptionKey = 'description:';

/**
 * The lines between two of `---` that a file begins with, and what follows them; all of the text where there are none.
 */
function frontMatter(text: string): { readonly lines: readonly string[]; readonly rest: string } {
  const lines = text.split('\n');
  if (lines[0]?.replace('\r', '') !== '---') return { lines: [], rest: text };
  const end = lines.findIndex((line, index) => index > 1 && line.startsWith('---') && line.slice(3).trim() === '');
  return end === -1 ? { lines: [], rest: text } : { lines: lines.slice(1, end), rest: lines.slice(end + 1).join('\n') };
}

function unquoted(text: string): string {
  const quote = text.charAt(0);
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}
