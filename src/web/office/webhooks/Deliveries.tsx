import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeliveryState, deliveryStates } from '../../../shared/webhooks/webhook-events.ts';
import type { Delivery, Webhook } from '../../../shared/webhooks/webhooks.contract.ts';
import { say, warn } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { Section } from '../page/Section.tsx';
import { deliveryEventLabel, deliveryLabel, deliveryStateLabels } from './webhook-labels.ts';
import { deliveriesQuery, useReplay } from './webhooks.queries.ts';

const looks = { waiting: 'bg-poppy-text', delivered: 'bg-success', failed: 'bg-error' };

const columns: Column<Delivery>[] = [
  { id: 'event', header: 'Event', value: ({ event }) => deliveryEventLabel(event) },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => state,
    cell: (delivery) => (
      <>
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <span aria-hidden="true" className={cx('size-2 rounded-full', looks[delivery.state])} />
          {deliveryLabel(delivery)}
        </span>
        {delivery.error !== null && <span className="block text-muted text-sm">{delivery.error}</span>}
      </>
    ),
  },
  { id: 'attempts', header: 'Attempts', value: ({ attempts }) => attempts, align: 'end' },
  {
    id: 'date',
    header: 'Happened',
    value: ({ date }) => date,
    cell: ({ date }) => <RelativeTime iso={date} className="whitespace-nowrap" />,
  },
];

/** Deliveries of a webhook in the last 30 days. */
export function Deliveries({ webhook: { _id, enabled } }: { webhook: Webhook }) {
  const [state, setState] = useState<DeliveryState>();
  const query = useInfiniteQuery(deliveriesQuery(_id, state));
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Section title="Sent in the last 30 days" className="border-line border-t pt-6">
      <SelectField
        label="State"
        value={state ?? ''}
        onChange={({ target }) => setState(deliveryStates.find((each) => each === target.value))}
        className="sm:max-w-64"
      >
        <option value="">All</option>
        <Options of={deliveryStates.map((each) => [each, deliveryStateLabels[each]])} />
      </SelectField>
      <LoadedList
        query={query}
        rows={deliveries}
        what="the log"
        nouns={['event', 'events']}
        empty={<EmptyState>Nothing sent yet.</EmptyState>}
      >
        {(deliveries) => (
          <PlainTable
            caption="What was sent"
            rows={deliveries}
            columns={columns}
            rowKey={({ _id: delivery }) => delivery}
            actions={(delivery) => enabled && <Replay webhookId={_id} delivery={delivery} />}
          />
        )}
      </LoadedList>
    </Section>
  );
}

function Replay({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const replay = useReplay(webhookId);
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-label={`Send again: ${deliveryEventLabel(delivery.event)}, ${delivery.date}`}
      pending={replay.isPending}
      onClick={() =>
        replay.mutate(delivery._id, {
          onSuccess: () => say('Sent again'),
          onError: ({ message }) => warn(message),
        })
      }
      className="-ms-3 @table:ms-0 whitespace-nowrap px-3"
    >
      Send again
    </Button>
  );
}
