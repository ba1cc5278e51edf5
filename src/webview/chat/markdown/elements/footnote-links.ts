// The links between a footnote and the places that refer to it, within one answer. No element gets an id: a label is
// the model's text, and could be that of an element of ours.

type Kind = 'reference' | 'footnote';

const kinds = new WeakMap<Element, Kind>();

/** A link that shows the label and leads to the first place of the other kind. */
export function createFootnoteLink(kind: Kind, label: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.className = 'footnote-link';
  link.href = '#';
  link.textContent = label;
  kinds.set(link, kind);
  return link;
}

/** Follows the footnote link that an event went through; false where there is none. */
export function followFootnoteLink(event: Event): boolean {
  const link = event.composedPath().find((target) => target instanceof Element && kinds.has(target));
  if (!(link instanceof Element)) return false;
  const target = [...(link.closest('.markdown')?.getElementsByClassName('footnote-link') ?? [])].find(
    (other) =>
      kinds.get(other) !== kinds.get(link) && other.textContent.toLowerCase() === link.textContent.toLowerCase(),
  );
  if (!(target instanceof HTMLElement)) return true;
  target.scrollIntoView({ block: 'nearest' });
  target.focus({ preventScroll: true });
  return true;
}
