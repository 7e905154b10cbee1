import { useId } from 'react';
import { NavLink } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { useUser } from '../session/guards.tsx';
import { type NavigationEntry, type NavigationSection, navigation } from './navigation.ts';

type NavigationListProps = {
  collapsed?: boolean;
  /** Also called for the entry of the current page. */
  onChoose?: () => void;
};

export function NavigationList({ collapsed = false, onChoose }: NavigationListProps) {
  const { admin } = useUser();
  return (
    <ul className={cx('grid', collapsed ? 'gap-2' : 'gap-5')}>
      {navigation
        .filter((section) => admin || !section.adminsOnly)
        .map((section) => (
          <Section key={section.entries[0]?.to} {...section} collapsed={collapsed} onChoose={onChoose} />
        ))}
    </ul>
  );
}

type SectionProps = NavigationSection & { collapsed: boolean; onChoose: (() => void) | undefined };

function Section({ label, entries, collapsed, onChoose }: SectionProps) {
  const { editsContent } = useUser();
  const id = useId();
  return (
    <li className={cx(collapsed && label && 'border-line border-t pt-2')}>
      {label && (
        <p id={id} className={cx(collapsed ? 'sr-only' : 'px-3 pb-1 font-semibold text-muted text-xs')}>
          {label}
        </p>
      )}
      <ul aria-labelledby={label ? id : undefined} className="grid gap-1">
        {entries
          .filter((entry) => editsContent || !entry.editorsOnly)
          .map((entry) => (
            <li key={entry.to}>
              <EntryLink {...entry} collapsed={collapsed} onChoose={onChoose} />
            </li>
          ))}
      </ul>
    </li>
  );
}

type EntryLinkProps = NavigationEntry & { collapsed: boolean; onChoose: (() => void) | undefined };

function EntryLink({ label, to, Icon, Badge, collapsed, onChoose }: EntryLinkProps) {
  return (
    <NavLink
      to={to}
      end
      onClick={onChoose}
      className={cx(
        'group relative flex min-h-10 items-center gap-3 rounded-md px-2.5 text-text no-underline hover:bg-sand pointer-coarse:min-h-11',
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
