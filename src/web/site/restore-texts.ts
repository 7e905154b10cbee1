import { written } from './written-islands.ts';

/**
 * Puts the server's texts back into an island that a translator has been in, before it hydrates: React throws away what it did not
 * write, with what was typed in it.
 * @returns whether there was one to put back
 */
export function restoreTexts(island: Element): boolean {
  if (!island.querySelector('font')) return false;
  const template = document.createElement('template');
  template.innerHTML = written.get(island) ?? '';
  const texts = placesIn(template.content);
  const places = placesIn(island);
  if (places.length !== texts.length) return false;
  for (const [at, place] of places.entries())
    if (place instanceof Element) place.replaceWith(texts[at]?.textContent ?? '');
  return true;
}

/** Each text, or the outermost `<font>` that a translator has put in its place. */
function placesIn(tree: Node): (Element | Text)[] {
  const walker = document.createTreeWalker(tree, NodeFilter.SHOW_TEXT);
  const places = new Set<Element | Text>();
  while (walker.nextNode()) {
    let place: Node = walker.currentNode;
    while (place.parentNode?.nodeName === 'FONT') place = place.parentNode;
    if (place instanceof Element || place instanceof Text) places.add(place);
  }
  return [...places];
}
