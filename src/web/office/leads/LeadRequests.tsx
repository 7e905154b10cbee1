import { useQuery } from '@tanstack/react-query';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { Section } from '../page/Section.tsx';
import { LeadLine } from './LeadLine.tsx';
import { LinkList } from './LinkList.tsx';
import { linkedQuery, requestsQuery, samePhoneQuery } from './leads.queries.ts';

/**
 * The other inquiries of the person, linked leads, and those with the same phone number, which proves nothing: the office
 * decides (docs/security.md S15.1).
 */
export function LeadRequests({ lead }: { lead: Lead }) {
  const { data: requests = [] } = useQuery({ ...requestsQuery(lead._id), enabled: lead.requests > 0 });
  const { data: linked = [] } = useQuery({ ...linkedQuery(lead._id), enabled: lead.linked > 0 });
  const { data: others = [] } = useQuery(samePhoneQuery(lead._id));
  if (requests.length + linked.length + others.length === 0) return null;
  return (
    <Section title="Same person" className="border-line border-t pt-6">
      {requests.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {requests.map((request) => (
            <li key={request._id} className="grid gap-2 rounded-lg border border-line bg-surface p-4">
              <LeadLine lead={request} />
              {request.message && (
                <p className="wrap-anywhere whitespace-pre-wrap text-sm">{request.message}</p>
              )}
            </li>
          ))}
        </ul>
      )}
      {linked.length > 0 && (
        <>
          <h3 className="font-semibold">Linked leads</h3>
          <LinkList id={lead._id} others={linked} call="unlink" />
        </>
      )}
      {others.length > 0 && (
        <>
          <p className="text-muted text-sm">
            These leads gave the same phone number. Link them if they're one person.
          </p>
          <LinkList id={lead._id} others={others} call="link" />
        </>
      )}
    </Section>
  );
}
