import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { UnreadAnnouncement } from '../notifications/UnreadBadge.tsx';
import { arriveAt } from '../page/arrival.ts';
import { NavigationList } from './NavigationList.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { ReloadNotice } from './ReloadNotice.tsx';
import { TopBar } from './TopBar.tsx';

export function Shell() {
  const { collapsed, toggle } = useDrawer();
  useArrival();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-40 rounded-md bg-surface px-4 py-2 text-brand focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        Skip to content
      </a>
      <TopBar collapsed={collapsed} onToggle={toggle} />
      <OfflineNotice />
      <ReloadNotice />
      <UnreadAnnouncement />
      <div className={cx('flex grow', collapsed ? '[--drawer:4rem]' : '[--drawer:15rem]')}>
        <nav
          id="drawer"
          aria-label="Office"
          className={cx(
            'sticky top-(--bar-top) z-20 hidden h-[calc(100dvh-var(--bar-top))] shrink-0 border-line border-e bg-surface px-3 py-3 md:block print:hidden',
            'w-(--drawer)',
            !collapsed && 'overflow-y-auto',
          )}
        >
          <NavigationList collapsed={collapsed} />
        </nav>
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 grow px-5 py-6 focus-visible:outline-none md:px-8 md:py-8"
        >
          <Outlet />
        </main>
      </div>
    </div>
  );
}

/** Focuses the heading of a new page, as a page load would. */
function useArrival(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    arriveAt(pathname);
  }, [pathname]);
}

const drawerKey = 'drawer';

function useDrawer(): { collapsed: boolean; toggle: () => void } {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(drawerKey) === 'closed');
  return {
    collapsed,
    toggle() {
      localStorage.setItem(drawerKey, collapsed ? 'open' : 'closed');
      setCollapsed(!collapsed);
    },
  };
}
