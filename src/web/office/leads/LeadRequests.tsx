import { useQuery } from '@tanstack/react-query';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Section } from '../page/Section.tsx';
import { LeadLine } from './LeadLine.tsx';
import { nameOf } from './lead-labels.ts';
import { requestsQuery, samePhoneQuery, useMergeLead } from './leads.queries.ts';

/**
 * The other inquiries of the person, and leads with the same phone number, which proves nothing: the office decides
 * (docs/security.md S15.1).
 */
export function LeadRequests({ lead }: { lead: Lead }) {
  const { data: requests = [] } = useQuery({ ...requestsQuery(lead._id), enabled: lead.requests > 0 });
  const { data: others = [] } = useQuery(samePhoneQuery(lead._id));
  if (requests.length + others.length === 0) return null;
  return (
    <Section title="Same person" className="border-line border-t pt-6">
      {requests.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {requests.map((request) => (
            <Request key={request._id} id={lead._id} request={request} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <>
          <p className="text-muted text-sm">
            These leads gave the same phone number. Merge them if they're one person.
          </p>
          <ul className="grid grid-cols-1 gap-3">
            {others.map((other) => (
              <li key={other._id}>
                <LeadLine lead={other} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Request({ id, request }: { id: string; request: Lead }) {
  const merge = useMergeLead(id);
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <LeadLine lead={request} />
      {request.message && <p className="wrap-anywhere whitespace-pre-wrap text-sm">{request.message}</p>}
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
