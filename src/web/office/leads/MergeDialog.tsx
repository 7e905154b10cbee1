import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { LeadLine } from './LeadLine.tsx';
import { nameOf } from './lead-labels.ts';
import { foundLeadsQuery, useMergeLead } from './leads.queries.ts';

export const MergeDialog = ({ lead, open, onClose }: { lead: Lead; open: boolean; onClose: () => void }) => (
  <LazyDialog
    open={open}
    onClose={onClose}
    title="Merge with another lead"
    description="Its notes and history move here. You can undo this for 24 hours."
  >
    <MergeSearch lead={lead} onMerged={onClose} />
  </LazyDialog>
);

function MergeSearch({ lead, onMerged }: { lead: Lead; onMerged: () => void }) {
  const [search, setSearch] = useState(lead.lastName);
  const found = useQuery(foundLeadsQuery(search.trim()));
  const merge = useMergeLead(lead._id);
  const others = found.data?.filter(({ _id }) => _id !== lead._id) ?? [];
  return (
    <div className="grid gap-4">
      <TableSearch label="Search for the other lead" value={search} onChange={setSearch} />
      {found.isSuccess && others.length === 0 && <p role="status">No other leads match.</p>}
      <ul className="grid gap-3">
        {others.map((other) => (
          <li key={other._id} className="flex flex-wrap items-center justify-between gap-3">
            <LeadLine lead={other} />
            <Button
              size="sm"
              pending={merge.isPending && merge.variables.other === other._id}
              aria-label={`Merge ${nameOf(other)}`}
              onClick={() =>
                merge.mutate(
                  { other: other._id, call: 'merge' },
                  {
                    onSuccess: () => {
                      say('Leads merged');
                      onMerged();
                    },
                  },
                )
              }
            >
              Merge
            </Button>
          </li>
        ))}
      </ul>
      <span role="alert" className="empty:hidden">
        {(merge.error ?? found.error) && <FieldError>{(merge.error ?? found.error)?.message}</FieldError>}
      </span>
    </div>
  );
}
