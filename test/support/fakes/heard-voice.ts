import type { Tell, Voice } from '../../../src/host/display/notification.ts';

/** Keeps what a person would have been told; they press nothing. */
export class HeardVoice implements Voice {
  readonly heard: string[] = [];

  readonly inform: Tell = (text) => {
    this.heard.push(text);
    return Promise.resolve(undefined);
  };

  readonly warn: Tell = (text) => {
    this.heard.push(text);
    return Promise.resolve(undefined);
  };
}
