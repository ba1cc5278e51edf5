// What the chat says of what a person has just done, in the place where they have done it: in the panel while they see
// it, else as VS Code does.
import type { HostMessage } from '../../../protocol/chat.ts';
import type { Toast } from '../../../protocol/toasts.ts';
import type { PassingVoice, Tell, Voice } from '../../display/notification.ts';

/** More would hide the conversation. */
const mostAtOnce = 3;

interface OpenToast {
  readonly toast: Toast;
  /** Whether it is about the shown conversation alone. */
  readonly isOfConversation: boolean;
  readonly close: (pressed: string | undefined) => void;
}

interface ToastPlace {
  /** Whether the person has the panel before them. */
  readonly isInView: () => boolean;
  readonly tell: (message: HostMessage) => void;
  /** How VS Code says it. */
  readonly outside: Readonly<Record<Toast['tone'], Tell>>;
}

export class Toasts implements PassingVoice {
  readonly #place: ToastPlace;
  readonly #newId: () => string;
  #open: readonly OpenToast[] = [];
  #conversationId: string | null = null;

  constructor(place: ToastPlace, newId: () => string) {
    this.#place = place;
    this.#newId = newId;
  }

  readonly inform: Tell = (text, ...buttons) => this.#say('info', text, buttons, false);

  readonly warn: Tell = (text, ...buttons) => this.#say('warning', text, buttons, false);

  /** Of the conversation that is shown: it goes where another one is. */
  readonly warnOfConversation: Tell = (text, ...buttons) => this.#say('warning', text, buttons, true);

  readonly until = (over: AbortSignal): Voice => ({
    inform: (text, ...buttons) => this.#say('info', text, buttons, false, over),
    warn: (text, ...buttons) => this.#say('warning', text, buttons, false, over),
  });

  #say(
    tone: Toast['tone'],
    text: string,
    buttons: readonly string[],
    isOfConversation: boolean,
    over?: AbortSignal,
  ): Promise<string | undefined> {
    if (!this.#place.isInView()) return this.#place.outside[tone](text, ...buttons);
    return new Promise((close) => {
      const toast = { id: this.#newId(), tone, text, buttons: [...buttons] };
      over?.addEventListener('abort', () => this.answer(toast.id, null), { once: true });
      const open = [...this.#open, { toast, isOfConversation, close }];
      this.#keep(open.slice(-mostAtOnce));
    });
  }

  /** For a page that has just begun. */
  shown(): HostMessage {
    return { kind: 'toastsShown', toasts: this.#open.map(({ toast }) => toast) };
  }

  /** @param button the place of the one that was pressed; null where the toast was closed. */
  answer(id: string, button: number | null): void {
    const answered = this.#open.find(({ toast }) => toast.id === id);
    if (answered === undefined) return;
    answered.close(button === null ? undefined : answered.toast.buttons[button]);
    this.#keep(this.#open.filter((open) => open !== answered));
  }

  /** A person who goes on has read what was said of before; a warning waits until it is closed. */
  goOn(): void {
    this.#keepThose(({ toast }) => toast.tone === 'warning');
  }

  showConversation(id: string): void {
    if (id !== this.#conversationId)
      this.#keepThose(({ toast, isOfConversation }) => toast.tone === 'warning' && !isOfConversation);
    this.#conversationId = id;
  }

  #keepThose(isKept: (open: OpenToast) => boolean): void {
    const open = this.#open.filter(isKept);
    if (open.length < this.#open.length) this.#keep(open);
  }

  #keep(open: readonly OpenToast[]): void {
    const gone = this.#open.filter((each) => !open.includes(each));
    this.#open = open;
    for (const { close } of gone) close(undefined);
    this.#place.tell(this.shown());
  }
}
