import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { useUser } from '../session/guards.tsx';
import { dashboardEntry, groupsFor, type NavigationEntry, type NavigationGroup } from './navigation.ts';

type NavigationListProps = {
  collapsed?: boolean;
  /** Also called for the entry of the current page. */
  onChoose?: () => void;
};

/** The groups a user has a right to see. */
export function NavigationList({ collapsed = false, onChoose }: NavigationListProps) {
  const groups = groupsFor(useUser());
  return (
    <ul className="grid gap-1">
      <li>
        <EntryLink {...dashboardEntry} collapsed={collapsed} onChoose={onChoose} />
      </li>
      {groups.map((group) => (
        <Group key={group.label} {...group} collapsed={collapsed} onChoose={onChoose} />
      ))}
    </ul>
  );
}

type GroupProps = NavigationGroup & { collapsed: boolean; onChoose: (() => void) | undefined };

function Group({ label, closedAtFirst = false, entries, collapsed, onChoose }: GroupProps) {
  const { open, toggle } = useGroup(label, closedAtFirst, entries);
  const id = useId();
  return (
    <li className={cx(collapsed && 'border-line border-t pt-2')}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
        className={cx(
          'flex min-h-7 w-full items-center rounded-md font-semibold text-muted text-xs hover:text-text pointer-coarse:min-h-9',
          collapsed ? 'justify-center' : 'justify-between px-2.5',
        )}
      >
        <span className={cx(collapsed && 'sr-only')}>{label}</span>
        <span className="flex items-center gap-2">
          {!open &&
            !collapsed &&
            entries.map(({ to, Badge }) => Badge && <Badge key={to} collapsed={false} />)}
          <ChevronDown className={cx('size-4 shrink-0', !open && '-rotate-90')} />
        </span>
      </button>
      <ul id={id} hidden={!open} aria-label={label} className={cx(open && 'grid')}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <EntryLink {...entry} collapsed={collapsed} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Where the list is in a drawer of its own. */
const narrow = matchMedia('(width < 48rem)');

/** Remembers in this browser what its user opened and closed. The group of the current page is open. */
function useGroup(
  label: string,
  closedAtFirst: NavigationGroup['closedAtFirst'],
  entries: NavigationEntry[],
) {
  const key = `drawer-${label.toLowerCase()}`;
  const { pathname } = useLocation();
  const isClosedAtFirst = closedAtFirst === 'on phones' ? narrow.matches : closedAtFirst;
  const [chosen, setChosen] = useState(
    () => localStorage.getItem(key) ?? (isClosedAtFirst ? 'closed' : 'open'),
  );
  const [closedHere, setClosedHere] = useState<string>();
  const isCurrent = entries.some(({ to }) => to === pathname) && closedHere !== pathname;
  const open = chosen === 'open' || isCurrent;
  return {
    open,
    toggle() {
      const choice = open ? 'closed' : 'open';
      localStorage.setItem(key, choice);
      setChosen(choice);
      setClosedHere(open ? pathname : undefined);
    },
  };
}

type EntryLinkProps = NavigationEntry & { collapsed: boolean; onChoose: (() => void) | undefined };

function EntryLink({ label, to, Icon, Badge, collapsed, onChoose }: EntryLinkProps) {
  return (
    <NavLink
      to={to}
      end
      onClick={onChoose}
      className={cx(
        'group relative flex min-h-7 items-center gap-3 rounded-md px-2.5 text-text no-underline hover:bg-sand pointer-coarse:min-h-11',
        'aria-[current=page]:bg-sand aria-[current=page]:font-semibold aria-[current=page]:text-brand',
      )}
    >
      <Icon className="size-5 shrink-0" />
      <span
        className={cx(
          collapsed &&
            'pointer-events-none absolute start-full z-10 ms-3 whitespace-nowrap rounded-md border border-line bg-surface px-3 py-1.5 text-sm text-text opacity-0 shadow-raised group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      >
        {label}
      </span>
      {Badge && <Badge collapsed={collapsed} />}
    </NavLink>
  );
}
