/**
 * Keeps the animated change of pages (articles.css) to the articles. On the way to the members' area, which takes no
 * part in it, Chrome would write a fault to the console.
 */
export function animateArticlesOnly(): void {
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    const next = new URL(activation?.entry.url ?? location.href).pathname;
    if (!next.startsWith('/articles')) viewTransition?.skipTransition();
  });
}
