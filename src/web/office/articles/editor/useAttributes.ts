import type { EditorView } from 'prosemirror-view';
import { type RefObject, useEffect } from 'react';

/** Sets attributes of the text's element, and removes those without a value. */
export function useAttributes(
  view: RefObject<EditorView | null>,
  attributes: Record<string, string | undefined>,
): void {
  // Set on the element, not by the view: the view would redraw it and lose a letter that it has not read yet.
  useEffect(() => {
    if (!view.current) return;
    const { dom } = view.current;
    for (const [name, value] of Object.entries(attributes)) {
      if (dom.getAttribute(name) === (value || null)) continue;
      if (value) dom.setAttribute(name, value);
      else dom.removeAttribute(name);
    }
  });
}
