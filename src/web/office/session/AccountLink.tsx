import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from './guards.tsx';

type AccountLinkProps = { id: string; children: ReactNode };

/** A member's name leads to the account, which is closed to all but admins, or else to the profile. */
export function AccountLink({ id, children }: AccountLinkProps) {
  const to = useUser().admin ? `/dashboard/admin/user/edit/${id}` : `/profile/${id}`;
  return <Link to={to}>{children}</Link>;
}
