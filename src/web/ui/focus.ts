/** Focuses the first invalid control, in document order. */
export function focusFirstInvalid(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

const item = 'tr, li, article';

/** Where focus may go after a dialog closes, best first: the opener, its row's neighbors, the list, the main part. */
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

export function firstConnected(places: HTMLElement[]): HTMLElement | null {
  const place = places.find((each) => each.isConnected) ?? null;
  if (place && place.tabIndex < 0) place.tabIndex = -1;
  return place;
}
