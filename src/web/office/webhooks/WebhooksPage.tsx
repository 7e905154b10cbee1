import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formerMember } from '../../../shared/users/former-member.ts';
import type { Webhook } from '../../../shared/webhooks/webhooks.contract.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { firstActionClass } from '../lists/row-actions.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { AddWebhook } from './AddWebhook.tsx';
import { WebhookState } from './WebhookState.tsx';
import { eventLabels } from './webhook-labels.ts';
import { webhooksQuery } from './webhooks.queries.ts';

const columns: Column<Webhook>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    id: 'url',
    header: 'Sent to',
    value: ({ url }) => new URL(url).host,
    cell: ({ url }) => <span className="wrap-break-word">{new URL(url).host}</span>,
  },
  {
    id: 'events',
    header: 'Events',
    value: ({ events }) => events.map((event) => eventLabels[event]).join(', '),
  },
  { id: 'by', header: 'Added by', value: ({ by }) => by?.name ?? formerMember },
  {
    id: 'state',
    header: 'State',
    value: ({ enabled }) => String(enabled),
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
];

export function WebhooksPage() {
  const query = useQuery(webhooksQuery);
  return (
    <Page title="Webhooks" action={<AddWebhook />}>
      <p className="max-w-measure text-muted">
        Send events, such as a new lead, to your CRM and other systems. Failed deliveries are retried for 24
        hours.
      </p>
      <Loaded query={query} what="The webhooks" skeleton={<TableSkeleton />}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState>No webhooks yet</EmptyState>
          ) : (
            <PlainTable
              caption="Webhooks"
              rows={webhooks}
              columns={columns}
              rowKey={({ _id }) => _id}
              actions={({ _id, name }) => (
                <Link
                  to={`/dashboard/admin/webhooks/${_id}`}
                  className={firstActionClass}
                  aria-label={`Open ${name}`}
                >
                  Open
                </Link>
              )}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
