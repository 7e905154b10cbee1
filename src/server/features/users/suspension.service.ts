/** Suspends a user and takes them back; who works in the office, and all admins, learn of both. */

import type { User } from '../../../shared/users/users.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillAdmin } from '../../platform/http/still-allowed.ts';
import { invalid } from '../../platform/http-error.ts';
import { dropAnnouncements } from '../../platform/mail/queue-mail.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { LetterParts, Parts } from '../../platform/parts.ts';
import { deletePasswordLinks } from '../auth/passwords/password-links.service.ts';
import { endSessionsOf } from '../auth/sessions/sessions.service.ts';
import { dropPlan, openPlan } from '../member-files/open-plan.ts';
import { askInPlaceOf } from '../publishing/submissions.service.ts';
import { askLater } from './ask-to-sign.ts';
import { notingDropped } from './deciding.ts';
import { endOfficeWork } from './end-office-work.ts';
import { isLastActiveAdmin, lastAdminMessage } from './last-admin.ts';
import { tellOfAccount } from './tell-of-account.ts';
import { getUser, lockUser, toUser, type UserWithInvitation } from './user-rows.ts';
import { declineWaiting } from './waiting-signatures.ts';

/** Ends a user's sessions, links and work in the office; texts stay. @throws 404 'User not found'; 400 for the last active admin */
export async function suspendUser(
  { db, config, sealing }: LetterParts & Pick<Parts, 'db'>,
  actor: Actor,
  id: string,
): Promise<User> {
  return inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (user.suspended_at !== null) return toUser(user);
    if (await isLastActiveAdmin(transaction, user)) throw invalid(lastAdminMessage('suspended'));
    await suspendLocked(transaction, { config, sealing }, user, { actor, decidedBy: actor });
    return getUser(transaction, id);
  });
}

interface Doers {
  /** Undefined for the server. */
  actor: Pick<Actor, 'id' | 'name' | 'by'> | undefined;
  /** The person who has decided on what the server does. */
  decidedBy: Pick<Actor, 'id'> | undefined;
}

/** Suspends an active user who is locked, other than the last active admin. Call it late, as notingDropped. */
export async function suspendLocked(
  transaction: DatabaseTransaction,
  { config, sealing }: LetterParts,
  user: UserWithInvitation,
  { actor, decidedBy }: Doers,
): Promise<void> {
  const { id } = user;
  const suspension = { userId: id, how: 'suspended' } as const;
  await notingDropped(transaction, { sealing }, decidedBy, suspension, async () => {
    await transaction.updateTable('users').set({ suspended_at: now() }).where('id', '=', id).execute();
    await dropAnnouncements(transaction, { userId: id });
    await dropAnnouncements(transaction, { authorId: id });
    await endSessionsOf(transaction, id);
    await deletePasswordLinks(transaction, id);
    await endOfficeWork(transaction, config.brokerage, actor, id);
    await declineWaiting(transaction, id, { reason: 'The account was suspended', askAgain: true });
    await askInPlaceOf(transaction, id);
    await openPlan(transaction, id, 'off');
    await recordAuditEvent(transaction, actor, { action: 'user.suspended', object: user });
    await tellOfAccount(transaction, config.brokerage, actor ?? { name: 'The server' }, user, 'suspended');
    // Articles may name their author.
    await bumpContentVersion(transaction);
  });
}

/** Lets a suspended user sign in again. @throws 404 'User not found' */
export async function reactivateUser(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
): Promise<User> {
  return inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    // They may have been suspended while the call waited. Of others the audit event asks.
    if (id === actor.id) await requireStillAdmin(transaction, actor);
    if (user.suspended_at === null) return toUser(user);
    await transaction.updateTable('users').set({ suspended_at: null }).where('id', '=', id).execute();
    await dropPlan(transaction, id, 'off');
    await askLater(transaction, actor, id);
    await recordAuditEvent(transaction, actor, { action: 'user.reactivated', object: user });
    await tellOfAccount(transaction, config.brokerage, actor, user, 'reactivated');
    await bumpContentVersion(transaction);
    return getUser(transaction, id);
  });
}
