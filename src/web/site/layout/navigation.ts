const scrolledAfter = 40;

/** The bar is transparent over the hero until the page is scrolled more than 40 px, then white (spec 2). */
export function watchNavigation(): void {
  const update = () => document.documentElement.toggleAttribute('data-scrolled', scrollY > scrolledAfter);
  addEventListener('scroll', update, { passive: true });
  update();

  const menu = document.querySelector<HTMLDetailsElement>('details[data-menu]');
  if (!menu) return;
  const close = () => {
    menu.open = false;
  };
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) close();
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    menu.querySelector('summary')?.focus();
  });
}
