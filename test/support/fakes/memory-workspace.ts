// A workspace in memory, as its contract says.
import type { Problem } from '../../../src/core/chat/attachments/problem-list.ts';
import type {
  ChangeEnd,
  Entry,
  FileContent,
  FileProblems,
  Looked,
  SearchMatch,
  SearchQuery,
  Workspace,
} from '../../../src/core/chat/tools/calls/workspace.ts';

export class MemoryWorkspace implements Workspace {
  readonly files = new Map<string, string>();
  readonly others = new Map<string, FileContent>();
  readonly dirty = new Set<string>();
  readonly ignored = new Set<string>();
  reported: readonly Problem[] = [];
  reportedAfter: readonly Problem[] = [];
  /** What saving makes of a text. */
  format: (text: string) => string = (text) => text;
  isWritable = true;
  readonly queries: SearchQuery[] = [];
  stoppedAfter: number | null = null;
  found: readonly SearchMatch[] | 'noRegex' | 'noRegexHere' = [];

  constructor(files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) this.files.set(name, text);
  }

  find(path: string): Promise<Entry | null> {
    if (path.startsWith('/dev/')) return Promise.resolve(null);
    const isOutside = path.startsWith('/') || path.split('/').includes('..');
    const isFolder = [...this.files.keys()].some((name) => name.startsWith(`${path}/`));
    const isFile = this.files.has(path) || this.others.has(path);
    const whole = isOutside ? path : `/w/${path}`;
    return Promise.resolve({
      found: {
        scheme: 'file',
        path: whole,
        realPath: whole,
        within: [isOutside ? whole : path],
        lies: isOutside ? 'outside' : 'inside',
        git: this.ignored.has(path) ? 'ignored' : 'notIgnored',
      },
      name: path,
      is: isFolder ? 'folder' : isFile ? 'file' : 'missing',
      isDirty: this.dirty.has(path),
    });
  }

  read({ name }: Entry): Promise<FileContent> {
    const text = this.files.get(name);
    return Promise.resolve(text === undefined ? (this.others.get(name) ?? { kind: 'binary' }) : { kind: 'text', text });
  }

  list(_: string | null, most: number): Promise<Looked<string>> {
    return Promise.resolve({ results: [...this.files.keys()].slice(0, most), stoppedAfter: this.stoppedAfter });
  }

  search(query: SearchQuery, most: number): Promise<Looked<SearchMatch> | 'noRegex' | 'noRegexHere'> {
    this.queries.push(query);
    const { found, stoppedAfter } = this;
    return Promise.resolve(typeof found === 'string' ? found : { results: found.slice(0, most), stoppedAfter });
  }

  async problemsOfAll(): Promise<readonly FileProblems[]> {
    const files = Map.groupBy(this.reported, ({ path }) => path);
    const found = await Promise.all(
      Array.from(files, async ([path, problems]) => {
        const entry = await this.find(path);
        return entry === null ? [] : [{ found: entry.found, problems }];
      }),
    );
    return found.flat();
  }

  wholeText(name: string): Promise<string | null> {
    return Promise.resolve(this.files.get(name) ?? null);
  }

  problems(): Promise<readonly Problem[]> {
    return Promise.resolve(this.reported);
  }

  problemsAfterChange(): Promise<readonly Problem[]> {
    return Promise.resolve(this.reportedAfter);
  }

  write({ name }: Entry, before: string | null, after: string): Promise<ChangeEnd> {
    const refusal = this.#refusal(name, before);
    if (refusal !== null) return Promise.resolve(refusal);
    const saved = this.format(after);
    this.files.set(name, saved);
    return Promise.resolve({ kind: saved === after ? 'done' : 'formatted' });
  }

  remove({ name }: Entry, before: string | null): Promise<ChangeEnd> {
    const refusal = this.#refusal(name, before);
    if (refusal === null) this.files.delete(name);
    return Promise.resolve(refusal ?? { kind: 'done' });
  }

  rename(from: Entry, to: Entry): Promise<ChangeEnd> {
    const text = this.files.get(from.name);
    if (text === undefined || this.files.has(to.name)) return Promise.resolve({ kind: 'changedMeanwhile' });
    this.files.delete(from.name);
    this.files.set(to.name, text);
    return Promise.resolve({ kind: 'done' });
  }

  #refusal(name: string, before: string | null): ChangeEnd | null {
    if ((this.files.get(name) ?? null) !== before) return { kind: 'changedMeanwhile' };
    return this.isWritable ? null : { kind: 'refused' };
  }
}
