import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { Application } from '../../../shared/joining/joining-fields.ts';
import { isNotFound } from '../../api.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { agreementPdf } from '../agreements/agreements.queries.ts';
import { applicationLabels, applicationsPath, duplicateLabels } from '../leads/application-labels.ts';
import { applicationQuery } from '../leads/applications.queries.ts';
import { TermsText } from '../leads/TermsText.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { AccountLink } from '../session/AccountLink.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { AnswersOf } from './AnswersOf.tsx';
import { ApplicationActions } from './ApplicationActions.tsx';
import { ApplicationEvents } from './ApplicationEvents.tsx';
import { LicenseCheck } from './LicenseCheck.tsx';

export function ApplicationPage() {
  const { id = '' } = useParams();
  const query = useQuery(applicationQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page
      title={query.data?.name ?? 'Application'}
      isName={query.data !== undefined}
      back={{ to: applicationsPath, label: 'Back to applications' }}
    >
      <Loaded query={query} what="The application" skeleton={<Skeleton className="h-96" />}>
        {(application) => <Details key={id} application={application} />}
      </Loaded>
    </Page>
  );
}

function Details({ application }: { application: Application }) {
  const { state, agreement, question, reply, reason, terms, member, lead } = application;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <strong role="status">{applicationLabels[state]}</strong>
        <Link to={`/dashboard/leads/${lead}`}>The lead</Link>
        {member && (
          <AccountLink id={member._id}>
            Account of <span translate="no">{member.name}</span>
          </AccountLink>
        )}
      </p>
      <ApplicationActions application={application} />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-1 gap-8">
          {question && (
            <Section title="Question">
              <p className="wrap-anywhere whitespace-pre-wrap">{question}</p>
              <p className="wrap-anywhere whitespace-pre-wrap border-line border-s-2 ps-4">
                {reply || 'Not answered yet.'}
              </p>
            </Section>
          )}
          {reason && (
            <Section title="Reason">
              <p className="wrap-anywhere whitespace-pre-wrap">{reason}</p>
            </Section>
          )}
          <AnswersOf application={application} />
          {terms && (
            <Section title="Individual terms">
              <TermsText terms={terms} />
            </Section>
          )}
        </div>
        <div className="grid grid-cols-1 gap-8">
          <LicenseCheck application={application} />
          <Duplicates application={application} />
          {agreement && (
            <Section title="Agreement">
              <p>
                Version {agreement.version} with fee schedule {agreement.fees}.{' '}
                {agreement.countersigned ? 'Signed by both.' : 'Signed by the applicant.'}
              </p>
              <div>
                <DownloadButton
                  label="Download PDF"
                  what="The agreement"
                  read={() => agreementPdf(agreement._id)}
                />
              </div>
              <p className="wrap-anywhere text-muted text-sm">
                SHA-256: <code translate="no">{agreement.finalSha256 ?? agreement.sha256}</code>
              </p>
            </Section>
          )}
          <ApplicationEvents events={application.events} />
        </div>
      </div>
    </>
  );
}

function Duplicates({ application: { duplicates } }: { application: Application }) {
  return (
    <Section title="Possible matches">
      {duplicates.length === 0 ? (
        <p className="text-muted">No other lead or member has this email, license number, or name.</p>
      ) : (
        <ul className="grid gap-2">
          {duplicates.map(({ kind, _id, name, by }) => (
            <li key={`${kind}${_id}${by}`} className="wrap-anywhere">
              {kind === 'lead' ? (
                <Link to={`/dashboard/leads/${_id}`}>{name}</Link>
              ) : (
                <AccountLink id={_id}>{name}</AccountLink>
              )}{' '}
              <span className="text-muted">
                ({kind}, {duplicateLabels[by]})
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
