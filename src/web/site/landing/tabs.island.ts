import type { Hydrate } from '../island-names.ts';

/** Tabs over server-rendered panels, with arrow keys, Home and End. Plain DOM: no framework to download. */
export const hydrate: Hydrate = async (element) => {
  const tabs = [...element.querySelectorAll<HTMLElement>('[role="tab"]')];

  function show(chosen: HTMLElement) {
    for (const tab of tabs) {
      const selected = tab === chosen;
      tab.ariaSelected = String(selected);
      tab.tabIndex = selected ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
      panel?.toggleAttribute('data-selected', selected);
    }
  }

  function move(event: KeyboardEvent, at: number) {
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    const next = step === undefined ? undefined : tabs.at(step % tabs.length);
    // With Alt it is the browser's Back.
    if (!next || event.altKey) return;
    event.preventDefault();
    show(next);
    next.focus();
  }

  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(tab));
    tab.addEventListener('keydown', (event) => move(event, at));
  }
};
