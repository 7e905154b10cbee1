import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Lead } from '../../../shared/leads.contract.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { LazyDialog } from '../lazy-dialogs.tsx';
import { nameOf } from './lead-labels.ts';
import { foundLeadsQuery, requestsQuery, useMergeLead } from './leads.queries.ts';

/** The other requests of the person, and merging with another lead. */
export function LeadRequests({ lead }: { lead: Lead }) {
  const heading = useId();
  const { data: requests = [] } = useQuery({ ...requestsQuery(lead._id), enabled: lead.requests > 0 });
  const [open, setOpen] = useState(false);
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-1 justify-items-start gap-4 border-line border-t pt-6"
    >
      <h2 id={heading} className="text-xl">
        Same person
      </h2>
      {requests.length > 0 && (
        <ul className="grid w-full grid-cols-1 gap-3">
          {requests.map((request) => (
            <Request key={request._id} id={lead._id} request={request} />
          ))}
        </ul>
      )}
      <SamePhone lead={lead} />
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Merge with another lead
      </Button>
      <LazyDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Merge with another lead"
        description="Its notes and history move here. You can undo this for 24 hours."
      >
        <MergeSearch lead={lead} onMerged={() => setOpen(false)} />
      </LazyDialog>
    </section>
  );
}

/** A phone number proves nothing, so the office decides (docs/security.md S15.1). */
function SamePhone({ lead }: { lead: Lead }) {
  const { data = [] } = useQuery({ ...foundLeadsQuery(lead.phone), enabled: lead.phone.length > 6 });
  const others = data.filter(({ _id, phone }) => _id !== lead._id && phone === lead.phone);
  if (others.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-muted">These leads gave the same phone number. Merge them if they're one person.</p>
      <ul className="grid gap-3">
        {others.map((other) => (
          <li key={other._id}>
            <Who lead={other} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Request({ id, request }: { id: string; request: Lead }) {
  const merge = useMergeLead(id);
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <Who lead={request} />
      <Button
        variant="secondary"
        size="sm"
        pending={merge.isPending}
        className="justify-self-start"
        aria-label={`Separate ${nameOf(request)}`}
        onClick={() => merge.mutate({ other: request._id, call: 'separate' })}
      >
        Separate
      </Button>
      <span role="alert" className="empty:hidden">
        {merge.error && <FieldError>{merge.error.message}</FieldError>}
      </span>
    </li>
  );
}

const Who = ({ lead }: { lead: Lead }) => (
  <span className="wrap-anywhere grid min-w-0">
    <Link
      to={`/dashboard/leads/${lead._id}`}
      className="justify-self-start text-brand underline hover:text-brand-hover pointer-coarse:py-2.5"
    >
      {nameOf(lead)}
    </Link>
    <span className="text-muted text-sm">
      {lead.email}, {lead.phone}, <RelativeTime iso={lead.date} />
    </span>
  </span>
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
            <Who lead={other} />
            <Button
              size="sm"
              pending={merge.isPending && merge.variables.other === other._id}
              aria-label={`Merge ${nameOf(other)}`}
              onClick={() =>
                merge.mutate(
                  { other: other._id, call: 'merge' },
                  {
                    onSuccess: () => {
                      alerts.add({ message: 'Leads merged', type: 'success', snackbar: true });
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
