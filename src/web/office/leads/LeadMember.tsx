import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import type { User } from '../../../shared/users/users.contract.ts';
import { useUser } from '../session/guards.tsx';
import { memberQuery } from './leads.queries.ts';

const linkClass = 'text-brand underline hover:text-brand-hover';

/** A link to the lead's profile; for admins also to the account, with its state. */
export function LeadMember({ member }: { member: { _id: string; name: string } }) {
  const { admin } = useUser();
  const { data: user } = useQuery({ ...memberQuery(member._id), enabled: admin });
  return (
    <p className="rounded-lg border border-line bg-surface p-4">
      Joined as{' '}
      <Link translate="no" to={`/profile/${member._id}`} className={linkClass}>
        {member.name}
      </Link>
      .{' '}
      {admin && (
        <>
          {user && stateOf(user)}{' '}
          <Link to={`/dashboard/admin/user/edit/${member._id}`} className={linkClass}>
            Account
          </Link>
        </>
      )}
    </p>
  );
}

function stateOf({ state, invitedUntil, lastSignIn }: User): string {
  if (state === 'suspended') return 'This account is suspended.';
  if (lastSignIn) return `Last signed in ${formatDateTime(lastSignIn)}.`;
  if (state === 'active') return "Hasn't signed in yet.";
  return invitedUntil
    ? `Invited; the link is valid until ${formatDateTime(invitedUntil)}.`
    : 'Invited; the link has expired.';
}
