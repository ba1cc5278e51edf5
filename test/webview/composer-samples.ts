// Knows what lies ready in a composer, for the page's tests and pictures.
import type { AttachmentView, ComposerView, HostMessage } from '../../src/core/chat/panel-messages.ts';

export const selection: AttachmentView = { id: 'selection:src/core/chat/parser.ts:12-30', kind: 'selection', label: 'src/core/chat/parser.ts:12-30', size: 214, isCut: false };
export const problems: AttachmentView = { id: 'problems:src/app.ts', kind: 'problems', label: 'src/app.ts', size: 38, isCut: false };
export const largeFile: AttachmentView = { id: 'file:data/measurements.csv', kind: 'file', label: 'data/measurements.csv', size: 100_012, isCut: true };
export const folder: AttachmentView = { id: 'listing:src/core/', kind: 'listing', label: 'src/core/', size: 410, isCut: false };

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
      queued: [],
      commands,
      models: [
        { id: 'large', name: 'Tide Large' },
        { id: 'small', name: 'Tide Small' },
      ],
      modelId: 'large',
      thinking: false,
      fill: { used: 24_000, size: 200_000, note: null },
      imagesNote: null,
      sendKey: 'enter',
      ...changes,
    },
  };
}
