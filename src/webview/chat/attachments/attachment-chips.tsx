// Attachments: as chips that can be removed while a prompt is written, as tags on the prompt that was sent.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AttachmentView, ComposerView, PageStrings } from '../../../protocol/chat.ts';
import { Icon } from '../../page/icon.tsx';
import { pageLocale } from '../../page/page-root.ts';
import { usePage } from '../state/page-context.ts';
import { filled } from '../../page/page-context.ts';
import { Thumbnail } from './thumbnail.tsx';

const icons: Readonly<Record<AttachmentView['kind'], string>> = {
  selection: 'selection',
  file: 'file',
  listing: 'folder',
  openEditors: 'layers',
  problems: 'warning',
  instructions: 'note',
  changes: 'git-compare',
  terminal: 'terminal',
  image: 'file-media',
};

interface ChipsProps {
  readonly attachments: readonly AttachmentView[];
  readonly accompanying: ComposerView['accompanying'];
  /** Called when the last chip that had the focus is gone, or the person leaves the chips. */
  readonly onLeave: () => void;
}

export function AttachmentChips({ attachments, accompanying, onLeave }: ChipsProps): JSX.Element | null {
  const { strings, post } = usePage();
  const list = useRef<HTMLUListElement>(null);
  /** Where the focus goes once the host has taken a chip away. */
  const next = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    const button = buttonAt(list.current, Math.min(next.current, attachments.length - 1));
    next.current = null;
    if (button === null) onLeave();
    else button.focus();
  }, [attachments]);
  if (attachments.length + accompanying.length === 0) return null;

  const remove = (id: string, index: number): void => {
    next.current = index;
    post({ kind: 'detachContext', id });
  };
  const onKeyDown = (event: KeyboardEvent, index: number, takeOut: () => void): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') takeOut();
    else if (event.key === 'ArrowLeft') buttonAt(list.current, index - 1)?.focus();
    else if (event.key === 'ArrowRight') (buttonAt(list.current, index + 1) ?? { focus: onLeave }).focus();
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  };
  return (
    <ul class="chips" aria-label={strings.attachments} ref={list}>
      {attachments.map((attachment, index) => (
        <li class="chip" key={attachment.id} title={titleOf(attachment, strings)}>
          <Sign attachment={attachment} />
          <Name attachment={attachment} />
          <span class="chip-size">{sizeOf(attachment, strings)}</span>
          <button
            type="button"
            class="chip-remove"
            aria-label={filled(strings.detach, `${kindOf(attachment, strings)} ${attachment.label}`)}
            onClick={() => remove(attachment.id, index)}
            onKeyDown={(event) => onKeyDown(event, index, () => remove(attachment.id, index))}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
      {accompanying.map(({ attachment, isOn }, index) => {
        const turn = (): void => post({ kind: 'switchAccompanying', id: attachment.id, on: !isOn });
        const about = `${kindOf(attachment, strings)} ${attachment.label}`;
        return (
          <li
            class={isOn ? 'chip accompanying' : 'chip accompanying off'}
            key={attachment.id}
            title={filled(isOn ? strings.accompanyingOn : strings.accompanyingOff, about)}
          >
            <Sign attachment={attachment} />
            <Name attachment={attachment} />
            <span class="chip-size">{sizeOf(attachment, strings)}</span>
            <button
              type="button"
              class="chip-remove"
              aria-pressed={isOn}
              aria-label={about}
              onClick={turn}
              onKeyDown={(event) => onKeyDown(event, attachments.length + index, () => isOn && turn())}
            >
              <Icon name={isOn ? 'eye' : 'eye-closed'} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Puts the focus on the last chip; false where there is none. */
export function focusLastChip(frame: Element | null): boolean {
  const button = [...(frame?.querySelectorAll<HTMLButtonElement>('.chip-remove') ?? [])].at(-1);
  button?.focus();
  return button !== undefined;
}

/** What went along with a prompt, in small. */
export function AttachmentTags({
  attachments,
}: {
  readonly attachments: readonly AttachmentView[];
}): JSX.Element | null {
  const { strings } = usePage();
  if (attachments.length === 0) return null;
  return (
    <ul class="tags" aria-label={strings.attachments}>
      {attachments.map((attachment) => (
        <li class="tag" key={attachment.id} title={titleOf(attachment, strings)}>
          <Sign attachment={attachment} />
          <span class="visually-hidden">{kindOf(attachment, strings)} </span>
          <Name attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}

function Sign({ attachment: { kind, image } }: { readonly attachment: AttachmentView }): JSX.Element {
  return image === undefined ? <Icon name={icons[kind]} /> : <Thumbnail thumbnail={image.thumbnail} />;
}

/** The end of a path says most, so the folders before it give way first. */
function Name({ attachment: { label } }: { readonly attachment: AttachmentView }): JSX.Element {
  const trimmed = label.endsWith('/') ? label.slice(0, -1) : label;
  const cut = trimmed.lastIndexOf('/') + 1;
  return (
    <span class="chip-name">
      {cut > 0 && <span class="chip-folder">{label.slice(0, cut)}</span>}
      <span class="chip-file">{label.slice(cut)}</span>
    </span>
  );
}

function titleOf(attachment: AttachmentView, strings: PageStrings): string {
  const { label, size, isCut, image } = attachment;
  const kind = kindOf(attachment, strings);
  if (image !== undefined) return filled(strings.attachmentDetailImage, kind, label, bytes(image.size), count(size));
  return filled(isCut ? strings.attachmentDetailCut : strings.attachmentDetail, kind, label, count(size));
}

/** An image's size is what a person knows of it; of everything else, what it takes of the model's window. */
function sizeOf({ size, isCut, image }: AttachmentView, strings: PageStrings): string {
  if (image !== undefined) return bytes(image.size);
  return isCut ? filled(strings.attachmentSizeCut, count(size)) : count(size);
}

function bytes(size: number): string {
  const [unit, value] = size < 1_000_000 ? ['kilobyte', size / 1000] : ['megabyte', size / 1_000_000];
  return new Intl.NumberFormat(pageLocale(), { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(
    value,
  );
}

function count(tokens: number): string {
  return new Intl.NumberFormat(pageLocale(), { notation: 'compact', maximumFractionDigits: 1 }).format(tokens);
}

function kindOf({ kind }: AttachmentView, strings: PageStrings): string {
  switch (kind) {
    case 'selection':
      return strings.attachmentSelection;
    case 'file':
      return strings.attachmentFile;
    case 'listing':
      return strings.attachmentListing;
    case 'openEditors':
      return strings.attachmentOpenEditors;
    case 'problems':
      return strings.attachmentProblems;
    case 'instructions':
      return strings.attachmentInstructions;
    case 'changes':
      return strings.attachmentChanges;
    case 'terminal':
      return strings.attachmentTerminal;
    case 'image':
      return strings.attachmentImage;
  }
}

function buttonAt(list: Element | null, index: number): HTMLButtonElement | null {
  return list?.querySelectorAll<HTMLButtonElement>('.chip-remove')[index] ?? null;
}
