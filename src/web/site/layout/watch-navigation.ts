const scrolledAfter = 40;

export function watchNavigation(): void {
  watchScrolling();
  watchSections();
  const menu = document.querySelector<HTMLDetailsElement>('details[data-menu]');
  if (menu) closeOnLeaving(menu);
}

/** Transparent until scrolled more than 40 px. */
function watchScrolling(): void {
  const update = () => document.documentElement.toggleAttribute('data-scrolled', scrollY > scrolledAfter);
  addEventListener('scroll', update);
  update();
}

/** The current section is the one in the middle of the screen. */
function watchSections(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.nav-link')].filter(
    ({ hash, pathname }) => hash && pathname === location.pathname,
  );
  const middle = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        for (const link of links)
          if (link.hash === `#${target.id}`) link.ariaCurrent = isIntersecting ? 'location' : null;
    },
    { rootMargin: '-50% 0px' },
  );
  for (const hash of new Set(links.map((link) => link.hash))) {
    const section = document.querySelector(hash);
    if (section) middle.observe(section);
  }
}

function closeOnLeaving(menu: HTMLDetailsElement): void {
  const close = () => {
    menu.open = false;
  };
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close();
  });
  const closeOutside = (target: EventTarget | null) => {
    if (target instanceof Node && !menu.contains(target)) close();
  };
  document.addEventListener('click', ({ target }) => closeOutside(target));
  menu.addEventListener('focusout', ({ relatedTarget }) => closeOutside(relatedTarget));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    menu.querySelector('summary')?.focus();
  });
}
