/** Skips view transitions to the members' area, which has none: Chrome would log an error. */
export function animateArticlesOnly(): void {
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    const next = new URL(activation?.entry.url ?? location.href).pathname;
    if (!next.startsWith('/articles')) viewTransition?.skipTransition();
  });
}
