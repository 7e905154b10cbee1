/** Arrows, Home, End and letters move between a menu's items, Tab leaves it. */
export function moveInMenu(event: KeyboardEvent, menu: HTMLElement): void {
  if (event.key === 'Tab') {
    // Restores focus to the button before the browser tabs on from there.
    menu.hidePopover();
    return;
  }
  const items = [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = items.findIndex((item) => item.matches(':focus'));
  const next = itemFor(event, items, at);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function itemFor(event: KeyboardEvent, items: HTMLElement[], at: number): HTMLElement | undefined {
  if (event.key === 'ArrowDown') return items[(at + 1) % items.length];
  if (event.key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (event.key === 'Home') return items[0];
  if (event.key === 'End') return items.at(-1);
  if (event.key.length > 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
  const letter = event.key.toLocaleLowerCase('en-US');
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return following.find((item) => item.textContent.trim().toLocaleLowerCase('en-US').startsWith(letter));
}
