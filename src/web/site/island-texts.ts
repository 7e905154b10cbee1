/** Of each island, as the server wrote them. */
const written = new WeakMap<Element, (string | null)[]>();

/** Keeps the texts of all islands, before a browser's translator puts others in their place. */
export function keepTexts(): void {
  for (const island of document.querySelectorAll('[data-island]'))
    written.set(
      island,
      placesIn(island).map(({ textContent }) => textContent),
    );
}

/**
 * Puts them back before an island hydrates, as React throws away what it did not write, with what was typed in it.
 * @returns whether there was one to put back
 */
export function restoreTexts(island: Element): boolean {
  if (!island.querySelector('font')) return false;
  const texts = written.get(island) ?? [];
  const places = placesIn(island);
  if (places.length !== texts.length) return false;
  for (const [at, place] of places.entries())
    if (place instanceof Element) place.replaceWith(texts[at] ?? '');
  return true;
}

/** Each text, or the outermost `<font>` that a translator has put in its place. */
function placesIn(island: Element): (Element | Text)[] {
  const walker = document.createTreeWalker(island, NodeFilter.SHOW_TEXT);
  const places = new Set<Element | Text>();
  while (walker.nextNode()) {
    let place: Node = walker.currentNode;
    while (place.parentNode?.nodeName === 'FONT') place = place.parentNode;
    if (place instanceof Element || place instanceof Text) places.add(place);
  }
  return [...places];
}
