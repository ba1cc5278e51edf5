// Knows what the end of an answer is that can grow without being parsed again: code in an open fence, or plain words.

export interface OpenEnd {
  /** Takes more text; false, with nothing shown of it, where the whole is to be parsed after all. */
  append(text: string): boolean;
}
