// The marker by which a reloaded window finds the sign-in that it was in; no secret is in it. It is read at every
// start, so it needs no schema.
import type * as vscode from 'vscode';
import type { ProviderId } from '../../../core/service/profile/profile.ts';

const markerKey = 'tidemark.signIn.attempt';

export interface ResumeMarker {
  readonly id: string;
  readonly provider: ProviderId;
  /** Milliseconds since the epoch; after that nobody wonders any more what became of it. */
  readonly until: number;
}

/**
 * Never rejects: where the marker is not taken, a window that is loaded again does not find its sign-in, and that is
 * all.
 */
export async function setResumeMarker(context: vscode.ExtensionContext, marker: ResumeMarker): Promise<void> {
  await write(context, marker);
}

/** Never rejects. */
export async function clearResumeMarker(context: vscode.ExtensionContext): Promise<void> {
  await write(context, undefined);
}

async function write({ workspaceState }: vscode.ExtensionContext, marker: ResumeMarker | undefined): Promise<void> {
  try {
    await workspaceState.update(markerKey, marker);
  } catch {
    // A marker that stays behind is too old in a few minutes.
  }
}

/** Null where this window was in no sign-in a moment ago. */
export function readResumeMarker({ workspaceState }: vscode.ExtensionContext): ResumeMarker | null {
  const marker = workspaceState.get<unknown>(markerKey);
  if (
    typeof marker !== 'object' ||
    marker === null ||
    !('id' in marker) ||
    !('provider' in marker) ||
    !('until' in marker)
  )
    return null;
  const { id, provider, until } = marker;
  if (typeof id !== 'string' || typeof until !== 'number' || Date.now() >= until) return null;
  return provider === 'primary' || provider === 'secondary' ? { id, provider, until } : null;
}
