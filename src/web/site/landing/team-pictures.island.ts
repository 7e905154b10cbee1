import type { Hydrate } from '../island-names.ts';

/** Puts the pictures of the team in their places. Browsers load lazy images from far below the screen. */
export const hydrate: Hydrate = async (element) => {
  for (const noscript of element.querySelectorAll('noscript')) {
    const { body } = new DOMParser().parseFromString(noscript.textContent, 'text/html');
    noscript.replaceWith(...body.children);
  }
};
