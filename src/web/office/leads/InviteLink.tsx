import { Link } from 'react-router';
import type { Lead } from '../../../shared/leads.contract.ts';
import { nameOf } from './lead-labels.ts';

export const invitationOf = (id: string) => `/dashboard/admin/user/create?lead=${id}`;

/** For a lead that has joined and has no account yet. */
export function InviteLink({ lead }: { lead: Lead }) {
  if (lead.status !== 'joined' || lead.member) return null;
  return (
    <Link
      to={invitationOf(lead._id)}
      aria-label={`Invite ${nameOf(lead)}`}
      className="mt-1 block text-brand text-sm underline hover:text-brand-hover pointer-coarse:py-2.5"
    >
      Invite
    </Link>
  );
}
