import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { cx } from '../../ui/cx.ts';
import { mailLabel } from './lead-labels.ts';

const looks = { waiting: 'bg-poppy-text', sent: 'bg-success', failed: 'bg-error' };

/** Whether the office was emailed about the lead. */
export const LeadMail = ({ lead }: { lead: Lead }) => (
  <span className="inline-flex items-center gap-2 whitespace-nowrap">
    {lead.mail && <span aria-hidden="true" className={cx('size-2 rounded-full', looks[lead.mail])} />}
    {mailLabel(lead)}
  </span>
);
