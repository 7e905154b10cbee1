import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { moveInMenu } from './menuKeys.ts';
import { positionBelow } from './positionBelow.ts';

type MenuProps = {
  /** `button={{ variant: 'quiet', children: 'Account' }}` */
  button: ComponentProps<typeof Button>;
  children: ReactNode;
  align?: 'start' | 'end';
};

/** The browser's popover handles layering, Escape and presses outside; a library's menu weighs thirty times as much. */
export function Menu({ button, children, align = 'end' }: MenuProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open || !menu.current || !trigger.current) return;
    return positionBelow(trigger.current, menu.current, align);
  }, [open, align]);

  return (
    <>
      <Button
        {...button}
        ref={trigger}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          menu.current?.showPopover();
        }}
      />
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={button['aria-label']}
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          // Not in an effect on `open`: closing and reopening at once fires one event, from open to open.
          if (event.newState === 'open')
            event.currentTarget
              .querySelector<HTMLElement>('[role="menuitem"]')
              ?.focus({ preventScroll: true });
          // Where a press does not focus a button (Safari), the browser cannot restore focus.
          if (event.newState === 'closed' && document.activeElement === document.body)
            trigger.current?.focus();
        }}
        onKeyDown={(event) => moveInMenu(event.nativeEvent, event.currentTarget)}
        onClick={(event) => event.currentTarget.hidePopover()}
        className="inset-auto min-w-48 rounded-md border border-line bg-surface p-1 text-text shadow-raised transition-opacity starting:opacity-0"
      >
        {children}
      </div>
    </>
  );
}

const itemClass = cx(
  'flex min-h-10 w-full items-center gap-3 rounded-md px-3 py-1.5 text-start no-underline hover:bg-sand focus-visible:bg-sand',
  'focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 pointer-coarse:min-h-11',
);

type MenuItemProps = {
  onSelect: () => void;
  children: ReactNode;
  danger?: boolean;
  disabled?: boolean;
};

export function MenuItem({ onSelect, children, danger, disabled }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled}
      onClick={(event) => {
        if (disabled) event.stopPropagation();
        else onSelect();
      }}
      className={cx(itemClass, danger ? 'text-error' : 'hover:text-brand focus-visible:text-brand')}
    >
      {children}
    </button>
  );
}

type LinkProps = { role: 'menuitem'; tabIndex: -1; className: string; children: ReactNode };

type MenuLinkProps = {
  href?: string;
  children: ReactNode;
  /** Renders a router's link: `render={(props) => <Link {...props} to="/dashboard" />}`. */
  render?: (props: LinkProps) => ReactElement;
};

export function MenuLink({ href, children, render }: MenuLinkProps) {
  const props: LinkProps = {
    role: 'menuitem',
    tabIndex: -1,
    className: cx(itemClass, 'hover:text-brand focus-visible:text-brand'),
    children,
  };
  return render ? render(props) : <a {...props} href={href} />;
}

export function MenuSeparator() {
  return <hr className="my-1 border-line" />;
}
