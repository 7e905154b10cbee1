import Settings from 'lucide-react/icons/settings-2';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { useEverOpen } from '../dialogs/lazy-dialogs.tsx';
import type { ArticleValues } from './article-form.ts';

const wide = matchMedia('(width >= 80rem)');
const settingsKey = 'article-settings';
const isWished = (): boolean => wide.matches && localStorage.getItem(settingsKey) === 'open';

type SettingsDrawerProps = {
  form: UseFormReturn<ArticleValues>;
  label: string;
  /** Its fields in the order in which they stand. */
  names: readonly (keyof ArticleValues)[];
  /** In the bar, for the button of the settings. */
  slot: HTMLElement | null;
  settings: ReactNode;
  /** Below them, from the first time that the drawer is open. */
  more?: ReactNode;
  children: ReactNode;
};

/** Stands next to the text where there is room, else covers it. Its fields stay in the form while it is closed. */
export function SettingsDrawer({ form, label, names, slot, settings, more, children }: SettingsDrawerProps) {
  const [isOpen, setOpen] = useState(isWished);
  const wasOpen = useEverOpen(isOpen);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const { errors, submitCount } = form.formState;
  const faulty = names.find((name) => errors[name]);
  const isTextFaulty = Boolean(errors.title ?? errors.text);

  useEffect(() => {
    const fit = () => setOpen(isWished());
    wide.addEventListener('change', fit);
    return () => wide.removeEventListener('change', fit);
  }, []);

  useEffect(() => {
    if (isOpen && !wide.matches) closeButton.current?.focus();
  }, [isOpen]);

  // A field of a closed drawer cannot take the focus; over the text, it would hide what comes first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt to save
  useEffect(() => {
    if (faulty && (wide.matches || !isTextFaulty)) setOpen(true);
  }, [faulty, submitCount]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt to save
  useEffect(() => {
    if (isOpen && faulty && !isTextFaulty) form.setFocus(faulty);
  }, [isOpen, submitCount]);

  /**
   * Next to the text, the choice is remembered in this browser. Where the drawer covers the text, it closes again after
   * use.
   */
  function choose(open: boolean): void {
    setOpen(open);
    if (!wide.matches) return;
    if (open) localStorage.setItem(settingsKey, 'open');
    else localStorage.removeItem(settingsKey);
  }

  function close(): void {
    choose(false);
    button.current?.focus();
  }

  /** Over the text, the keyboard does not lead behind it. */
  function leave(event: KeyboardEvent<HTMLElement>): void {
    const { currentTarget: drawer, target, key, shiftKey } = event;
    // React's events of a dialog that a field has opened come here, too.
    if (wide.matches || !(target instanceof Element) || !drawer.contains(target)) return;
    const controls = [
      ...drawer.querySelectorAll<HTMLElement>('a[href], :is(button, input, textarea, select):enabled'),
    ];
    const stops = controls.filter((each) => each.tabIndex >= 0 && each.checkVisibility());
    if (key !== 'Escape' && !(key === 'Tab' && target === stops.at(shiftKey ? 0 : -1))) return;
    event.preventDefault();
    close();
  }

  const settingsButton = (
    <Button
      ref={button}
      variant="quiet"
      size="sm"
      className="px-2 max-sm:w-9"
      aria-label="Settings"
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => choose(!isOpen)}
    >
      <Settings className="size-5 sm:hidden" />
      <span className="max-sm:hidden">Settings</span>
    </Button>
  );

  return (
    <div className="grid grid-cols-1 xl:grid-cols-[minmax(0,1fr)_auto]">
      <div
        className={cx(
          // As wide as the published page, and in the middle of the window as there.
          'w-full max-w-[58ch] text-lg xl:justify-self-center',
          !isOpen && 'xl:me-(--drawer)',
        )}
      >
        <div className="grid grid-cols-1 content-start gap-4 text-base">
          {slot && createPortal(settingsButton, slot)}
          {children}
        </div>
      </div>
      <aside
        id={id}
        aria-label={label}
        hidden={!isOpen}
        onKeyDown={leave}
        className={cx(
          'grid grid-cols-1 content-start gap-6 hidden:hidden',
          'max-xl:fixed max-xl:inset-y-0 max-xl:end-0 max-xl:z-40 max-xl:w-96 max-xl:max-w-full max-xl:overflow-y-auto max-xl:bg-surface max-xl:p-5 max-xl:shadow-raised',
          'xl:ms-10 xl:w-80 xl:border-line xl:border-s xl:ps-6',
        )}
      >
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl">Settings</h2>
          <Button ref={closeButton} variant="quiet" size="icon" aria-label="Close settings" onClick={close}>
            <X className="size-5" />
          </Button>
        </div>
        {settings}
        {wasOpen && more}
      </aside>
    </div>
  );
}
