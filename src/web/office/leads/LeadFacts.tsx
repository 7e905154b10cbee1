import type { ReactNode } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';
import { LeadMail } from './LeadMail.tsx';

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
      <Fact name="Mail to the office">
        <LeadMail lead={lead} />
      </Fact>
      <Fact name="Folder">{lead.spam ? 'Spam' : 'Inbox'}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:mt-2 max-sm:text-sm">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}
