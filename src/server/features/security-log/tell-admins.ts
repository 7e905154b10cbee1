import type { SecurityEvent } from '../../../shared/security-log/security-events.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { mailAdmins } from '../../platform/mail/mail-admins.ts';
import type { Parts } from '../../platform/parts.ts';
import { appendInTransaction } from './security-chain.ts';

interface Told {
  event: SecurityEvent;
  detail: string;
  mail: Parameters<typeof mailAdmins>[1];
  /** Ids of others who get the email. */
  also?: readonly string[];
}

/**
 * Tells all admins by an email, and the security log, of an act that one person could abuse. Call it late in the
 * transaction of the act, as appendInTransaction, and `mails.wake()` afterwards.
 */
export async function tellAdmins(
  transaction: DatabaseTransaction,
  { sealing }: Pick<Parts, 'sealing'>,
  actor: Pick<Actor, 'id'>,
  { event, detail, mail, also }: Told,
): Promise<void> {
  await mailAdmins(transaction, mail, [], also);
  await appendInTransaction(transaction, sealing, [
    { event, detail, user_id: actor.id, address: '', device: '', request_id: '', created_at: now() },
  ]);
}
