// Knows which addresses of a model's text may become live links; it does not know how a link looks or is opened.

const liveSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address a link really leads to, as the platform's own parser reads it (so that hidden tabs, odd cases and
 * look-alike host names are resolved before a person sees it); null for anything but absolute http, https and mailto.
 */
export function liveTarget(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && liveSchemes.has(url.protocol) ? url.href : null;
}
