import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '../../../shared/auth/auth.contract.ts';
import { signOut } from '../../sign-out.ts';
import { Avatar } from '../../ui/Avatar.tsx';

/** Replaces the visitors' links for a signed-in user, at every width (docs/product.md P7.4). */
export function AccountMenu({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('click', closeOutside);
    return () => document.removeEventListener('click', closeOutside);
  }, []);

  function closeOnLeaving({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  }
  function closeByKey(key: string) {
    if (key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  }

  return (
    <nav
      ref={menu}
      aria-label="Account"
      className="relative"
      onKeyDown={({ key }) => closeByKey(key)}
      onBlur={closeOnLeaving}
    >
      <button
        ref={button}
        type="button"
        className="flex h-11 items-center gap-2.5 rounded-md pl-2 font-semibold text-sm"
        aria-expanded={open}
        aria-controls="account-links"
        onClick={() => setOpen(!open)}
      >
        <Avatar name={user.name} src={user.avatar} size="sm" />
        <span className="max-w-36 truncate sm:max-w-64">{user.name}</span>
        <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
          <path d="m3 6 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.75" />
        </svg>
      </button>
      <ul id="account-links" hidden={!open} className="account-links">
        <li>
          <a href="/dashboard">Dashboard</a>
        </li>
        {user.admin && (
          <li>
            <a href="/dashboard/admin">Admin</a>
          </li>
        )}
        <li>
          <a href="/dashboard/account-settings">Settings</a>
        </li>
        <li>
          <button type="button" onClick={signOut}>
            Logout
          </button>
        </li>
      </ul>
    </nav>
  );
}
