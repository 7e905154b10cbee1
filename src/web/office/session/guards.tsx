import { createContext, use, useEffect } from 'react';
import { Outlet } from 'react-router';
import type { CurrentUser } from '../../../shared/auth/auth.contract.ts';
import type { Right } from '../../../shared/users/rights.ts';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { useSession } from './office-session.ts';
import { SessionExpiredPage } from './SessionExpiredPage.tsx';
import { StartingUp } from './StartingUp.tsx';
import { UnreachablePage } from './UnreachablePage.tsx';

const UserContext = createContext<CurrentUser | undefined>(undefined);

/** The signed-in user. Only for use under `MembersOnly`, which guarantees one. */
export function useUser(): CurrentUser {
  const user = use(UserContext);
  if (!user) throw new Error('There is no user outside of the guard');
  return user;
}

/** Whether the dashboard shows someone the office's work, and a profile leads to what the office knows. */
export const worksInOffice = ({ recruiting, closings, compliance }: Pick<CurrentUser, Right>): boolean =>
  recruiting || closings || compliance;

/** Waits for the session, then shows the office to members and redirects everyone else (docs/product.md P8.3). */
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

/** These addresses do not exist for anyone but admins (docs/product.md P8.3). */
export function AdminsOnly() {
  return useUser().admin ? <Outlet /> : <NotFoundPage />;
}

/** These addresses do not exist for anyone without the right. */
export function With({ right }: { right: Right }) {
  return useUser()[right] ? <Outlet /> : <NotFoundPage />;
}

/** These addresses do not exist for users who may not write articles. */
export function ArticleWritersOnly() {
  return useUser().editsContent ? <Outlet /> : <NotFoundPage />;
}

/** These addresses do not exist for users who may not write testimonials. */
export function TestimonialWritersOnly() {
  return useUser().editsTestimonials ? <Outlet /> : <NotFoundPage />;
}

/** These addresses do not exist for users who may not edit the handbook. */
export function HandbookEditorsOnly() {
  return useUser().editsHandbook ? <Outlet /> : <NotFoundPage />;
}

function ToThePublicSite() {
  useEffect(() => location.replace('/'), []);
  return null;
}
