// Which addresses of a model's text may become live links.
import { linkTarget } from '../../../../protocol/chat.ts';

/**
 * The address that a link shows, letter by letter the one that is asked about and opened, so that hidden tabs, odd
 * cases and look-alike names are resolved before a person sees it; null for anything but absolute http, https and
 * mailto. One that will not be opened is live all the same, since pressing it says why.
 */
export function liveTarget(href: string): string | null {
  const target = linkTarget(href);
  if (target.kind === 'address') return target.text;
  return target.reason === 'scheme' ? null : target.read;
}
