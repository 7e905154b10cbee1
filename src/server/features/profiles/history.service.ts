/** Experience and education in a profile. */

import { maxCounts } from '../../../shared/field-limits.ts';
import type { EducationFields, ExperienceFields } from '../../../shared/profiles/profiles.contract.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { findProfile } from './profile-rows.ts';
import { nextVersion, type VersionedProfile, versioned } from './profiles.service.ts';

interface Conditions {
  expectedVersions?: number[] | undefined;
  key?: IdempotencyKey | undefined;
}

/** Adds to one's own profile. @throws 400 'There is no profile for this user', or for too many; 412 on a conflict */
export const addExperience = (
  db: Database,
  actor: Actor,
  { from, to, current, ...fields }: ExperienceFields,
  conditions: Conditions = {},
) =>
  changingHistory(db, actor, conditions, async (transaction) => {
    await leaveRoom(transaction, 'experience', actor);
    const row = { ...fields, ...periodColumns({ from, to, current }), id: newId(), user_id: actor.id };
    await transaction.insertInto('experience').values(row).execute();
  });

/** As addExperience. */
export const addEducation = (
  db: Database,
  actor: Actor,
  { from, to, current, ...fields }: EducationFields,
  conditions: Conditions = {},
) =>
  changingHistory(db, actor, conditions, async (transaction) => {
    await leaveRoom(transaction, 'education', actor);
    const row = { ...fields, ...periodColumns({ from, to, current }), id: newId(), user_id: actor.id };
    await transaction.insertInto('education').values(row).execute();
  });

/** @throws 404 'Experience not found', also for another user's; 412 on a conflict */
export const removeExperience = (db: Database, actor: Actor, id: string, expectedVersions?: number[]) =>
  changingHistory(db, actor, { expectedVersions }, (transaction) =>
    remove(transaction, 'experience', 'Experience', actor, id),
  );

/** @throws 404 'Education not found', also for another user's; 412 on a conflict */
export const removeEducation = (db: Database, actor: Actor, id: string, expectedVersions?: number[]) =>
  changingHistory(db, actor, { expectedVersions }, (transaction) =>
    remove(transaction, 'education', 'Education', actor, id),
  );

/** A current entry has no end, even if one was sent. */
export const periodColumns = ({
  from,
  to,
  current,
}: {
  from: string | null;
  to: string | null;
  current: boolean;
}) => ({
  from_day: from,
  to_day: current ? null : to,
  is_current: current,
});

/** The history is part of the profile's version. */
async function changingHistory(
  db: Database,
  actor: Actor,
  { expectedVersions, key }: Conditions,
  change: (transaction: DatabaseTransaction) => Promise<void>,
): Promise<VersionedProfile> {
  return onceInTransaction(db, key, async (transaction) => {
    await nextVersion(transaction, actor, expectedVersions);
    await change(transaction);
    return versioned(await findProfile(transaction, actor.id));
  });
}

type HistoryTable = 'experience' | 'education';

async function leaveRoom(db: DatabaseTransaction, table: HistoryTable, actor: Actor): Promise<void> {
  const { count } = await db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow();
  if (count >= maxCounts.historyEntries)
    throw invalid(`A profile can have at most ${maxCounts.historyEntries} entries`);
}

async function remove(
  db: DatabaseTransaction,
  table: HistoryTable,
  kind: string,
  actor: Actor,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound(kind);
}
