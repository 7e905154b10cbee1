import { Link } from 'react-router';
import { formatDueDay } from '../../../shared/dates.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';
import { nameOf, statusLabel, waitingLabel } from './lead-labels.ts';

/** A lead with what is due, and how to reach them. */
export const LeadEntry = ({ lead }: { lead: Lead }) => (
  <li className="wrap-anywhere grid grid-cols-1 gap-x-6 gap-y-1 border-line border-t py-3 sm:grid-cols-2">
    <span className="grid content-start">
      <Link
        translate="no"
        to={`/dashboard/leads/${lead._id}`}
        className="justify-self-start font-semibold text-brand underline hover:text-brand-hover pointer-coarse:py-2.5"
      >
        {nameOf(lead)}
      </Link>
      <span className="text-muted text-sm">
        {statusLabel(lead.status)}
        {lead.owner && `, ${lead.owner.name}`}
      </span>
    </span>
    <span className="grid content-start">
      {lead.nextStep && (
        <span>
          {formatDueDay(lead.nextStep.on, Date.now())}: {lead.nextStep.text}
        </span>
      )}
      {lead.waitingSince && <span className="text-poppy-text">{waitingLabel(lead.waitingSince)}</span>}
      <span className="flex flex-wrap gap-x-4 text-sm">
        <PhoneLink lead={lead} />
        <span>
          <EmailLink email={lead.email} />
        </span>
      </span>
    </span>
  </li>
);
