import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Logo } from './Logo.tsx';

/** Section links work from every page (docs/product.md P7.5). */
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

/** Works without script; layout.css styles it over a hero. */
export function Navigation({ brokerage, path }: { brokerage: Brokerage; path: string }) {
  return (
    <header className="site-nav">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-3 px-5">
        <a
          href="/"
          className="mr-auto flex min-w-0 items-center gap-2.5 font-display text-xl leading-none no-underline"
        >
          <Logo brokerage={brokerage} />
          <span translate="no" className="truncate py-1">
            {brokerage.name}
          </span>
        </a>
        <nav aria-label="Main" className="visitor-links nav-links hidden items-center gap-6 text-sm lg:flex">
          <Links path={path} />
        </nav>
        {path === '/' && (
          <a
            href="/contact"
            className={buttonClass({ variant: 'poppy', size: 'sm' }, 'visitor-links nav-action')}
          >
            Get Started
          </a>
        )}
        <details data-menu className="visitor-links site-menu lg:hidden">
          <summary aria-label="Menu">
            <MenuIcon />
          </summary>
          <nav aria-label="Main" className="site-menu-panel">
            <Links path={path} />
          </nav>
        </details>
        <div className="member-menu" data-island="account-menu" />
      </div>
    </header>
  );
}

function Links({ path }: { path: string }) {
  return items.map(({ label, href }) => (
    <a key={href} href={href} aria-current={currentness(href, path)} className="nav-link">
      {label}
    </a>
  ));
}

/** 'true' for a page within: an article belongs to Articles. */
function currentness(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path || (href === '/#home' && path === '/')) return 'page';
  return path.startsWith(`${href}/`) ? 'true' : undefined;
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
      <path d="M4 7h16M4 12h16M4 17h16" className="menu-closed" />
      <path d="m6 6 12 12M18 6 6 18" className="menu-open" />
    </svg>
  );
}
