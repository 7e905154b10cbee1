import { makerLeftReason } from '../../../shared/webhooks/webhook-events.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { webhookColumns } from '../../tables/webhooks.ts';
import { disableWebhook } from './deliver-webhooks.ts';

/** Turns off what a user had sent to other systems, until another admin keeps it or deletes it. Returns how many. */
export async function pauseWebhooksOf(transaction: DatabaseTransaction, userId: string): Promise<number> {
  const webhooks = await transaction
    .selectFrom('webhooks')
    .innerJoin('webhook_makers', 'webhook_makers.webhook_id', 'webhooks.id')
    .select(columnsOf('webhooks', webhookColumns))
    .where('webhook_makers.user_id', '=', userId)
    .where('disabled_at', 'is', null)
    .orderBy('webhooks.id')
    .execute();
  for (const webhook of webhooks) await disableWebhook(transaction, webhook, makerLeftReason, now());
  return webhooks.length;
}
