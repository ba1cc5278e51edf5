// The note by which a reloaded window finds the sign-in that it was in; no secret is in it. It is read at every start,
// so it needs no schema.
import type * as vscode from 'vscode';
import type { ProviderId } from '../../../core/service/profile/profile.ts';

const noteKey = 'tidemark.signIn.attempt';

export interface ResumeMarker {
  readonly id: string;
  readonly provider: ProviderId;
  /** Milliseconds since the epoch; after that nobody wonders any more what became of it. */
  readonly until: number;
}

/**
 * Never rejects: where the note is not taken, a window that is loaded again does not find its sign-in, and that is all.
 */
export async function noteAttempt(context: vscode.ExtensionContext, note: ResumeMarker): Promise<void> {
  await write(context, note);
}

/** Never rejects. */
export async function forgetAttempt(context: vscode.ExtensionContext): Promise<void> {
  await write(context, undefined);
}

async function write({ workspaceState }: vscode.ExtensionContext, note: ResumeMarker | undefined): Promise<void> {
  try {
    await workspaceState.update(noteKey, note);
  } catch {
    // A note that stays behind is too old in a few minutes.
  }
}

/** Null where this window was in no sign-in a moment ago. */
export function readResumeMarker({ workspaceState }: vscode.ExtensionContext): ResumeMarker | null {
  const note = workspaceState.get<unknown>(noteKey);
  if (typeof note !== 'object' || note === null || !('id' in note) || !('provider' in note) || !('until' in note))
    return null;
  const { id, provider, until } = note;
  if (typeof id !== 'string' || typeof until !== 'number' || Date.now() >= until) return null;
  return provider === 'primary' || provider === 'secondary' ? { id, provider, until } : null;
}
