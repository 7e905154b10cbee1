import Bell from 'lucide-react/icons/bell';
import StickyNote from 'lucide-react/icons/sticky-note';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { mailLabel } from './lead-labels.ts';

const looks = { waiting: 'text-poppy-text', sent: 'text-success', failed: 'text-error' };

/** Next to a lead's name: how many are linked, whether the office was emailed about it, and how many notes it has. */
export function LeadMarks({ lead }: { lead: Lead }) {
  const { mail, notes, trapped, linked } = lead;
  const noteLabel = notes === 1 ? '1 note' : `${notes} notes`;
  return (
    <>
      {linked > 0 && (
        <span className="whitespace-nowrap font-normal text-muted text-xs">and {linked} linked</span>
      )}
      {mail && (
        <span title={`Alert: ${mailLabel(lead)}`} className={looks[mail]}>
          <Bell className="size-3.5" />
          <span className="sr-only">Alert: {mailLabel(lead)}</span>
        </span>
      )}
      {!mail && trapped && (
        <span title="Not emailed" className="text-muted">
          <Bell className="size-3.5" />
          <span className="sr-only">Not emailed</span>
        </span>
      )}
      {notes > 0 && (
        <span title={noteLabel} className="flex items-center gap-0.5 font-normal text-muted text-xs">
          <StickyNote className="size-3.5" />
          <span aria-hidden="true">{notes}</span>
          <span className="sr-only">{noteLabel}</span>
        </span>
      )}
    </>
  );
}
