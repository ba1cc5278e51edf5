// The folders that a run works in. In each, one run at a time works, of all windows: two would change files under each
// other's feet.

/** Whose run works in a folder; all of it is untrusted text. */
export interface RunHolder {
  /** Unlike that of any other window. */
  readonly window: string;
  readonly windowName: string;
  /** The title of the conversation. */
  readonly conversation: string;
}

/** Whether another run has the turn in them. */
export type TurnWait = { readonly kind: 'none' } | { readonly kind: 'run'; readonly holder: RunHolder };

export interface RunFolders {
  /**
   * Resolves once no other run works in them, with what gives them back; with null once `signal` is aborted. Neither
   * rejects.
   */
  take(signal: AbortSignal): Promise<(() => Promise<void>) | null>;
}
