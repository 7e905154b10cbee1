import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';
import { LeadMail } from './LeadMail.tsx';
import { waitingLabel } from './lead-labels.ts';

export function LeadFacts({ lead }: { lead: Lead }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
      <Fact name="First name">{lead.firstName}</Fact>
      <Fact name="Last name">{lead.lastName}</Fact>
      <Fact name="Phone">
        <PhoneLink phone={lead.phone} />
      </Fact>
      <Fact name="Email">
        <EmailLink email={lead.email} />
      </Fact>
      <Fact name="Received">
        <time dateTime={lead.date}>{formatDateTime(lead.date)}</time>
      </Fact>
      {lead.waitingSince && <Fact name="Reply">{waitingLabel(lead.waitingSince)}</Fact>}
      {lead.firstContact && (
        <Fact name="First response">
          <time dateTime={lead.firstContact}>{formatDateTime(lead.firstContact)}</time>
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
      <Fact name="Folder">{lead.spam ? 'Spam' : 'Inbox'}</Fact>
    </dl>
  );
}

function sourceOf({ landing, referrer, source, medium, campaign }: NonNullable<Lead['source']>): string {
  const campaigns = [source, medium, campaign].filter(Boolean).join(' / ');
  const parts = [referrer, campaigns, landing && `first page ${landing}`];
  return parts.filter(Boolean).join(', ');
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:mt-2 max-sm:text-sm">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}
