/** The element that stands in the page where a text was that a translator took out. */
const inPlaceOf = new WeakMap<Node, Element>();
const taken = new WeakSet<Node>();

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';
const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;

/**
 * Lets React go on in a page that a browser translates. Chrome puts `<font><font>…` in place of every text, so React inserts before and
 * removes texts that are in no page any more: that throws, and the screen is gone. Here it finds what stands there instead, and a text
 * that changes is written there to be translated again. Call it once, before React renders.
 */
export function standTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && placeOf(before, this));
    return node;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const place = placeOf(child, this);
    if (place) removeChild.call(this, place);
    return child;
  };
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const font = inPlaceOf.get(target);
      if (font && !target.isConnected) font.textContent = target.nodeValue;
    }
  });
  new MutationObserver((records) => {
    for (const { text, font } of records.flatMap(replacedIn)) {
      taken.add(font);
      inPlaceOf.set(text, font);
      changes.observe(text, { characterData: true });
    }
  }).observe(document, { childList: true, subtree: true });
}

/** The child of `parent` that is `node` or stands for it; none for a text that is gone. Whatever else is no child throws, as ever. */
function placeOf(node: Node, parent: Node): Node | null {
  if (node.parentNode === parent || !isText(node)) return node;
  // Moved into the translator's element instead of replaced by it.
  let place: Node | null | undefined = node.parentNode;
  while (isFont(place) && place.parentNode !== parent) place = place.parentNode;
  if (!isFont(place)) place = inPlaceOf.get(node);
  return place?.parentNode === parent ? place : null;
}

function replacedIn({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord) {
  return [...removedNodes].filter(isText).flatMap((text) => {
    const font = [...addedNodes, nextSibling, previousSibling].find(
      (near): near is Element => isFont(near) && !taken.has(near),
    );
    return font ? [{ text, font }] : [];
  });
}
