import { Link } from 'react-router';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { useUser } from '../session/guards.tsx';
import { nameOf } from './lead-labels.ts';

export const invitationOf = (id: string) => `/dashboard/admin/user/create?lead=${id}`;

/** One that has joined and has no account yet. */
export const isToInvite = ({ status, member }: Lead): boolean => status === 'joined' && !member;

/** Only admins make accounts. */
export function InviteLink({ lead }: { lead: Lead }) {
  if (!useUser().admin) return <span className="text-muted text-sm">To be invited by an admin</span>;
  return (
    <Link
      to={invitationOf(lead._id)}
      aria-label={`Invite ${nameOf(lead)}`}
      className="text-brand text-sm underline hover:text-brand-hover pointer-coarse:py-2.5"
    >
      Invite
    </Link>
  );
}
