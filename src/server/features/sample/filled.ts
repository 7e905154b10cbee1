import { z } from 'zod';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';

const ids = z.array(z.string()).default([]);
const filled = z.object({
  /** When (ISO); the sample visits count from that day. */
  at: z.string(),
  articles: ids,
  testimonials: ids,
  posts: ids,
  leads: ids,
  users: ids,
  /** Pages and chapters of the handbook. */
  pages: ids,
  chapters: ids,
  closings: ids,
  /** The first admin, unless others approved closings. */
  approvers: ids,
  dues: ids,
  agreements: ids,
  /** The first admin, whose profile is a sample. */
  profiles: ids,
});
/** Ids of the sample content: the office can write others with the same names later. */
export type Filled = z.output<typeof filled>;

const name = 'sample-content';
const removed = 'removed';

/** True once per database, so that deleted samples stay deleted. A concurrent process waits here. */
export async function claim(transaction: DatabaseTransaction): Promise<boolean> {
  const claimed = await transaction
    .insertInto('secrets')
    .values({ name, value: JSON.stringify({ at: now() }) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Adds ids to those noted before. */
export async function noteFilled(
  transaction: DatabaseTransaction,
  added: Partial<Omit<Filled, 'at'>>,
): Promise<void> {
  const before = await readFilled(transaction);
  await transaction
    .updateTable('secrets')
    .set({ value: JSON.stringify({ ...before, ...added }) })
    .where('name', '=', name)
    .execute();
}

/** Undefined if there are no samples, or they were removed. */
export async function readFilled(db: Database): Promise<Filled | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  // Databases of earlier versions have a date here, and no ids.
  if (!row?.value.startsWith('{')) return undefined;
  return filled.parse(JSON.parse(row.value));
}

/** False if another call has done it. */
export async function noteRemoved(transaction: DatabaseTransaction): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('secrets')
    .set({ value: removed })
    .where('name', '=', name)
    .where('value', '!=', removed)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
