import type { HostMessage } from '../../src/protocol/chat.ts';
import type { Toast } from '../../src/protocol/toasts.ts';

export const deleted: Toast = {
  id: 'deleted',
  tone: 'info',
  text: 'The prompt and its answers are deleted.',
  buttons: ['Undo'],
};

export const usedUp: Toast = {
  id: 'usedUp',
  tone: 'warning',
  text: '5 hours of your plan: 81% used (810 of 1,000, resets in 2 hours).',
  buttons: ['Show Plan', 'Set API Key…', "Don't Show Again"],
};

export const toasts = (...shown: readonly Toast[]): HostMessage => ({ kind: 'toastsShown', toasts: [...shown] });
