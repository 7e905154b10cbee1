import type { Brokerage } from '../../../shared/brokerage.ts';
import { cx } from '../../ui/cx.ts';

/** Sections of the landing page, then pages; section links work from every page (spec 2). */
const items = [
  { label: 'Home', href: '/#home' },
  { label: 'Why Join', href: '/#why-join' },
  { label: 'Our Team', href: '/#our-team' },
  { label: 'Fee Structure', href: '/#fee-structure' },
  { label: 'Testimonials', href: '/#testimonials' },
  { label: 'Articles', href: '/articles' },
  { label: 'Contact', href: '/contact' },
  { label: 'Login', href: '/login' },
];

/** The bar of every public page. Without script it is simply there; layout.css says how it looks over a hero. */
export function Navigation({ brokerage, path }: { brokerage: Brokerage; path: string }) {
  return (
    <header className="site-nav">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-5">
        <a href="/" className="flex items-center gap-2.5 font-display text-xl no-underline">
          <Mark />
          {brokerage.name}
        </a>
        <nav aria-label="Main" className="visitor-links hidden items-center gap-5 text-sm xl:flex">
          {items.map((item) => (
            <NavLink key={item.href} {...item} path={path} />
          ))}
        </nav>
        <details data-menu className="visitor-links site-menu xl:hidden">
          <summary aria-label="Menu">
            <MenuIcon />
          </summary>
          <nav aria-label="Main" className="site-menu-panel">
            {items.map((item) => (
              <NavLink key={item.href} {...item} path={path} />
            ))}
          </nav>
        </details>
        <div className="member-menu" data-island="account-menu" />
      </div>
    </header>
  );
}

function NavLink({ label, href, path }: { label: string; href: string; path: string }) {
  const here = href === path;
  return (
    <a
      href={href}
      aria-current={here ? 'page' : undefined}
      className={cx('nav-link', here && 'font-semibold')}
    >
      {label}
    </a>
  );
}

/** The brokerage's mark: a house whose door is open. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
      <path d="M7 23V13.5L16 7l9 6.500V23h-6v-6h-6v6z" className="fill-poppy" />
    </svg>
  );
}

function MenuIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M4 7h16M4 12h16M4 17h16" strokeLinecap="round" />
    </svg>
  );
}
