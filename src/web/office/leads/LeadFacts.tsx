import { Link } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { LeadMail } from './LeadMail.tsx';

export function LeadFacts({ lead }: { lead: Lead }) {
  return (
    <Facts label="Details" className="border-line border-t pt-6 text-sm">
      <Fact name="Received">
        <time dateTime={lead.date}>{formatDateTime(lead.date)}</time>
      </Fact>
      {lead.firstContact && (
        <Fact name="First response">
          <time dateTime={lead.firstContact}>{formatDateTime(lead.firstContact)}</time>
        </Fact>
      )}
      {lead.message && (
        <Fact name="Message">
          <span className="whitespace-pre-wrap">{lead.message}</span>
        </Fact>
      )}
      {lead.license && <Fact name="License">{lead.license}</Fact>}
      {lead.brokerage && <Fact name="Current brokerage">{lead.brokerage}</Fact>}
      {lead.dealsPerYear !== null && <Fact name="Deals per year">{lead.dealsPerYear}</Fact>}
      {lead.calculation && (
        <Fact name="Computed">
          <a
            href={`/?${lead.calculation.query}#calculator`}
            className="text-brand underline hover:text-brand-hover"
          >
            {lead.calculation.text}
          </a>
        </Fact>
      )}
      {lead.phoneConsent && (
        <Fact name="Calls and texts">
          Agreed, by version {lead.phoneConsent.version}: “{lead.phoneConsent.text}”
        </Fact>
      )}
      {lead.source && <Fact name="Came from">{sourceOf(lead.source)}</Fact>}
      {lead.referredBy && (
        <Fact name="Referred by">
          <Link
            to={`/profile/${lead.referredBy._id}`}
            className="text-brand underline hover:text-brand-hover"
          >
            {lead.referredBy.name}
          </Link>
        </Fact>
      )}
      {lead.closedReason && <Fact name="Reason closed">{lead.closedReason}</Fact>}
      <Fact name="Email to the office">
        <LeadMail lead={lead} />
      </Fact>
    </Facts>
  );
}

function sourceOf({ landing, referrer, source, medium, campaign }: NonNullable<Lead['source']>): string {
  const campaigns = [source, medium, campaign].filter(Boolean).join(' / ');
  const parts = [referrer, campaigns, landing && `first page ${landing}`];
  return parts.filter(Boolean).join(', ');
}
