import type { Lead } from '../../../shared/leads.contract.ts';
import { cx } from '../../ui/cx.ts';
import { mailLabel } from './lead-labels.ts';

const looks = { waiting: 'bg-poppy-text', sent: 'bg-success', failed: 'bg-error' };

/** Whether the office was emailed about the lead; in a table's column as a dot. */
export function LeadMail({ lead, dotOnly = false }: { lead: Lead; dotOnly?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {lead.mail && <span aria-hidden="true" className={cx('size-2 rounded-full', looks[lead.mail])} />}
      {dotOnly && !lead.mail && (
        <span aria-hidden="true" className="hidden @table:inline">
          —
        </span>
      )}
      <span className={cx(dotOnly && '@table:sr-only')}>{mailLabel(lead)}</span>
    </span>
  );
}
