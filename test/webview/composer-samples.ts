// Composer states for the page's tests and screenshots.
import type { AttachmentView, ComposerView, HostMessage } from '../../src/protocol/chat.ts';

export const selection: AttachmentView = {
  id: 'selection:src/core/chat/parser.ts:12-30',
  kind: 'selection',
  label: 'src/core/chat/parser.ts:12-30',
  size: 214,
  isCut: false,
};
export const problems: AttachmentView = {
  id: 'problems:src/app.ts',
  kind: 'problems',
  label: 'src/app.ts',
  size: 38,
  isCut: false,
};
export const largeFile: AttachmentView = {
  id: 'file:data/measurements.csv',
  kind: 'file',
  label: 'data/measurements.csv',
  size: 100_012,
  isCut: true,
};
export const folder: AttachmentView = {
  id: 'listing:src/core/',
  kind: 'listing',
  label: 'src/core/',
  size: 410,
  isCut: false,
};

/** A sea with a sun. */
const thumbnail =
  'UklGRvQCAABXRUJQVlA4WAoAAAAgAAAAPwAALwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAA' +
  'ACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0' +
  'AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAA' +
  'AAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM' +
  'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggBgEAAHAHAJ0BKkAAMAA+qUacSaYkIqE39xgAwBUJZgC8ZeG91kgHT/74' +
  'BuAAQ3qcygPSSRBXrrVqM2mkb2GFssqBIjRu95EAAP7yRE5BTxKxvcCkrX2LKvaq+XqGbBH/0eaxf0f8Mo00GCLHuDMPmMi/hVaaf8QWiOz87Uce5yC5I16k' +
  'ihw5HBHIsaK5448bnZPpkLOuvfmt8mbHvvnbnri/SIo6/eZgLRuZI8n62oRRhQOr2w9/3NSCUtDrKVsYJp4G3qPaTVhBByMw8yEpA74IKZwvMY33Vb4o2sXv' +
  '+Il7lX3qqQazo4TyACASwHv6AEAdZSikmKcOxYvyWcsXOYZjTRYmI71EAAA=';
export const screenshot: AttachmentView = {
  id: 'image:1',
  kind: 'image',
  label: 'image.png',
  size: 1600,
  isCut: false,
  image: { size: 34_200, thumbnail },
};
export const photo: AttachmentView = {
  id: 'image:2',
  kind: 'image',
  label: 'docs/harbor/low-water.jpg',
  size: 1600,
  isCut: false,
  image: { size: 2_340_000, thumbnail },
};

export const commands: ComposerView['commands'] = [
  { name: 'explain', description: 'Explain the selection or the active file' },
  { name: 'fix', description: 'Fix the problems in the selection or the active file' },
  { name: 'tests', description: 'Write tests for the selection or the active file' },
  { name: 'clear', description: 'Begin a new chat' },
  { name: 'release-notes', description: '' },
];

export function composer(changes: Partial<ComposerView> = {}): HostMessage {
  return {
    kind: 'composerShown',
    composer: {
      attachments: [],
      accompanying: [],
      queued: [],
      commands,
      models: [
        {
          id: 'large',
          name: 'Tide Large',
          contextWindow: 200_000,
          images: true,
          thinking: true,
          isLeftOut: false,
          cost: '',
        },
        {
          id: 'small',
          name: 'Tide Small',
          contextWindow: null,
          images: false,
          thinking: false,
          isLeftOut: true,
          cost: '',
        },
      ],
      modelId: 'large',
      thinking: false,
      contextUsage: { used: 24_000, size: 200_000, note: null },
      queueNote: null,
      promptCost: null,
      imagesNote: null,
      sendKey: 'enter',
      ...changes,
    },
  };
}
