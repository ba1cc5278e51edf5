// The redirect shapes, and where each arrives: what a profile may name, what a sign-in sends and what is listened for
// all follow from this one list. It loads at every start, so nothing heavy may be imported here.
// @see docs/service.md#4.1 and docs/service.md#4.2

/** Links that VS Code itself receives and hands to the extension. */
export const linkShapes = ['primary-auth', 'oauth', 'secondary-auth'] as const;
export type LinkShape = (typeof linkShapes)[number];

export const redirectShapes = [...linkShapes, 'loopback'] as const;
export type RedirectShape = (typeof redirectShapes)[number];

/** The path at which VS Code receives a link of this shape. */
export function linkPath(shape: LinkShape): string {
  return `/${shape}/callback`;
}

export function isLinkPath(path: string): boolean {
  return linkShapes.some((shape) => linkPath(shape) === path);
}

/** Where a listener on this machine is asked, and where nobody listens while an answer is to be pasted. */
export const loopbackPath = '/callback';
