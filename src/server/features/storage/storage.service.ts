import { sql } from 'kysely';
import type { Storage } from '../../../shared/users.contract.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';

/** Where the bytes of members are, and the column with the member who is charged for them. */
const owned = {
  images: [['images', 'owner_id']],
  texts: [
    ['articles', 'saved_by'],
    ['article_versions', 'saved_by'],
    ['testimonials', 'saved_by'],
    ['posts', 'user_id'],
    ['comments', 'user_id'],
    ['lead_notes', 'author_id'],
  ],
} as const;

export type StorageKind = keyof typeof owned;
type StorageParts = Pick<Parts, 'db' | 'config'>;

/** More rows than this are no list that a person reads. */
const maxListed = 1000;

/** What a row with these texts counts; the same as its column `bytes` (migrations/0020_storage.ts). */
export const bytesOfTexts = (...texts: string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 512);

/**
 * Demands that `bytes` more of the actor fit into their budget, until the transaction ends. To be called before they
 * are written: of several writes of one member at once each waits here for the one before.
 * @throws 400 that names the budget
 */
export async function reserveStorage(
  transaction: DatabaseTransaction,
  config: Config,
  { id }: Pick<Actor, 'id'>,
  kind: StorageKind,
  bytes: number,
): Promise<void> {
  // SQLite has one writer at a time anyway. On PostgreSQL references to the member do not wait for this lock.
  if (isPostgres(transaction)) {
    const member = transaction.selectFrom('users').select('id').where('id', '=', id);
    await member.forNoKeyUpdate().executeTakeFirst();
  }
  // In a statement of its own: PostgreSQL sees what was committed before a statement began, not while it waited.
  if ((await usedBytes(transaction, id, kind)) + bytes > config.storage[kind]) throw full(config, kind);
}

/** To be called before work that only pays where something fits in. @throws 400 when the budget is used up */
export async function demandStorage(
  { db, config }: StorageParts,
  { id }: Pick<Actor, 'id'>,
  kind: StorageKind,
): Promise<void> {
  if ((await usedBytes(db, id, kind)) >= config.storage[kind]) throw full(config, kind);
}

function full({ storage }: Config, kind: StorageKind) {
  const size = `${storage[kind] / 1_000_000} MB`;
  return invalid(
    kind === 'images'
      ? `Your images would take more than ${size}. Replace or remove some (room is made within a day), or ask an admin for more room.`
      : `Your texts would take more than ${size}. Delete articles, posts or comments you no longer need, or ask an admin for more room.`,
  );
}

async function usedBytes(db: Database, userId: string, kind: StorageKind): Promise<number> {
  const sums = owned[kind].map(
    ([table, owner]) =>
      sql`(select coalesce(sum(bytes), 0) from ${sql.table(table)} where ${sql.ref(owner)} = ${userId})`,
  );
  const { rows } = await sql<{ bytes: number | string }>`select ${sql.join(sums, sql` + `)} as bytes`.execute(
    db,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** What each member takes, in bytes, most first, at most 1,000 of them; those who take nothing are left out. */
export async function listStorage({ db, config }: StorageParts): Promise<Storage> {
  const members = new Map<string, Storage['users'][number]>();
  for (const kind of ['images', 'texts'] as const) {
    for (const [table, owner] of owned[kind]) {
      const { rows } = await sql<{ id: string; bytes: number | string }>`
        select ${sql.ref(owner)} as id, sum(bytes) as bytes from ${sql.table(table)}
        where ${sql.ref(owner)} is not null group by ${sql.ref(owner)}`.execute(db);
      for (const { id, bytes } of rows) {
        const member = members.get(id) ?? { _id: id, images: 0, texts: 0 };
        member[kind] += Number(bytes);
        members.set(id, member);
      }
    }
  }
  const users = [...members.values()].toSorted((a, b) => b.images + b.texts - (a.images + a.texts));
  return { budgets: config.storage, users: users.slice(0, maxListed) };
}
