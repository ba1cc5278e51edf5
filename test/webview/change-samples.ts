// Proposed changes for the page's tests and screenshots.
import type { ChangeView } from '../../src/protocol/chat.ts';

export const changes: ChangeView[] = [
  { id: '1', name: 'cart.ts', folder: 'src/shop', does: 'edit', lines: { added: 3, removed: 1 }, note: null },
  {
    id: '2',
    name: '.env',
    folder: '',
    does: 'create',
    lines: { added: 15, removed: 0 },
    note: 'protected: accept it on its own',
  },
  { id: '3', name: 'old.ts', folder: 'src', does: 'delete', lines: { added: 0, removed: 8 }, note: null },
  {
    id: '4',
    name: 'prices.ts',
    folder: 'src/shop',
    does: 'edit',
    lines: null,
    note: 'the file has changed in the same lines',
  },
];
