/** Tells those who approve closings that something approved, and not paid yet, is open again (docs/product.md P29.7). */

import { officeDay } from '../../../shared/dates.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { notifyOfWork } from '../notifications/notifications.service.ts';
import { currentFacts } from './standing-checks.ts';
import { payoutStops, whyNotWork } from './stops.ts';

interface Approved {
  id: string;
  reported_at: string;
  /** Whether its letter is at escrow, title or who pays. */
  isSent: boolean;
}

/** Those of all members, or of one, as agent or co-agent. */
async function approvedClosings(transaction: DatabaseTransaction, userId?: string): Promise<Approved[]> {
  let found = transaction
    .selectFrom('closings')
    .select(({ exists, selectFrom }) => [
      'closings.id',
      'closings.reported_at',
      exists(
        selectFrom('closing_letters as letter')
          .select('letter.number')
          .whereRef('letter.closing_id', '=', 'closings.id')
          .where('letter.sent_at', 'is not', null)
          .where('letter.withdrawn_at', 'is', null)
          .where('letter.kind', '!=', 'notice'),
      ).as('sent'),
    ])
    .where('closings.paid_on', 'is', null)
    .where('closings.approved_at', 'is not', null)
    .where('closings.state', 'not in', ['fell-through', 'archived'])
    .orderBy('closings.id');
  if (userId !== undefined)
    found = found.where(({ or, eb, selectFrom }) =>
      or([
        eb('closings.agent_id', '=', userId),
        eb(
          'closings.id',
          'in',
          selectFrom('closing_shares').select('closing_id').where('closing_shares.user_id', '=', userId),
        ),
      ]),
    );
  const rows = await found.execute();
  return rows.map(({ id, reported_at, sent }) => ({ id, reported_at, isSent: Boolean(sent) }));
}

async function tell(
  transaction: DatabaseTransaction,
  closings: readonly string[],
  actorId: string | null,
): Promise<void> {
  if (closings.length === 0) return;
  const { approvers } = await transaction
    .selectFrom('closing_settings')
    .select('approvers')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const named: { user: string }[] = JSON.parse(approvers);
  const ids = named.map(({ user }) => user);
  for (const objectId of closings)
    await notifyOfWork(transaction, ids, { event: 'reopened', objectId, actorId });
}

/** Letters name the brokerage otherwise by now: all of them, or only those that are yet to be sent. */
export async function tellOfLetters(
  transaction: DatabaseTransaction,
  which: 'all' | 'unsent',
): Promise<void> {
  const closings = await approvedClosings(transaction);
  const those = closings.filter(({ isSent }) => which === 'all' || !isSent);
  await tell(
    transaction,
    those.map(({ id }) => id),
    null,
  );
}

/** Members whose change is under way: a change within another one tells nothing by itself. */
const underWay = new WeakMap<DatabaseTransaction, Set<string>>();

/**
 * Makes a change of a member. Approvers are told of their approved closings if they can't work on them any more, are not paid as
 * their payout details were checked, or are named otherwise in a letter that was sent; but not of their own act.
 */
export async function tellingWhatReopens<T>(
  transaction: DatabaseTransaction,
  { userId, actorId = null }: { userId: string; actorId?: string | null },
  change: () => Promise<T>,
): Promise<T> {
  const users = underWay.get(transaction) ?? new Set();
  if (users.has(userId)) return change();
  underWay.set(transaction, users.add(userId));
  try {
    const [before, wasNamed] = [await pointsIn(transaction, userId), await namedIn(transaction, userId)];
    const changed = await change();
    const isOther = (await namedIn(transaction, userId)) !== wasNamed;
    const those = [...(await pointsIn(transaction, userId))].filter(
      ([id, { isSent, points }]) =>
        (isSent && isOther) || points.some((point) => !before.get(id)?.points.includes(point)),
    );
    await tell(
      transaction,
      those.map(([id]) => id),
      actorId,
    );
    return changed;
  } finally {
    users.delete(userId);
  }
}

/** The points by which a member stops each of their approved closings. */
async function pointsIn(transaction: DatabaseTransaction, userId: string) {
  const closings = await approvedClosings(transaction, userId);
  const days = new Set(closings.map(({ reported_at }) => officeDay(reported_at)));
  const stopped = new Set<string>();
  for (const day of days) if ((await whyNotWork(transaction, [userId], day)).has(userId)) stopped.add(day);
  const payout = closings.length > 0 && (await payoutStops(transaction, [userId])).has(userId);
  return new Map(
    closings.map(({ id, reported_at, isSent }) => {
      const points = [stopped.has(officeDay(reported_at)) ? 'work' : [], payout ? 'payout' : []].flat();
      return [id, { isSent, points }] as const;
    }),
  );
}

/** By what letters of closings name a member. */
async function namedIn(transaction: DatabaseTransaction, userId: string): Promise<string> {
  const user = await transaction
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirst();
  const facts = (await currentFacts(transaction, [userId])).get(userId);
  return JSON.stringify([user?.name, facts?.license, facts?.payee]);
}
