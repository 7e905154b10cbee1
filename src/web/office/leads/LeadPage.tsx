import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useParams } from 'react-router';
import type { Lead } from '../../../shared/leads.contract.ts';
import { isNotFound } from '../../api.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { DeleteLead } from './DeleteLead.tsx';
import { LeadFacts } from './LeadFacts.tsx';
import { LeadNotes } from './LeadNotes.tsx';
import { nameOf } from './lead-labels.ts';
import { leadQuery } from './leads.queries.ts';
import { SpamButton } from './SpamButton.tsx';
import { StatusOptions } from './StatusOptions.tsx';
import { useLeadStatus } from './useLeadStatus.ts';
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
  return (
    <div className="grid grid-cols-1 gap-8">
      <LeadFacts lead={lead} />
      <div className="grid gap-5">
        <Status lead={lead} />
        <SpamButton lead={lead} />
      </div>
      <LeadNotes id={lead._id} gone={gone} />
      <DeleteLead lead={lead} gone={gone} />
    </div>
  );
}

function Status({ lead }: { lead: Lead }) {
  const { status, error, choose } = useLeadStatus(lead);
  return (
    <SelectField
      label="Status"
      value={status}
      error={error && <span role="alert">{error}</span>}
      onChange={({ target }) => choose(target.value)}
      className="sm:max-w-64"
    >
      <StatusOptions />
    </SelectField>
  );
}
