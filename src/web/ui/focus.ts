/** Puts the reader at the first thing to mend, in document order. For use after a form has been refused. */
export function focusFirstInvalid(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

const item = 'tr, li, article';

/**
 * Where the focus may go once a dialog opened from `opener` has closed: back, or, when its row or list item is gone
 * by then, to the next one, the one before, the list, the main part. In order of preference.
 */
export function focusTargets(opener: Element | null): HTMLElement[] {
  const row = opener?.closest(item);
  const places = [
    opener === document.body ? null : opener,
    row?.nextElementSibling,
    row?.previousElementSibling,
    row?.closest('[data-list]'),
    document.querySelector('main'),
  ];
  return places.filter((place) => place instanceof HTMLElement);
}

/** The first of the places that is still there, made able to take the focus. */
export function firstStanding(places: HTMLElement[]): HTMLElement | null {
  const place = places.find((each) => each.isConnected) ?? null;
  if (place && place.tabIndex < 0) place.tabIndex = -1;
  return place;
}
