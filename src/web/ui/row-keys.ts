import { isFreeKey } from './free-keys.ts';
import { keepTrail, takeReturn } from './trail.ts';

const steps: Record<string, number | undefined> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** The link that opens a row; others in it only narrow the list. */
const linkOf = (row: Element) =>
  [...row.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].find(
    ({ pathname }) => pathname !== location.pathname,
  );

function focusRow(row: HTMLElement | undefined): void {
  const target = row && (linkOf(row) ?? row.querySelector<HTMLElement>('a, button') ?? row);
  if (target === row) row?.setAttribute('tabindex', '-1');
  target?.focus();
}

/**
 * ↑ ↓ j k move between the rows of a list (Enter opens the link by itself), x selects. A row that is opened leaves a
 * trail for the page that it opens, and has the focus again when Escape leads back from there.
 */
export function watchRows(body: HTMLTableSectionElement): () => void {
  const end = new AbortController();
  const path = takeReturn();
  const left = [...body.rows].find((row) => path !== undefined && linkOf(row)?.pathname === path);
  const focusLeft = () => {
    // A list that is loaded again is hidden for a moment.
    if (left?.checkVisibility()) focusRow(left);
    else if (left && !end.signal.aborted) requestAnimationFrame(focusLeft);
  };
  focusLeft();

  function press(event: KeyboardEvent): void {
    const step = steps[event.key];
    if ((!step && event.key !== 'x') || event.shiftKey || !isFreeKey(event)) return;
    const rows = [...body.rows];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    // Outside the rows, arrows scroll the page, and there is nothing to select.
    if (at < 0 && !(step && event.key.length === 1)) return;
    if (step) focusRow(rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]);
    else rows[at]?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
    event.preventDefault();
  }

  function open({ target }: MouseEvent): void {
    const links = [...body.rows].flatMap((row) => linkOf(row) ?? []);
    const link = target instanceof Element && target.closest('a');
    if (links.some((each) => each === link))
      keepTrail({
        from: location.href,
        paths: links.map(({ pathname }) => pathname),
        first: Number(body.dataset.first),
        total: `${body.dataset.total}${document.querySelector('[data-more-rows]') ? '+' : ''}`,
      });
  }

  document.addEventListener('keydown', press, { signal: end.signal });
  body.addEventListener('click', open, { signal: end.signal, capture: true });
  return () => end.abort();
}
