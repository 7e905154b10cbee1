import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { formatDateTime, formatDay } from '../../../shared/dates.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import type { PrivacyRequest } from '../../../shared/privacy/privacy.contract.ts';
import { privacyChannelLabels, privacyKindLabels } from '../../../shared/privacy/privacy-kinds.ts';
import { isNotFound } from '../../api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { personPath, privacyRequestsPath } from './paths.ts';
import { requestQuery } from './privacy.queries.ts';
import { RequestActions } from './RequestActions.tsx';
import { RequestState } from './RequestState.tsx';
import { nameOf } from './RequestsTable.tsx';

export function PrivacyRequestPage() {
  const { id = '' } = useParams();
  const query = useQuery(requestQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page
      title={query.data ? privacyKindLabels[query.data.kind] : 'Privacy request'}
      width="form"
      back={{ to: privacyRequestsPath, label: 'Back to requests' }}
    >
      <Loaded query={query} what="The request" skeleton={<Skeleton className="h-64" />}>
        {(request) => (
          <div className="grid grid-cols-1 gap-8">
            <RequestFacts request={request} />
            {!request.closed && <RequestActions key={id} request={request} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function RequestFacts({ request }: { request: PrivacyRequest }) {
  const { email, details, received, verified, verifiedHow, acknowledged, extension, closed } = request;
  return (
    <Facts>
      <Fact name="State">
        <RequestState request={request} />
      </Fact>
      <Fact name="Name">{nameOf(request)}</Fact>
      {email && (
        <Fact name="Email">
          {shownEmail(email)} ·{' '}
          <Link to={personPath} state={{ email }}>
            What we hold
          </Link>
        </Fact>
      )}
      {request.user && (
        <Fact name="Member">
          <Link to={`/dashboard/admin/user/edit/${request.user}`}>Open the account</Link>
        </Fact>
      )}
      {details && (
        <Fact name="Details">
          <span className="whitespace-pre-wrap">{details}</span>
        </Fact>
      )}
      <Fact name="Received">
        {formatDateTime(received)}
        {request.trapped && ' · May be a robot: a hidden field was filled in'}
        {request.cameBy && `, ${privacyChannelLabels[request.cameBy].toLowerCase()}`}
      </Fact>
      <Fact name="Acknowledged">
        {acknowledged ? formatDateTime(acknowledged) : `by ${formatDay(request.acknowledgeBy)} at the latest`}
      </Fact>
      <Fact name="Verified">
        {verified ? `${formatDateTime(verified)}: ${verifiedHow ?? ''}` : 'not yet'}
      </Fact>
      <Fact name="Due">
        {formatDay(request.due)} (by law {formatDay(request.legallyDue)})
      </Fact>
      {extension && <Fact name="Extended">{extension}</Fact>}
      {closed && <Fact name="Closed">{formatDateTime(closed)}</Fact>}
      {request.answer && (
        <Fact name="Answer">
          <span className="whitespace-pre-wrap">{request.answer}</span>
        </Fact>
      )}
    </Facts>
  );
}
