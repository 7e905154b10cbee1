import Globe from 'lucide-react/icons/globe';
import MenuIcon from 'lucide-react/icons/menu';
import PanelLeft from 'lucide-react/icons/panel-left';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { useSkeleton } from '../../ui/useSkeleton.ts';
import { LazyDrawer } from '../dialogs/lazy-dialogs.tsx';
import { UnreadDot } from '../notifications/UnreadBadge.tsx';
import { brokerageIcon, brokerageName } from '../page/brokerage-name.ts';
import { useLoadingScreen } from '../router/OfficeRouter.tsx';
import { ThemeMenu } from '../theme/ThemeMenu.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { NavigationList } from './NavigationList.tsx';
import { PaletteButton } from './PaletteButton.tsx';

type TopBarProps = { collapsed: boolean; onToggle: () => void };

export function TopBar({ collapsed, onToggle }: TopBarProps) {
  return (
    <header className="sticky top-0 print:hidden z-30 flex h-(--header-height) items-center gap-2 border-line border-b bg-surface ps-3 pe-3 md:pe-5">
      <SheetButton />
      <Button
        variant="quiet"
        size="icon"
        aria-label="Side drawer"
        aria-expanded={!collapsed}
        aria-controls="drawer"
        onClick={onToggle}
        className="max-md:hidden"
      >
        <PanelLeft className="size-5" />
      </Button>
      <Link
        to="/dashboard"
        className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md px-1 font-display text-lg text-text no-underline"
      >
        <img src={brokerageIcon} alt="" width={28} height={28} />
        <span translate="no" className="truncate">
          {brokerageName}
        </span>
      </Link>
      <div className="ms-auto flex items-center gap-1">
        <PaletteButton />
        <a href="/" className={buttonClass({ variant: 'quiet', size: 'sm' }, 'max-sm:size-9 max-sm:px-0')}>
          <Globe className="size-5" />
          <span className="max-sm:sr-only">Public site</span>
        </a>
        <ThemeMenu />
        <AccountMenu />
      </div>
      <Progress />
    </header>
  );
}

function SheetButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative md:hidden"
      >
        <MenuIcon className="size-5" />
        <UnreadDot />
      </Button>
      <LazyDrawer open={open} onClose={() => setOpen(false)} title={brokerageName}>
        <nav aria-label="Office">
          <NavigationList onChoose={() => setOpen(false)} />
        </nav>
      </LazyDrawer>
    </>
  );
}

/** Shows progress if a page's script takes longer than a moment. */
function Progress() {
  const shown = useSkeleton(useLoadingScreen());
  if (!shown) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="absolute inset-x-0 -bottom-0.5 h-0.5 animate-breathe bg-brand"
    />
  );
}
