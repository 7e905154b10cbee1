import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { LeadLine } from './LeadLine.tsx';
import { nameOf } from './lead-labels.ts';
import { useLinkLead } from './leads.queries.ts';

type LinkListProps = { id: string; others: Lead[]; call: 'link' | 'unlink'; onLinked?: () => void };

const words = {
  link: { verb: 'Link', done: 'Leads linked' },
  unlink: { verb: 'Unlink', done: 'Lead unlinked' },
};

/** Other leads, each with a button that links it with the lead of this id, or unlinks it. */
export function LinkList({ id, others, call, onLinked }: LinkListProps) {
  const { verb, done } = words[call];
  const change = useLinkLead(id, call, () => {
    say(done);
    onLinked?.();
  });
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {others.map((other) => (
          <li key={other._id} className="flex items-start justify-between gap-3">
            <LeadLine lead={other} />
            <Button
              variant="secondary"
              size="sm"
              pending={change.isPending && change.variables === other._id}
              aria-label={`${verb} ${nameOf(other)}`}
              onClick={() => change.mutate(other._id)}
            >
              {verb}
            </Button>
          </li>
        ))}
      </ul>
      <span role="alert" className="empty:hidden">
        {change.error && <FieldError>{change.error.message}</FieldError>}
      </span>
    </>
  );
}
