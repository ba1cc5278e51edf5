// What a drop or a paste brings: addresses, as VS Code gives them, its own list before the general one, or files
// without one.
import { largestImage, type PageMessage } from '../../../protocol/chat.ts';
import { base64Of } from '../attachments/image-drawing.ts';

const listTypes = ['application/vnd.code.uri-list', 'text/uri-list'];

interface FileTaker {
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

/** Asks the host to attach what is dropped or pasted; everything else stays the browser's. */
export function fileTaker(post: (message: PageMessage) => void): FileTaker {
  const attach = async (files: readonly File[]): Promise<void> => {
    for (const file of files) post(await fileMessage(file));
  };
  return {
    onDragOver(event) {
      if (holdsFiles(event.dataTransfer)) event.preventDefault();
    },
    onDrop(event) {
      const uris = droppedFiles(event.dataTransfer);
      const files = uris.length > 0 ? [] : bareFiles(event.dataTransfer);
      if (uris.length === 0 && files.length === 0) return;
      event.preventDefault();
      if (uris.length > 0) post({ kind: 'attachFiles', uris });
      void attach(files);
    },
    onPaste(event) {
      const files = bareFiles(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      void attach(files);
    },
  };
}

function holdsFiles(transfer: DataTransfer | null): boolean {
  return [...listTypes, 'Files'].some((type) => transfer?.types.includes(type) === true);
}

/** The addresses of what was dropped; a web page's is none. @see https://www.rfc-editor.org/rfc/rfc2483#section-5 */
function droppedFiles(transfer: DataTransfer | null): string[] {
  const list = listTypes.map((type) => transfer?.getData(type) ?? '').find((text) => text !== '') ?? '';
  return list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#') && !/^https?:/i.test(line));
}

/**
 * Files that came without an address: what a screenshot is in the clipboard, and what a browser drops. Text that comes
 * along is what is meant, as cells of a table are that bring a picture of themselves; but not where it only names the
 * files.
 */
function bareFiles(transfer: DataTransfer | null): readonly File[] {
  const files = [...(transfer?.files ?? [])];
  const names = new Set(files.map(({ name }) => name));
  const lines = (transfer?.getData('text/plain') ?? '').split(/[\r\n]+/).filter((line) => line !== '');
  return lines.every((line) => names.has(line)) ? files : [];
}

/** Asks the host to attach a file. What no image can be as large as is not read at all. */
async function fileMessage(file: File): Promise<PageMessage> {
  return { kind: 'attachImage', name: file.name, data: file.size > largestImage ? null : await base64Of(file) };
}
