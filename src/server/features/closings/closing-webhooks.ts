import type { z } from 'zod';
import type { closingInEvent } from '../../../shared/webhooks/webhooks.contract.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { queueWebhook } from '../webhooks/queue-webhook.ts';
import { agentOf } from './closing-answers.ts';
import { findClosing } from './closing-rows.ts';

/** Call it in the transaction of the cause. */
export async function queueClosingEvent(
  transaction: DatabaseTransaction,
  event: 'closing.reported' | 'closing.approved' | 'closing.paid',
  id: string,
): Promise<void> {
  const row = await findClosing(transaction, id);
  if (row.agent_id === null) return;
  const data = async (): Promise<z.output<typeof closingInEvent>> => ({
    _id: row.id,
    agent: agentOf(row),
    property: row.property,
    kind: row.kind,
    price: row.price,
    gross: row.gross,
    fees: row.fees,
    kept: row.kept,
    state: row.state,
    reported: row.reported_at,
    approved: row.approved_at,
    paidOn: row.paid_on,
  });
  await queueWebhook(transaction, {
    event,
    about: { user_id: row.agent_id },
    data,
    byStaff: true,
    each: true,
  });
}
