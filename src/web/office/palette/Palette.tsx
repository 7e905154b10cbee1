import { Dialog } from '@base-ui/react/dialog';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { backdropClass, isPressOnAlert } from '../../ui/Dialog.tsx';
import { useSkeleton } from '../../ui/useSkeleton.ts';
import { focusHeading, onArrivalAt } from '../page/arrival.ts';
import { useUser } from '../session/guards.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { PaletteOption } from './PaletteOption.tsx';
import type { Choice, Entry } from './places.ts';
import { rememberChoice } from './recent-choices.ts';
import { showSpot } from './show-spot.ts';
import { usePalette } from './usePalette.ts';

type PaletteProps = { open: boolean; help: boolean; onClose: () => void; drawer: Entry[] };

/** Screens, actions and settings by name, and what the server finds; a combobox, its options in groups. */
export function Palette({ open, help, onClose, drawer }: PaletteProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const palette = usePalette(open, drawer);
  const { typed, setTyped, search, groups, isSearching, error } = palette;
  const isHelp = typed.trim() === '?';
  const choices = isHelp ? [] : groups.flatMap((group) => group.choices);
  useEffect(() => {
    if (open) setTyped((before) => (help ? '?' : before.trim() === '?' ? '' : before));
  }, [open, help, setTyped]);
  const [active, setActive] = useActive(search);
  const at = Math.min(active, choices.length - 1);
  const searchingForLong = useSkeleton(isSearching);
  /** Lets a choice go on once the palette has closed. Kept until it opens again, as the focus returns late. */
  const onClosed = useRef<() => void>(undefined);
  useEffect(() => {
    if (open) onClosed.current = undefined;
  }, [open]);
  const choose = useChoose(
    () =>
      new Promise((resolve) => {
        onClosed.current = resolve;
        setTyped('');
        onClose();
      }),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is active may have moved out of sight
  useEffect(() => {
    const option = list.current?.querySelector('[aria-selected="true"]');
    // The first has the name of its group above it.
    (at === 0 ? list.current?.firstElementChild : option)?.scrollIntoView({ block: 'nearest' });
  }, [at, choices.length]);

  function press(event: KeyboardEvent): void {
    const { key, nativeEvent, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (isComposing(nativeEvent) || shiftKey || ctrlKey || metaKey || altKey || choices.length === 0) return;
    const chosen = choices[at];
    if (key === 'ArrowDown') setActive((at + 1) % choices.length);
    else if (key === 'ArrowUp') setActive((at + choices.length - 1) % choices.length);
    else if (key === 'Home') setActive(0);
    else if (key === 'End') setActive(choices.length - 1);
    else if (key === 'Enter' && chosen) choose(chosen);
    else return;
    event.preventDefault();
  }

  let index = -1;
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (isPressOnAlert(details.event)) details.cancel();
        else if (!next) onClose();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed.current?.();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          initialFocus={input}
          finalFocus={() => onClosed.current === undefined}
          className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[calc(100dvh-1.5rem)] max-w-2xl flex-col overflow-hidden rounded-lg bg-surface shadow-raised transition duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:top-[10dvh] sm:max-h-[80dvh]"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <div className="flex items-center gap-3 border-line border-b ps-4 pe-2">
            <Search className="size-5 shrink-0 text-muted" />
            <input
              ref={input}
              type="text"
              role="combobox"
              aria-label="Search"
              aria-expanded={choices.length > 0}
              aria-controls={choices.length > 0 ? `${id}-list` : undefined}
              aria-autocomplete="list"
              aria-activedescendant={choices.length > 0 ? `${id}-${at}` : undefined}
              aria-describedby={`${id}-status`}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={maxLengths.search.all}
              placeholder="People, pages, and settings"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onFocus={({ target }) => target.select()}
              onKeyDown={press}
              className="min-h-14 min-w-0 grow bg-transparent text-base text-text placeholder:text-muted focus-visible:outline-none"
            />
            <Dialog.Close
              aria-label="Close"
              className={buttonClass({ variant: 'quiet', size: 'icon' }, 'shrink-0')}
            >
              <X className="size-5" />
            </Dialog.Close>
          </div>
          {choices.length > 0 && (
            <div
              ref={list}
              id={`${id}-list`}
              role="listbox"
              aria-label="Results"
              tabIndex={-1}
              // Scrolling here must not take focus from the field.
              onMouseDown={(event) => event.preventDefault()}
              className="min-h-0 grow overflow-y-auto overscroll-contain p-2 focus-visible:outline-none"
            >
              {groups.map((group) => (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
                <div key={group.label} role="group" aria-labelledby={`${id}-${group.label}`} className="pb-2">
                  <div
                    id={`${id}-${group.label}`}
                    role="presentation"
                    className="px-2.5 pt-2 pb-1 font-semibold text-muted text-xs"
                  >
                    {group.label}
                  </div>
                  {group.choices.map((choice) => {
                    index++;
                    return (
                      <PaletteOption
                        key={`${choice.to} ${choice.name}`}
                        id={`${id}-${index}`}
                        choice={choice}
                        active={index === at}
                        onChoose={choose}
                      />
                    );
                  })}
                </div>
              ))}
            </div>
          )}
          {isHelp && <KeysHelp />}
          {search !== '' && choices.length === 0 && !isSearching && !error && (
            <p className="wrap-anywhere px-4 py-5">
              Nothing found for "{search}". Check the spelling, or try a part of the name.
            </p>
          )}
          <div role="alert" className="empty:hidden">
            {error && (
              <div className="flex flex-wrap items-center gap-3 px-4 py-3">
                <p className="min-w-0 grow basis-56">{messageOf(error)}</p>
                <Button variant="secondary" size="sm" onClick={palette.retry}>
                  Try again
                </Button>
              </div>
            )}
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t px-4 py-2 text-muted text-xs">
            <p id={`${id}-status`} role="status">
              {isHelp ? 'All keys' : statusOf(search, choices.length, searchingForLong)}
            </p>
            <p aria-hidden="true" className="pointer-coarse:hidden max-sm:hidden">
              ↑ ↓ to move, Enter to open, Esc to close, ? for all keys
            </p>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useActive(search: string) {
  const [state, setState] = useState({ search, at: 0 });
  return [state.search === search ? state.at : 0, (at: number) => setState({ search, at })] as const;
}

/** Remembers the choice, goes to its page, and there shows its spot once the dialog, which holds the focus, has closed. */
function useChoose(close: () => Promise<void>) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { _id } = useUser();
  return (choice: Choice) => {
    const { group, name, detail, to, isPublic, spot } = choice;
    rememberChoice(_id, { group, name, detail, to, isPublic, spot });
    const closed = close();
    if (isPublic) return location.assign(to);
    const show = () => void closed.then(() => (spot ? showSpot(spot) : focusHeading()));
    if (to === pathname) return show();
    onArrivalAt(to, show);
    void navigate(to);
  };
}

const messageOf = (error: Error) =>
  error instanceof ApiError && error.status === 429
    ? 'Too many searches in a short time. Wait a moment, then try again.'
    : "We couldn't search. Check your connection and try again.";

function statusOf(search: string, count: number, isSearching: boolean): string {
  if (isSearching) return 'Searching…';
  if (search === '') return 'Type to search';
  return count === 1 ? '1 result' : `${count === 0 ? 'No' : count} results`;
}
