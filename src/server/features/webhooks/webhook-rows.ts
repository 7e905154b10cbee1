import { z } from 'zod';
import { type WebhookEvent, webhookEvents } from '../../../shared/webhooks/webhook-events.ts';
import type { Delivery } from '../../../shared/webhooks/webhooks.contract.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../../tables/webhooks.ts';

const events = z.array(z.enum(webhookEvents));

export const eventsOf = (row: Pick<WebhookRow, 'events'>): WebhookEvent[] =>
  events.parse(JSON.parse(row.events));

const context = ({ id }: Pick<WebhookRow, 'id'>) => `webhook:${id}`;

export const sealSecret = (sealing: Sealing, webhook: Pick<WebhookRow, 'id'>, secret: string): string =>
  sealing.seal(secret, context(webhook));

/**
 * The secret, and after a rotation the former one for a day. @throws Error when another key sealed it
 * @param at milliseconds since 1970
 */
export function openSecrets(sealing: Sealing, row: WebhookRow, at: number): string[] {
  const secret = sealing.open(row.secret, context(row));
  const isFormerValid = row.former_until !== null && Date.parse(row.former_until) > at;
  if (row.former_secret === null || !isFormerValid) return [secret];
  return [secret, sealing.open(row.former_secret, context(row))];
}

export const toDelivery = (row: WebhookDeliveryRow): Delivery => ({
  _id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  status: row.last_status,
  error: row.last_error,
  date: row.created_at,
  nextAttempt: row.state === 'waiting' ? row.next_attempt_at : null,
  delivered: row.delivered_at,
});
