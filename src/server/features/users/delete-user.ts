import { minute } from '../../../shared/time.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import {
  eraseActor,
  erasedName,
  eraseFromEvents,
  eraseObjects,
  namesOf,
  namesOfNoOther,
} from '../../platform/audit/erase-names.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { unlessAway } from '../../platform/db/database-away.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { batch, inBatches } from '../../platform/db/in-batches.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { insertTombstones } from '../../platform/erasures/tombstones.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { dropAnnouncements } from '../../platform/mail/queue-mail.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { hurryPurge, imagesOf } from '../images/images.service.ts';
import { eraseMemberNames } from '../leads/lead-events.service.ts';
import { rejectHeld } from '../member-files/held.ts';
import { keepLinks } from '../member-files/keep-links.ts';
import { removeMentions } from '../mentions/mentions.service.ts';
import { removeNotifications } from '../notifications/notifications.service.ts';
import { disownComments } from '../posts/comments.service.ts';
import { recordFeedEvent } from '../posts/feed-events.service.ts';
import { eraseReportersWords, keepHeldReports } from '../posts/keep-reports.ts';
import { discountLikesOf, removeLikes } from '../posts/likes.service.ts';
import { askInPlaceOf } from '../publishing/submissions.service.ts';
import { eraseFromDeliveries } from '../webhooks/erase-from-deliveries.ts';
import { notingDropped } from './deciding.ts';
import { endOfficeWork } from './end-office-work.ts';
import { isLastActiveAdmin, lastAdminMessage } from './last-admin.ts';
import { rejectOpenApprovals } from './open-approvals.ts';
import { tellOfAccount } from './tell-of-account.ts';
import { lockUser } from './user-rows.ts';

/**
 * Deletes a user with their sessions, links, posts and likes. Their comments on others' posts stay, as those of a
 * former member (docs/product.md P6.13). The decision is committed first, with the end of all sessions; after a kill or
 * a fault `finishErasures` completes it.
 * @throws 404 'User not found'; 400 for the last active admin, under a legal hold, and as rejectOpenApprovals
 */
export async function deleteUser(
  { db, config, sealing, mails }: Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    await rejectHeld({ db: transaction, sealing }, [user.email]);
    if (await isLastActiveAdmin(transaction, user)) throw invalid(lastAdminMessage('deleted'));
    await rejectOpenApprovals(transaction, id);
    await notingDropped(transaction, { sealing }, actor, { userId: id, how: 'deleted' }, async () => {
      await tellOfAccount(transaction, config.brokerage, actor, user, 'deleted');
      await recordAuditEvent(transaction, actor, {
        action: 'user.deleted',
        object: { id, name: erasedName },
      });
      await shutOut(transaction, { config, sealing }, actor, id);
    });
    const tombstone = { id, kind: 'user', email_hash: null, erased_at: now() } as const;
    const isFirst = await insertTombstones(transaction, [tombstone], null);
    if (!isFirst) throw notFound('User');
  });
  mails.wake();
  await carryOutDeletions(db, [id]).catch(unlessAway);
}

/** Deletes accounts whose deletion is decided, by `shutOut` and a tombstone. Open feeds are reread once, at the end. */
export async function carryOutDeletions(db: Database, ids: string[]): Promise<void> {
  const since = await eraseTraces(db, ids);
  for (const id of ids) {
    await emptyAccount(db, id);
    await inTransaction(db, async (transaction) => {
      await removeUserIfThere(transaction, id, since);
      await transaction.updateTable('tombstones').set({ finished_at: now() }).where('id', '=', id).execute();
      if (id === ids.at(-1)) await recordFeedEvent(transaction, { kind: 'reload' });
    });
  }
}

/**
 * Takes users out of what the logs say of others, in small steps and once for all of them. Returns since when (ISO)
 * there may be more.
 */
export async function eraseTraces(db: Database, ids: string[]): Promise<string> {
  // Clocks of processes differ a little.
  const since = fromNow(-minute);
  if (ids.length === 0) return since;
  const users = await db.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', ids).execute();
  if (users.length > 0) await eraseNamesOf(db, users);
  return since;
}

async function eraseNamesOf(
  db: Database,
  users: { id: string; name: string; email: string }[],
  since?: string,
): Promise<void> {
  const names = await namesOf(db, users);
  const accounts = users.map(({ id }) => id);
  const ownNames = await namesOfNoOther(db, names, accounts);
  const sought = { emails: users.map(({ email }) => email), accounts, names, ownNames };
  await eraseFromEvents(db, sought, since);
  await eraseMemberNames(db, ownNames, since);
  await eraseFromDeliveries(db, accounts, since);
}

export interface ShuttingParts {
  config: Pick<Config, 'brokerage'>;
  sealing: Sealing;
}

/**
 * Shuts out an account before its deletion: nothing is written for it any more. Call it after acquiring the lock
 * 'users'; a second time it changes nothing.
 */
export async function shutOut(
  transaction: DatabaseTransaction,
  { config, sealing }: ShuttingParts,
  actor: Pick<Actor, 'id' | 'name'> | undefined,
  id: string,
): Promise<void> {
  await keepLinks(transaction, sealing, id);
  await transaction.deleteFrom('sessions').where('user_id', '=', id).execute();
  await transaction.updateTable('users').set({ suspended_at: now() }).where('id', '=', id).execute();
  await askInPlaceOf(transaction, id);
  await endOfficeWork(transaction, config.brokerage, actor, id);
  // Articles may name their author.
  await bumpContentVersion(transaction);
}

/** The comments, likes and notifications of a post are deleted with it. */
const postBatch = 20;

/** A member may have written thousands, each with comments and likes of others: in batches, before the account goes. */
export async function emptyAccount(db: Database, userId: string): Promise<void> {
  await inBatches(db, (transaction) => removePosts(transaction, userId), postBatch);
  await inBatches(db, async (transaction) => {
    await blockOtherRuns(transaction, userId);
    return removeLikes(transaction, userId, batch);
  });
  await inBatches(db, (transaction) => disownComments(transaction, userId, batch));
  await inBatches(db, (transaction) => removeNotifications(transaction, userId, batch));
  await inBatches(db, (transaction) => removeMentions(transaction, userId, batch));
  await inBatches(db, (transaction) => eraseActor(transaction, userId, batch));
  for (const table of ['lead_notes', 'lead_events'] as const)
    await inBatches(db, (transaction) => disown(transaction, table, userId));
}

/** Takes the name out of what the office wrote of leads, at most `batch` times. */
async function disown(
  transaction: DatabaseTransaction,
  table: 'lead_notes' | 'lead_events',
  userId: string,
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable(table)
    .set({ author_name: formerMember })
    .where('id', 'in', (own) =>
      own
        .selectFrom(table)
        .select(`${table}.id`)
        .where('author_id', '=', userId)
        .where('author_name', '!=', formerMember)
        .limit(batch),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Another process may finish the same erasure: a like that both have read would be discounted twice. */
async function blockOtherRuns(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.updateTable('users').set({ id }).where('id', '=', id).execute();
}

async function removePosts(transaction: DatabaseTransaction, userId: string): Promise<number> {
  await dropAnnouncements(transaction, { authorId: userId });
  const own = transaction.selectFrom('posts').select('id').where('user_id', '=', userId).limit(postBatch);
  const ids = (await own.execute()).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await keepHeldReports(transaction, 'post_id', ids);
  const { numDeletedRows } = await transaction.deleteFrom('posts').where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}

/** After `eraseTraces`, which returns `since`. False when it has gone. */
export async function removeUserIfThere(
  transaction: DatabaseTransaction,
  id: string,
  since: string,
): Promise<boolean> {
  await acquireLock(transaction, 'users');
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (user) await removeUser(transaction, user, since);
  return user !== undefined;
}

/** Rows that stay lose the name (docs/product.md P19.2). Pictures that nothing else uses go with the next purge. */
async function removeUser(
  transaction: DatabaseTransaction,
  { id, name, email }: { id: string; name: string; email: string },
  since: string,
): Promise<void> {
  await blockNewRows(transaction, id);
  await discountLikesOf(transaction, id);
  const images = await imagesOf(transaction, id);
  for (const table of ['lead_notes', 'lead_events'] as const)
    await transaction
      .updateTable(table)
      .set({ author_name: formerMember })
      .where('author_id', '=', id)
      .where('author_name', '!=', formerMember)
      .execute();
  await eraseReportersWords(transaction, id);
  await eraseNamesOf(transaction, [{ id, name, email }], since);
  await eraseObjects(transaction, [id]);
  await eraseActor(transaction, id, batch);
  await transaction.deleteFrom('users').where('id', '=', id).execute();
  await hurryPurge(transaction, images);
}

/** Foreign keys wait only for a changed key; the email is one on PostgreSQL. A like added now would not be counted. */
async function blockNewRows(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.updateTable('users').set({ email: id }).where('id', '=', id).execute();
}
