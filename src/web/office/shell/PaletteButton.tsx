import Search from 'lucide-react/icons/search';
import { type ComponentProps, type ComponentType, useEffect, useMemo, useState } from 'react';
import { alerts } from '../../ui/alerts.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { hasSingleKeys, isTyping } from '../../ui/typing.ts';
import { useUser } from '../session/guards.tsx';
import { dashboardEntry, groupsFor } from './navigation.ts';

type PaletteProps = ComponentProps<typeof import('../palette/Palette.tsx')['Palette']>;

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search of the office, also by Ctrl or Cmd and K; its script loads when it is first opened. */
export function PaletteButton() {
  const user = useUser();
  const drawer = useMemo(
    () => [dashboardEntry, ...groupsFor(user).flatMap(({ entries }) => entries)],
    [user],
  );
  const [open, setOpen] = useState(false);
  /** Opens with all keys in place of what can be found. */
  const [help, setHelp] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const { key, metaKey, ctrlKey, altKey, shiftKey, defaultPrevented } = event;
      const isSearch = key.toLowerCase() === 'k' && metaKey !== ctrlKey && !shiftKey;
      const isHelp = key === '?' && !metaKey && !ctrlKey && hasSingleKeys() && !isTyping(event);
      if (altKey || defaultPrevented || !(isSearch || isHelp)) return;
      event.preventDefault();
      // Over another dialog there would be two.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      setHelp(isHelp);
      setOpen(true);
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  useEffect(() => {
    if (!open || Palette) return;
    import('../palette/Palette.tsx').then(
      (loaded) => setPalette(() => loaded.Palette),
      () => {
        setOpen(false);
        alerts.add({
          message: "We couldn't open the search. Check your connection and try again.",
          type: 'danger',
        });
      },
    );
  }, [open, Palette]);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className={buttonClass({ variant: 'quiet', size: 'sm' }, 'max-sm:size-9 max-sm:px-0')}
      >
        <Search className="size-5" />
        <span className="max-sm:sr-only">Search</span>
        <span
          aria-hidden="true"
          className="rounded-md border border-line px-1.5 font-sans text-muted text-xs max-lg:hidden"
        >
          {isMac ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {Palette && (
        <Palette
          open={open}
          help={help}
          onClose={() => {
            setOpen(false);
            setHelp(false);
          }}
          drawer={drawer}
        />
      )}
    </>
  );
}
