import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { isNotFound } from '../../api.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { useUser } from '../session/guards.tsx';
import { leadApplicationQuery } from './applications.queries.ts';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';
import { LeadActions } from './LeadActions.tsx';
import { LeadApplication } from './LeadApplication.tsx';
import { LeadFacts } from './LeadFacts.tsx';
import { LeadMember } from './LeadMember.tsx';
import { LeadOwner } from './LeadOwner.tsx';
import { LeadRequests } from './LeadRequests.tsx';
import { LeadStage } from './LeadStage.tsx';
import { LeadStep } from './LeadStep.tsx';
import { LeadTimeline } from './LeadTimeline.tsx';
import { nameOf, waitingLabel } from './lead-labels.ts';
import { leadQuery, linkedQuery, memberQuery, requestsQuery, samePhoneQuery } from './leads.queries.ts';
import { useLeadsAddress } from './useLeadsAddress.ts';

export function LeadPage() {
  const { id = '' } = useParams();
  const { admin } = useUser();
  const query = useQuery(leadQuery(id));
  const list = useLeadsAddress();
  // After the lead is deleted, an unsaved note needs no confirmation.
  const gone = useRef(false);
  const lead = query.data;
  const loads = [
    query,
    useQuery(leadApplicationQuery(id)),
    useQuery(samePhoneQuery(id)),
    useQuery({ ...requestsQuery(id), enabled: lead !== undefined && lead.requests > 0 }),
    useQuery({ ...linkedQuery(id), enabled: lead !== undefined && lead.linked > 0 }),
    useQuery({ ...memberQuery(lead?.member?._id ?? ''), enabled: admin && Boolean(lead?.member) }),
  ];
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page
      title={lead ? nameOf(lead) : 'Lead'}
      isName={lead !== undefined}
      back={{ to: list, label: 'Back to leads' }}
      action={lead && <LeadActions key={id} lead={lead} gone={gone} />}
    >
      <Together key={id} loads={loads} label="Loading the details" skeleton={<Skeleton className="h-64" />}>
        <Loaded query={query} what="The details" skeleton={<Skeleton className="h-64" />}>
          {(lead) => <Details lead={lead} gone={gone} />}
        </Loaded>
      </Together>
    </Page>
  );
}

/** The work and facts of a lead on one side, its timeline on the other. */
function Details({ lead, gone }: { lead: Lead; gone: { current: boolean } }) {
  const [stepDirty, setStepDirty] = useState(false);
  return (
    <>
      <Summary lead={lead} />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-6">
          {lead.mergedInto ? (
            <MergedNotice id={lead.mergedInto} />
          ) : (
            <Work lead={lead} onDirty={setStepDirty} />
          )}
          <LeadFacts lead={lead} />
          {!lead.mergedInto && <LeadRequests lead={lead} />}
        </div>
        <LeadTimeline lead={lead} gone={gone} unsaved={stepDirty} />
      </div>
    </>
  );
}

const Summary = ({ lead }: { lead: Lead }) => (
  <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-5 gap-y-1">
    {lead.phone !== '' && (
      <span className="min-w-0">
        <PhoneLink lead={lead} />
      </span>
    )}
    <span className="min-w-0">
      <EmailLink email={lead.email} />
    </span>
    {lead.waitingSince && <span className="text-poppy-text">{waitingLabel(lead.waitingSince)}</span>}
    {lead.spam && <span className="text-error">In spam</span>}
    {lead.trapped && <span className="text-poppy-text">May be a robot: a hidden field was filled in</span>}
  </p>
);

function Work({ lead, onDirty }: { lead: Lead; onDirty: (dirty: boolean) => void }) {
  return (
    <>
      {lead.member && <LeadMember member={lead.member} />}
      <LeadApplication lead={lead} />
      <div className="grid grid-cols-1 items-start gap-5 sm:max-lg:grid-cols-2">
        <LeadStage lead={lead} />
        <LeadOwner lead={lead} />
      </div>
      <LeadStep key={JSON.stringify(lead.nextStep)} lead={lead} onDirty={onDirty} />
    </>
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
