import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Webhook } from '../../../shared/webhooks/webhooks.contract.ts';
import { isNotFound } from '../../api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { PlainDate } from '../page/PlainDate.tsx';
import { Deliveries } from './Deliveries.tsx';
import { WebhookActions } from './WebhookActions.tsx';
import { WebhookState } from './WebhookState.tsx';
import { eventLabels, kindLabels } from './webhook-labels.ts';
import { webhookQuery } from './webhooks.queries.ts';

export function WebhookPage() {
  const { id = '' } = useParams();
  const query = useQuery(webhookQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page
      title={query.data?.name ?? 'Webhook'}
      back={{ to: '/dashboard/admin/webhooks', label: 'Back to webhooks' }}
    >
      <Loaded query={query} what="The webhook" skeleton={<Skeleton className="h-64" />}>
        {(webhook) => (
          <>
            <WebhookFacts webhook={webhook} />
            <WebhookActions webhook={webhook} />
            <Deliveries webhook={webhook} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const WebhookFacts = ({ webhook }: { webhook: Webhook }) => (
  <Facts>
    <Fact name="State">
      <WebhookState webhook={webhook} />
    </Fact>
    <Fact name="Kind">{kindLabels[webhook.kind]}</Fact>
    <Fact name="Sent to">{webhook.url}</Fact>
    <Fact name="Events">{webhook.events.map((event) => eventLabels[event]).join(', ')}</Fact>
    <Fact name="Added">
      <PlainDate iso={webhook.created} />
      {webhook.by && ` by ${webhook.by.name}`}
    </Fact>
  </Facts>
);
