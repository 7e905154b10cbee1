import { hasSingleKeys, isTyping, singleKeys } from './typing.ts';

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(singleKeys);
  else localStorage.setItem(singleKeys, 'off');
}

const layers = '[role="menu"], [role="dialog"], [role="alertdialog"], [popover]';

/** Whether a key is pressed that nothing else wants: no one is typing, choosing or answering a question. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  (event.key.length > 1 || hasSingleKeys()) &&
  !isTyping(event) &&
  // A closed menu stays in the page.
  ![...document.querySelectorAll(layers)].some((layer) => layer.checkVisibility());
