import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Lead } from '../../../shared/leads.contract.ts';
import { isNotFound } from '../../api.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { DeleteLead } from './DeleteLead.tsx';
import { InviteLink, invitationOf } from './InviteLink.tsx';
import { LeadContacts } from './LeadContacts.tsx';
import { LeadFacts } from './LeadFacts.tsx';
import { LeadHistory } from './LeadHistory.tsx';
import { LeadMember } from './LeadMember.tsx';
import { LeadNotes } from './LeadNotes.tsx';
import { LeadOwner } from './LeadOwner.tsx';
import { LeadRequests } from './LeadRequests.tsx';
import { LeadStep } from './LeadStep.tsx';
import { nameOf } from './lead-labels.ts';
import { leadQuery } from './leads.queries.ts';
import { SpamButton } from './SpamButton.tsx';
import { StatusOptions } from './StatusOptions.tsx';
import { useLeadStatus } from './useLeadStatus.tsx';
import { useLeadsAddress } from './useLeadsAddress.ts';

export function LeadPage() {
  const { id = '' } = useParams();
  const query = useQuery(leadQuery(id));
  const list = useLeadsAddress();
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title={query.data ? nameOf(query.data) : 'Lead'} narrow>
      <Loaded query={query} what="The details" skeleton={<Skeleton className="h-64" />}>
        {(lead) => <Details key={id} lead={lead} />}
      </Loaded>
      <p>
        <Link to={list} className={buttonClass({ variant: 'secondary' })}>
          Back to leads
        </Link>
      </p>
    </Page>
  );
}

function Details({ lead }: { lead: Lead }) {
  // After the lead is deleted, an unsaved note needs no confirmation.
  const gone = useRef(false);
  const [stepDirty, setStepDirty] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-8">
      <LeadFacts lead={lead} />
      {lead.mergedInto ? <MergedNotice id={lead.mergedInto} /> : <Work lead={lead} onDirty={setStepDirty} />}
      <LeadNotes id={lead._id} gone={gone} unsaved={stepDirty} />
      <LeadHistory id={lead._id} />
      {!lead.mergedInto && <LeadRequests lead={lead} />}
      <DeleteLead lead={lead} gone={gone} />
    </div>
  );
}

function Work({ lead, onDirty }: { lead: Lead; onDirty: (dirty: boolean) => void }) {
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Status lead={lead} />
        <LeadOwner lead={lead} />
      </div>
      {lead.member ? <LeadMember member={lead.member} /> : <InviteLink lead={lead} />}
      <LeadStep key={JSON.stringify(lead.nextStep)} lead={lead} onDirty={onDirty} />
      <LeadContacts lead={lead} />
      <SpamButton lead={lead} />
    </div>
  );
}

const MergedNotice = ({ id }: { id: string }) => (
  <p className="rounded-lg border border-field-border bg-surface p-4">
    This inquiry belongs to{' '}
    <Link to={`/dashboard/leads/${id}`} className="text-brand underline hover:text-brand-hover">
      another lead of the same person
    </Link>
    .
  </p>
);

function Status({ lead }: { lead: Lead }) {
  const navigate = useNavigate();
  const { status, error, choose, dialog } = useLeadStatus(lead, (chosen) => {
    if (chosen === 'joined' && !lead.member) void navigate(invitationOf(lead._id));
  });
  return (
    <>
      <SelectField
        label="Stage"
        value={status}
        error={error && <span role="alert">{error}</span>}
        onChange={({ target }) => choose(target.value)}
        className="sm:max-w-64"
      >
        <StatusOptions />
      </SelectField>
      {dialog}
    </>
  );
}
