import { Link } from 'react-router';
import { formatDueDay } from '../../../shared/dates.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { cx } from '../../ui/cx.ts';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';
import { LogOnRow } from './LogOnRow.tsx';
import { nameOf, statusLabel, waitingLabel } from './lead-labels.ts';

/**
 * A lead with what is due, and how to reach them.
 * @param action with the button that logs a call
 */
export const LeadEntry = ({ lead, action = false }: { lead: Lead; action?: boolean }) => (
  <li
    className={cx(
      'wrap-anywhere grid gap-x-6 gap-y-1 border-line border-t py-3',
      action
        ? 'grid-cols-[minmax(0,1fr)_auto] items-center sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]'
        : 'grid-cols-1 sm:grid-cols-2',
    )}
  >
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
    <span className={cx('grid content-start', action && 'max-sm:row-start-2')}>
      {lead.nextStep && (
        <span>
          {formatDueDay(lead.nextStep.on, Date.now())}: {lead.nextStep.text}
        </span>
      )}
      {lead.waitingSince && <span className="text-poppy-text">{waitingLabel(lead.waitingSince)}</span>}
      <span className="flex flex-wrap gap-x-4 text-sm">
        <PhoneLink lead={lead} />
        <span className={cx(action && 'max-sm:hidden')}>
          <EmailLink email={lead.email} />
        </span>
      </span>
    </span>
    {action && <LogOnRow lead={lead} />}
  </li>
);
