/** Queues an event, in the transaction of its cause. */

import { makerLeftReason, type WebhookEvent } from '../../../shared/webhooks/webhook-events.ts';
import type { WebhookPayload } from '../../../shared/webhooks/webhooks.contract.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { eventsOf } from './webhook-rows.ts';

type PayloadOf<E> = Extract<WebhookPayload, { type: E }>;

interface Happened<E extends WebhookEvent> {
  event: E;
  /** The lead or user whose erasure deletes the delivery. */
  about: { lead_id: string } | { user_id: string };
  /** Asked for only when a webhook wants the event. */
  data: () => Promise<PayloadOf<E>['data']>;
  /** Follow Up Boss is not sent changes by staff: an event there is what a person did. */
  byStaff?: boolean;
  /** Whether each is an event of its own, though about the same person. */
  each?: boolean;
}

/**
 * Queues an event for each webhook that wants it, in the caller's transaction. One that already waits for its first
 * attempt is brought up to date instead.
 */
export async function queueWebhook<E extends WebhookEvent>(
  transaction: DatabaseTransaction,
  { event, about, data, byStaff = false, each = false }: Happened<E>,
): Promise<void> {
  const wanted = await webhooksFor(transaction, { event, byStaff });
  if (wanted.length === 0) return;
  const moment = now();
  const payload = JSON.stringify({ type: event, timestamp: moment, data: await data() });
  for (const { id: webhook_id } of wanted) {
    if (!each) {
      const { numUpdatedRows } = await transaction
        .updateTable('webhook_deliveries')
        .set({ payload })
        .where('webhook_id', '=', webhook_id)
        .where('event', '=', event)
        .where((e) => e.and(about))
        .where('state', '=', 'waiting')
        .where('attempts', '=', 0)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) continue;
    }
    await transaction
      .insertInto('webhook_deliveries')
      .values({
        ...newDelivery,
        ...about,
        id: newId(),
        webhook_id,
        event,
        payload,
        next_attempt_at: moment,
        created_at: moment,
      })
      .execute();
  }
}

/** Queues an event about each of at most 100 new things, for these webhooks. */
export async function queueAboutNew<E extends WebhookEvent>(
  transaction: DatabaseTransaction,
  wanted: { id: string }[],
  event: E,
  happened: { about: Happened<E>['about']; data: PayloadOf<E>['data'] }[],
): Promise<void> {
  const moment = now();
  for (const { id: webhook_id } of wanted)
    await transaction
      .insertInto('webhook_deliveries')
      .values(
        happened.map(({ about, data }) => ({
          ...newDelivery,
          ...about,
          id: newId(),
          webhook_id,
          event,
          payload: JSON.stringify({ type: event, timestamp: moment, data }),
          next_attempt_at: moment,
          created_at: moment,
        })),
      )
      .execute();
}

/** The webhooks that want an event. For one whose maker left it waits (docs/security.md S16.2). */
export async function webhooksFor(
  transaction: DatabaseTransaction,
  { event, byStaff }: { event: WebhookEvent; byStaff: boolean },
): Promise<{ id: string }[]> {
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select(['id', 'kind', 'events'])
    .where((e) => e.or([e('disabled_at', 'is', null), e('disabled_reason', '=', makerLeftReason)]))
    .orderBy('id')
    .execute();
  return webhooks.filter(
    (webhook) => eventsOf(webhook).includes(event) && !(byStaff && webhook.kind === 'follow-up-boss'),
  );
}

export const newDelivery = {
  lead_id: null,
  user_id: null,
  state: 'waiting',
  attempts: 0,
  first_attempt_at: null,
  last_status: null,
  last_error: null,
  delivered_at: null,
} as const;
