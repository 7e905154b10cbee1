import { Link } from 'react-router';
import { shownEmail } from '../../../shared/email-address.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { nameOf } from './lead-labels.ts';

/** Another lead, where one looks whether it is the same person. */
export const LeadLine = ({ lead }: { lead: Lead }) => (
  <span className="wrap-anywhere grid min-w-0">
    <Link
      translate="no"
      to={`/dashboard/leads/${lead._id}`}
      className="justify-self-start text-brand underline hover:text-brand-hover pointer-coarse:py-2.5"
    >
      {nameOf(lead)}
    </Link>
    <span className="text-muted text-sm">
      {shownEmail(lead.email)}, {lead.phone}, <RelativeTime iso={lead.date} />
    </span>
  </span>
);
