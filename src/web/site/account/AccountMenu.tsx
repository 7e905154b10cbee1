import { useState } from 'react';
import type { CurrentUser } from '../../../shared/auth.contract.ts';
import { signOut } from '../../sign-out.ts';

/** What a signed-in person sees in the public bar instead of the visitors' links (spec 2). */
export function AccountMenu({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);
  return (
    <nav
      aria-label="Account"
      className="relative"
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className="flex h-11 items-center gap-2 rounded-md px-3"
        aria-expanded={open}
        aria-controls="account-links"
        onClick={() => setOpen(!open)}
      >
        {user.name}
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
