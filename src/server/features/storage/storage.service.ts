/** How much each member stores, and may store. */

import { setImmediate } from 'node:timers/promises';
import { type Expression, sql } from 'kysely';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { Storage } from '../../../shared/users/users.contract.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { preparedQuery } from '../../platform/db/prepared-query.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';

const feed = [
  ['posts', 'user_id'],
  ['comments', 'user_id'],
] as const;
const otherTexts = [
  ['articles', 'saved_by'],
  ['article_versions', 'saved_by'],
  ['working_copies', 'user_id'],
  ['testimonials', 'saved_by'],
  ['submissions', 'author_id'],
  ['lead_notes', 'author_id'],
] as const;

/** The tables that count, with the column of the member who is charged. */
const owned = { images: [['images', 'owner_id']], texts: [...feed, ...otherTexts] } as const;

type OwnedTables = readonly (readonly [table: string, column: string])[];
export type StorageKind = keyof typeof owned;
type StorageParts = Pick<Parts, 'db' | 'config'>;

const maxListed = 1000;

/** A sum reads up to 100,000 rows, as each counts at least 512 bytes. */
const addedUpAtOnce = 10;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** Bytes charged for texts, without mentions; must match `bytesOf` (migrations/1000_schema/bytes.ts). */
export const bytesOfTexts = (...texts: string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 512);

/** More than a mention counts (migrations/1000_schema/bytes.ts), with the longest name as JSON. */
const maxMentionBytes = 8 * (6 * maxLengths.user.name + 100);

/**
 * Reserves `bytes` of the actor's budget until the transaction ends. Call it before writing: concurrent writes of one
 * member wait here.
 * @throws 400 with a message that names the budget
 */
export async function reserveStorage(
  transaction: DatabaseTransaction,
  config: Config,
  { id }: Pick<Actor, 'id'>,
  kind: StorageKind,
  bytes: number,
): Promise<void> {
  await lockStorage(transaction, { id });
  // A separate statement: PostgreSQL sees commits from before a statement began, not from while it waited.
  if ((await usedBytes(transaction, id, owned[kind])) + bytes > config.storage[kind])
    throw full(config, kind);
}

/**
 * As reserveStorage, for a post or comment: its cost does not grow with a member's posts. `users.feed_bytes` counts
 * texts that are written but no deletions, so it is a maximum. Where it exceeds the budget, the texts are added up
 * again.
 * @throws 400 with a message that names the budget
 */
export async function reserveFeedStorage(
  transaction: DatabaseTransaction,
  config: Config,
  { id }: Pick<Actor, 'id'>,
  { bytes, maxMentions }: { bytes: number; maxMentions: number },
): Promise<void> {
  const budget = config.storage.texts;
  const most = bytes + maxMentions * maxMentionBytes;
  const [member] = await addFeedBytes(transaction, { id, most });
  const others = (await otherBytes(transaction, { id }))[0]?.bytes ?? 0;
  const inFeed = member?.feed_bytes ?? null;
  if (inFeed !== null && inFeed + others <= budget) return;
  const used = await usedBytes(transaction, id, feed);
  if (used + others + bytes > budget) throw full(config, 'texts');
  await transaction
    .updateTable('users')
    .set({ feed_bytes: used + most })
    .where('id', '=', id)
    .execute();
}

/** Locks the member's row, so that concurrent writes of one member wait. */
const addFeedBytes = preparedQuery({ id: String, most: Number }, (db, { id, most }) =>
  db
    .updateTable('users')
    .set((row) => ({ feed_bytes: row('feed_bytes', '+', most) }))
    .where('id', '=', id)
    .returning('feed_bytes'),
);

const otherBytes = preparedQuery({ id: String }, (db, { id }) =>
  db.selectNoFrom(bytesOf(otherTexts, id).as('bytes')),
);

/** Call it after writing posts or comments of these members without reserving storage. */
export async function forgetFeedBytes(transaction: DatabaseTransaction, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  await transaction.updateTable('users').set({ feed_bytes: null }).where('id', 'in', userIds).execute();
}

/** Lets concurrent writes of one member wait for each other until the transaction ends. */
export async function lockStorage(
  transaction: DatabaseTransaction,
  { id }: Pick<Actor, 'id'>,
): Promise<void> {
  // SQLite has one writer anyway. On PostgreSQL, references to the member do not wait for this lock.
  if (!isPostgres(transaction)) return;
  const member = transaction.selectFrom('users').select('id').where('id', '=', id);
  await member.forNoKeyUpdate().executeTakeFirst();
}

/** For a check before expensive work. @throws 400 when the budget is used up */
export async function demandStorage(
  { db, config }: StorageParts,
  { id }: Pick<Actor, 'id'>,
  kind: StorageKind,
): Promise<void> {
  if ((await usedBytes(db, id, owned[kind])) >= config.storage[kind]) throw full(config, kind);
}

function full({ storage }: Config, kind: StorageKind) {
  const size = `${storage[kind] / 1_000_000} MB`;
  return invalid(
    kind === 'images'
      ? `Your images would take more than ${size}. Replace or remove some (room is made within a day), or ask an admin for more room.`
      : `Your texts would take more than ${size}. Delete articles, posts or comments you no longer need, or ask an admin for more room.`,
  );
}

async function usedBytes(db: Database, userId: string, tables: OwnedTables): Promise<number> {
  const { bytes } = await db
    .selectNoFrom(bytesOf(tables, sql.val(userId)).as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Uses each table's index of owner and bytes. */
const bytesOf = (tables: OwnedTables, owner: Expression<unknown>) =>
  sql<number>`${sql.join(
    tables.map(
      ([table, column]) =>
        sql`(select coalesce(sum(bytes), 0) from ${sql.table(table)} where ${sql.ref(column)} = ${owner})`,
    ),
    sql` + `,
  )}`;

/** Bytes used by each member, largest first, at most 1,000 members; those with none are left out. */
export async function listStorage({ db, config }: StorageParts): Promise<Storage> {
  const users: Storage['users'] = [];
  for (let after = lowestId, last = false; !last; ) {
    const { rows } = await sql<{ id: string; images: number | string; texts: number | string }>`
      select id, ${bytesOf(owned.images, sql.ref('users.id'))} as images, ${bytesOf(owned.texts, sql.ref('users.id'))} as texts
      from users where id > ${after} order by id limit ${sql.lit(addedUpAtOnce)}`.execute(db);
    for (const { id, images, texts } of rows) {
      users.push({ _id: id, images: Number(images), texts: Number(texts) });
      after = id;
    }
    last = rows.length < addedUpAtOnce;
    // SQLite blocks this thread: let other requests run in between.
    await setImmediate();
  }
  const byBytes = users
    .filter(({ images, texts }) => images + texts > 0)
    .toSorted((a, b) => b.images + b.texts - (a.images + a.texts));
  return { budgets: config.storage, users: byBytes.slice(0, maxListed) };
}
