/** Each island as the server wrote it, kept before a browser's translator puts other texts in it. */
export const written = new WeakMap<Element, string>();

for (const island of document.querySelectorAll('[data-island]')) written.set(island, island.innerHTML);
