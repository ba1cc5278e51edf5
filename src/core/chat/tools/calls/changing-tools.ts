// Tools that change files. What a person agrees to is the whole text before and after; where the file has another text
// by then, nothing is changed.
import * as z from 'zod/mini';
import { type Problem, problemList } from '../../attachments/problem-list.ts';
import type { EditConcern } from '../consent/consent.ts';
import { changesLifecycleScripts } from '../consent/deciding-files.ts';
import {
  failed,
  impossible,
  type ImpossibleCall,
  type OfferedTool,
  type PreparedCall,
  succeeded,
  type ToolOutcome,
} from './offered-tool.ts';
import { longestFile, type Replaced, replaced } from './replacement.ts';
import { createTool, pathSchema } from './tool-input.ts';
import { fileLineCounts, type LineCounts } from '../../review/line-changes.ts';
import type { ChangeEnd, Entry, Workspace } from './workspace.ts';

const mostProblems = 20;
const textSchema = z.string().check(z.maxLength(longestFile));

const editInput = z.object({
  path: pathSchema,
  edits: z
    .array(z.object({ old: z.string().check(z.minLength(1)), new: textSchema, everywhere: z.optional(z.boolean()) }))
    .check(z.minLength(1), z.maxLength(100)),
});

export function editFileTool(workspace: Workspace): OfferedTool {
  return createTool(
    {
      name: 'edit_file',
      description:
        'Replaces text in a file, several places at once, each in what those before it made. old must stand in the file exactly ' +
        'once, with all its blanks: take lines around it along where it does not. everywhere replaces it wherever it stands. ' +
        'Line numbers as read_file shows them are not part of the text.',
      isReadOnly: false,
    },
    editInput,
    async ({ path, edits }, signal) => {
      const file = await textFile(workspace, path, signal);
      if (file.kind === 'impossible') return file;
      const { entry, text } = file;
      if (text === null) return impossible(`There is no file ${entry.name}. Create it with write_file.`);
      const result = replaced(
        text,
        edits.map((edit) => ({ old: edit.old, new: edit.new, everywhere: edit.everywhere === true })),
      );
      if (result.kind !== 'replaced') return told(entry, replacementProblem(result));
      const note =
        result.loosely.length === 0
          ? ''
          : ` Indentation or blanks were other than you wrote at line ${result.loosely.join(', ')}: they were taken from the file.`;
      return preparedWrite(workspace, entry, text, result.text, note);
    },
  );
}

function replacementProblem(problem: Exclude<Replaced, { readonly kind: 'replaced' }>): string {
  const edit = `edits.${problem.which}`;
  switch (problem.kind) {
    case 'ambiguous':
      return `Nothing was changed: ${edit}.old stands there more than once, at lines ${problem.lines.join(', ')}. Take lines around it along, or set everywhere.`;
    case 'notFound': {
      const hint =
        problem.firstLine.length === 0 ? '' : ` Its first line stands at line ${problem.firstLine.join(', ')}.`;
      return `Nothing was changed: ${edit}.old is not in the file.${hint} Read the file again.`;
    }
    case 'unchanged':
      return `Nothing was changed: ${edit} makes no difference.`;
    case 'tooLong':
      return `Nothing was changed: ${edit} would make the file too long.`;
    case 'tooMuch':
      return `Nothing was changed: to look for ${edit}.old takes too long in a file of this size. Copy its lines with all their blanks as they stand there, or change less with one call.`;
  }
}

const writeInput = z.object({ path: pathSchema, content: textSchema });

export function writeFileTool(workspace: Workspace): OfferedTool {
  return createTool(
    {
      name: 'write_file',
      description: 'Creates a file, or gives one a wholly new text. Use edit_file to change a part of a file.',
      isReadOnly: false,
    },
    writeInput,
    async ({ path, content }, signal) => {
      const file = await textFile(workspace, path, signal);
      if (file.kind === 'impossible') return file;
      return file.text === content
        ? told(file.entry, 'Nothing was changed: the file says this already.')
        : preparedWrite(workspace, file.entry, file.text, content, '');
    },
  );
}

const deleteInput = z.object({ path: pathSchema });

export function deleteFileTool(workspace: Workspace): OfferedTool {
  return createTool(
    { name: 'delete_file', description: 'Deletes a file. Folders cannot be deleted.', isReadOnly: false },
    deleteInput,
    async ({ path }, signal) => {
      const entry = await workspace.find(path, signal);
      if (entry?.is !== 'file') return impossible(`There is no file ${entry?.name ?? path}.`);
      const content = await workspace.read(entry, signal);
      const before = content.kind === 'text' ? content.text : null;
      return {
        kind: 'prepared',
        action: { kind: 'delete', files: [entry.found] },
        preview: { kind: 'changes', changes: [{ path: entry.name, before, after: null }] },
        run: async () =>
          changeOutcome(await workspace.remove(entry, before), `Deleted ${entry.name}.`, fileLineCounts(before, null)),
      };
    },
  );
}

const renameInput = z.object({ from: pathSchema, to: pathSchema });

export function renameFileTool(workspace: Workspace): OfferedTool {
  return createTool(
    {
      name: 'rename_file',
      description: 'Renames or moves a file to where none is. Folders cannot be moved.',
      isReadOnly: false,
    },
    renameInput,
    async (input, signal) => {
      const from = await workspace.find(input.from, signal);
      const to = await workspace.find(input.to, signal);
      if (from?.is !== 'file') return impossible(`There is no file ${from?.name ?? input.from}.`);
      if (to === null) return impossible(`${input.to} is no place for a file.`);
      if (to.is !== 'missing') return impossible(`${to.name} is there already.`);
      const content = await workspace.read(from, signal);
      const scripts = content.kind === 'text' ? scriptConcern(to, null, content.text) : [];
      return {
        kind: 'prepared',
        action: { kind: 'edit', files: [from.found, to.found], concerns: [...scripts, ...dirtyConcern(from)] },
        preview: { kind: 'rename', from: from.name, to: to.name },
        run: async () => changeOutcome(await workspace.rename(from, to), `Renamed ${from.name} to ${to.name}.`),
      };
    },
  );
}

interface TextFile {
  readonly kind: 'textFile';
  readonly entry: Entry;
  /** Null where there is no file yet. */
  readonly text: string | null;
}

async function textFile(workspace: Workspace, path: string, signal: AbortSignal): Promise<TextFile | ImpossibleCall> {
  const entry = await workspace.find(path, signal);
  if (entry === null) return impossible(`${path} is no place for a file.`);
  if (entry.is === 'folder') return impossible(`${entry.name} is a folder.`);
  // A notebook is one before it is there: what is written would be read as one.
  if (entry.name.toLowerCase().endsWith('.ipynb')) return notText(entry);
  if (entry.is === 'missing') return { kind: 'textFile', entry, text: null };
  const content = await workspace.read(entry, signal);
  return content.kind === 'text' && content.text.length <= longestFile
    ? { kind: 'textFile', entry, text: content.text }
    : notText(entry);
}

function notText({ name }: Entry): ImpossibleCall {
  return impossible(
    `${name} cannot be changed with these tools: it is a notebook, no text, or too large. Say so to the person.`,
  );
}

/** What depends on what a file says is told as it is read: the person is asked where they are asked before reading. */
function told({ found, name }: Entry, text: string): PreparedCall {
  return {
    kind: 'prepared',
    action: { kind: 'read', files: [found] },
    preview: { kind: 'input', input: { path: name } },
    run: () => Promise.resolve(failed(text)),
  };
}

function scriptConcern({ found }: Entry, before: string | null, after: string): readonly EditConcern[] {
  const isChanged = [found.path, found.realPath].some((path) => changesLifecycleScripts(path, before, after));
  return isChanged ? ['lifecycleScripts'] : [];
}

function dirtyConcern({ isDirty }: Entry): readonly EditConcern[] {
  return isDirty ? ['unsavedChanges'] : [];
}

function preparedWrite(
  workspace: Workspace,
  entry: Entry,
  before: string | null,
  after: string,
  note: string,
): PreparedCall {
  const concerns = [...scriptConcern(entry, before, after), ...dirtyConcern(entry)];
  return {
    kind: 'prepared',
    action: { kind: 'edit', files: [entry.found], concerns },
    preview: { kind: 'changes', changes: [{ path: entry.name, before, after }] },
    run: async (signal) => {
      const known = await workspace.problems(entry);
      const end = await workspace.write(entry, before, after);
      const outcome = changeOutcome(
        end,
        `${before === null ? 'Created' : 'Changed'} ${entry.name}.${note}`,
        fileLineCounts(before, after),
      );
      if (outcome.isError) return outcome;
      const found = newProblems(known, await workspace.problemsAfterChange(entry, signal));
      const { text, shown, total } = problemList(found, mostProblems);
      if (total === 0) return outcome;
      const rest = shown < total ? `\n(${total - shown} more are left out.)` : '';
      return { ...outcome, content: [...outcome.content, { kind: 'text', text: `New problems:\n${text}${rest}` }] };
    },
  };
}

/** @param lines absent where none change */
function changeOutcome(end: ChangeEnd, done: string, lines?: LineCounts): ToolOutcome {
  const counted = (outcome: ToolOutcome): ToolOutcome => (lines === undefined ? outcome : { ...outcome, lines });
  switch (end.kind) {
    case 'done':
      return counted(succeeded(done));
    case 'formatted':
      return counted(succeeded(`${done} Saving it has formatted it: read it before you change it again.`));
    case 'unsaved':
      return failed('It is changed in the editor, but could not be saved: a command sees the file as it was before.');
    case 'changedMeanwhile':
      return failed('Nothing was done: somebody has changed the file meanwhile. Read it again.');
    case 'refused':
      return failed('Nothing was done: the file cannot be written.');
  }
}

/** A change moves problems to other lines, so that only what they say tells whether one is new. */
function newProblems(before: readonly Problem[], after: readonly Problem[]): readonly Problem[] {
  const said = ({ path, severity, line }: Problem): string =>
    JSON.stringify([path, severity, line.replace(/\d+/g, '')]);
  const known = new Map<string, number>();
  for (const problem of before) known.set(said(problem), (known.get(said(problem)) ?? 0) + 1);
  return after.filter((problem) => {
    const left = known.get(said(problem)) ?? 0;
    known.set(said(problem), left - 1);
    return left <= 0;
  });
}
