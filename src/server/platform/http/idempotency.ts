import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { idempotencyHeader, idempotentCalls } from '../../../shared/idempotent-calls.ts';
import { day } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { fromNow, now } from '../db/ids.ts';
import { deleteInBatches } from '../db/in-batches.ts';
import { orNull, preparedQuery } from '../db/prepared-query.ts';
import { HttpError, keyUsed } from '../http-error.ts';
import { turnOf } from './actor.ts';
import { clientAddress } from './client-address.ts';
import { countedInTransaction, type Hit } from './rate-limits.ts';

/** Identifies a request, and tells it from a different one with the same key. */
export interface IdempotencyKey {
  /** Hash of caller, call and key. */
  id: string;
  userId: string | null;
  call: string;
  /** Hash of the input. */
  fingerprint: string;
}

const retention = day;
/** Limit for each member, as an answer can be as long as an article. */
const maxStored = 50;

/** A string as RFC 8941 has it; clients leave out the quotes. */
const form = /^(?:"([!#-[\]-~]{8,200})"|([!#-[\]-~]{8,200}))$/;

/** Undefined without the header, and for calls that do not take it. @throws 400 for a key that is not valid */
export function idempotencyKeyOf(
  call: string,
  input: { params: unknown; body: unknown },
  request: FastifyRequest,
): IdempotencyKey | undefined {
  const header = request.headers[idempotencyHeader];
  if (header === undefined || !idempotentCalls.has(call)) return undefined;
  const [, quoted, bare] = form.exec(String(header)) ?? [];
  const key = quoted ?? bare;
  if (key === undefined) throw new HttpError(400, [{ msg: 'Idempotency-Key is not valid' }]);
  const userId = request.actor?.id ?? null;
  const caller = request.actor ? turnOf(request.actor) : clientAddress(request);
  return {
    id: hash([caller, call, key]),
    userId,
    call,
    fingerprint: hash([input.params, input.body]),
  };
}

const hash = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Returns what `work` returns. With a key, only the first request does the work; repeats get its result, which must be
 * JSON. An error leaves the key unused. Hits count in the same transaction.
 * @throws 422 when another request used the key; 429 beyond the limit of a hit
 */
export function onceInTransaction<T>(
  db: Database,
  key: IdempotencyKey | undefined,
  work: (transaction: DatabaseTransaction) => Promise<T>,
  hits: readonly Hit[] = [],
): Promise<T> {
  return countedInTransaction(db, hits, async (transaction) => {
    if (!key) return work(transaction);
    if (!(await isFirstUse(transaction, key))) return answerOf<T>(transaction, key);
    const result = await work(transaction);
    await setAnswer(transaction, { id: key.id, answer: JSON.stringify(result) });
    return result;
  });
}

const setAnswer = preparedQuery({ id: String, answer: String }, (db, { id, answer }) =>
  db.updateTable('idempotency_keys').set({ answer }).where('id', '=', id),
);

/** A concurrent request with the same key waits for the other's commit. @throws 422 when another request used the key */
export async function isFirstUse(transaction: DatabaseTransaction, key: IdempotencyKey): Promise<boolean> {
  const { id, userId, call, fingerprint } = key;
  const added = await addKey(transaction, { id, user_id: userId, call, fingerprint, created_at: now() });
  if (added.length > 0) {
    if (userId !== null) await deleteOldest(transaction, { userId });
    return true;
  }
  const first = await transaction
    .selectFrom('idempotency_keys')
    .select('fingerprint')
    .where('id', '=', id)
    .executeTakeFirst();
  // Expired in between.
  if (!first) return isFirstUse(transaction, key);
  if (first.fingerprint !== fingerprint) throw keyUsed();
  return false;
}

const addKey = preparedQuery(
  { id: String, user_id: orNull(String), call: String, fingerprint: String, created_at: String },
  (db, row) =>
    db
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
);

async function answerOf<T>(transaction: DatabaseTransaction, { id }: IdempotencyKey): Promise<T> {
  const { answer } = await transaction
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const result: T = JSON.parse(answer ?? 'null');
  return result;
}

const deleteOldest = preparedQuery({ userId: String }, (db, { userId }) =>
  db
    .deleteFrom('idempotency_keys')
    .where('id', 'in', (beyond) =>
      beyond
        .selectFrom('idempotency_keys')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(sql.lit(maxStored))
        .limit(sql.lit(maxStored)),
    ),
);

/** Deletes keys after a day; an hourly job. */
export async function deleteExpiredIdempotencyKeys(db: Database): Promise<void> {
  await deleteInBatches(db, 'idempotency_keys', sql`created_at < ${fromNow(-retention)}`);
}
