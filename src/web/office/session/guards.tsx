import { createContext, use, useEffect } from 'react';
import { Outlet } from 'react-router';
import type { CurrentUser } from '../../../shared/auth.contract.ts';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { useSession } from './office-session.ts';
import { SessionExpiredPage } from './SessionExpiredPage.tsx';
import { StartingUp } from './StartingUp.tsx';
import { UnreachablePage } from './UnreachablePage.tsx';

const UserContext = createContext<CurrentUser | undefined>(undefined);

/** The signed-in user. For use under `MembersOnly`, where there always is one. */
export function useUser(): CurrentUser {
  const user = use(UserContext);
  if (!user) throw new Error('There is no user outside of the guard');
  return user;
}

/**
 * Waits until it is known who is there, then shows the office to members and sends everybody else away
 * (docs/product.md P8.3).
 */
export function MembersOnly() {
  const session = useSession();
  switch (session.status) {
    case 'loading':
      return <StartingUp />;
    case 'visitor':
      return <ToThePublicSite />;
    case 'expired':
      return <SessionExpiredPage />;
    case 'unreachable':
      return <UnreachablePage answered={session.answered} reason={session.reason} />;
    case 'member':
      return (
        <UserContext value={session.user}>
          <Outlet />
        </UserContext>
      );
  }
}

/** To everybody but admins these addresses do not exist (docs/product.md P8.3). */
export function AdminsOnly() {
  return useUser().admin ? <Outlet /> : <NotFoundPage />;
}

/** To whoever may not edit articles and testimonials the addresses for that do not exist. */
export function EditorsOnly() {
  return useUser().editsContent ? <Outlet /> : <NotFoundPage />;
}

function ToThePublicSite() {
  useEffect(() => location.replace('/'), []);
  return null;
}
