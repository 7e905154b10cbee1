/** Accounts that the command of the operator creates, with a printed link. */

import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { UserFields } from '../../../shared/users/users.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { deletePasswordLinks, offerPasswordLink } from '../auth/passwords/password-links.service.ts';
import { lockUser } from './user-rows.ts';
import { insertUser, userExists } from './users.service.ts';

/** Creates a user; returns the link of the invitation, which is not mailed. @throws 400 for an email address in use */
export async function addWithPrintedLink(
  { db, sealing }: Pick<Parts, 'db' | 'sealing'>,
  { baseUrl }: Brokerage,
  actor: Actor,
  fields: UserFields,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const userId = await insertUser(transaction, { sealing }, actor, fields);
    if (userId === undefined) throw invalid(userExists);
    return offerPasswordLink(transaction, { userId, kind: 'invitation' }, baseUrl);
  });
}

/**
 * Returns a link for setting a password, which is not mailed: an invitation for a user without one. Earlier links of the
 * kind end. @throws 404 'User not found'; 400 for a suspended user
 */
export async function printPasswordLink(
  db: Database,
  { baseUrl }: Brokerage,
  actor: Actor,
  userId: string,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (user.suspended_at !== null) throw invalid('This user is suspended');
    const kind = user.password_hash === null ? 'invitation' : 'reset';
    await deletePasswordLinks(transaction, userId, [kind]);
    await recordAuditEvent(transaction, actor, {
      action: 'password-link.printed',
      object: user,
      details: kind,
    });
    return offerPasswordLink(transaction, { userId, kind }, baseUrl);
  });
}
