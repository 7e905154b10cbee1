/** Exports of a person's data, from the data map. */

import { type ExpressionBuilder, sql } from 'kysely';
import type { DataExport } from '../../../shared/personal-data/personal-data.contract.ts';
import { day, minute, second } from '../../../shared/time.ts';
import { erasedName } from '../../platform/audit/erase-names.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { deleteInBatches } from '../../platform/db/in-batches.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import { notFound } from '../../platform/http-error.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { zip } from '../../platform/zip.ts';
import { type ExportRow, exportColumns } from '../../tables/privacy.ts';
import type { Tables } from '../../tables/tables.ts';
import { personalFiles } from './export-files.ts';
import { exportReadyMail } from './export-mails.ts';
import { findPerson, findRequester } from './find-person.ts';

/** Time for which the file and its link are stored. */
const lifetime = 7 * day;
/** Without a sign of life, another process starts over. */
const claim = 2 * minute;
const heartbeat = second;
/** Bytes of a part, before base64. */
const partSize = 384 * 1024;

/** Asks for the data of an email address. An admin's asking for another person's is on record. */
export async function requestExport(db: Database, actor: Actor, email: string): Promise<DataExport> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .insertInto('exports')
      .values({
        id: newId(),
        requested_by: actor.id,
        email,
        state: 'waiting',
        rows_total: 0,
        rows_done: 0,
        bytes: 0,
        claimed_at: null,
        created_at: now(),
        finished_at: null,
      })
      .returning(exportColumns)
      .executeTakeFirstOrThrow();
    if (email !== actor.email) {
      const { userId, leadIds } = await findPerson(transaction, email);
      // By the id, which loses the name with the person.
      await recordAuditEvent(transaction, actor, {
        action: 'personal-data.exported',
        object: { id: userId ?? leadIds[0] ?? row.id, name: userId || leadIds[0] ? email : erasedName },
      });
    }
    return toDataExport(row);
  });
}

/** This person's exports of the last 7 days, newest first. */
export async function listExports(db: Database, actor: Actor): Promise<DataExport[]> {
  const rows = await db
    .selectFrom('exports')
    .select(exportColumns)
    .where('requested_by', '=', actor.id)
    .where(isFor(actor))
    .where('created_at', '>', fromNow(-lifetime))
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return rows.map(toDataExport);
}

/** A former admin gets no data of other people. */
const isFor = (actor: Actor) => (e: ExpressionBuilder<Tables, 'exports'>) =>
  actor.admin ? sql.lit(true) : e('email', '=', actor.email);

/**
 * The ZIP in pieces, for who asked for it.
 * @throws 404 'Export not found', also while it is being made
 */
export async function exportedFile(
  db: Database,
  actor: Actor,
  id: string,
): Promise<{ filename: string; bytes: number; content: AsyncGenerator<Buffer> }> {
  const row = await db
    .selectFrom('exports')
    .select(exportColumns)
    .where('id', '=', id)
    .where('requested_by', '=', actor.id)
    .where(isFor(actor))
    .where('state', '=', 'done')
    .where('created_at', '>', fromNow(-lifetime))
    .executeTakeFirst();
  if (!row) throw notFound('Export');
  return {
    filename: `personal-data-${row.created_at.slice(0, 10)}.zip`,
    bytes: row.bytes,
    content: partsOf(db, actor, row),
  };
}

async function* partsOf(db: Database, actor: Actor, { id, email }: ExportRow): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    await requireStillReading(db, actor, email === actor.email ? 'own' : 'admin');
    const part = await db
      .selectFrom('export_parts')
      .select('bytes')
      .where('export_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!part) return;
    yield Buffer.from(part.bytes, 'base64');
  }
}

/** Makes what waits, one after another; a job of every few seconds in each process. */
export async function makeExports(parts: Parts, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const row = await claimExport(parts.db);
    if (!row) return;
    const claimed = new Claim(parts.db, row);
    try {
      await makeExport(parts, row, claimed, stopping);
    } catch (error) {
      // Deleted with its person, or made by another process by now.
      if (error instanceof ClaimLost) continue;
      await claimed.update(parts.db, { state: 'failed', finished_at: now() }).catch(unlessLost);
      throw error;
    }
  }
}

class ClaimLost extends Error {}

function unlessLost(error: unknown): void {
  if (!(error instanceof ClaimLost)) throw error;
}

/** A process's claim to make an export. A process that was taken for dead must not write into the file of the next. */
class Claim {
  readonly #db: Database;
  readonly #id: string;
  #at: string | null;

  constructor(db: Database, { id, claimed_at }: ExportRow) {
    this.#db = db;
    this.#id = id;
    this.#at = claimed_at;
  }

  /** @throws ClaimLost */
  async update(db: Database, changes: Partial<ExportRow>): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('exports')
      .set(changes)
      .where('id', '=', this.#id)
      .where('state', '=', 'running')
      .where('claimed_at', '=', this.#at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ClaimLost();
  }

  /** @throws ClaimLost */
  async beat(changes: Partial<ExportRow>): Promise<void> {
    const claimed_at = now();
    await this.update(this.#db, { ...changes, claimed_at });
    this.#at = claimed_at;
  }

  /** Also a sign of life. @throws ClaimLost */
  async addPart(number: number, part: Buffer, rowsDone: number): Promise<void> {
    const claimed_at = now();
    await inTransaction(this.#db, async (transaction) => {
      await this.update(transaction, { claimed_at, rows_done: rowsDone });
      await transaction
        .insertInto('export_parts')
        .values({ export_id: this.#id, number, bytes: part.toString('base64') })
        .execute();
    });
    // Not before the commit: a transaction that is retried has to find the former one.
    this.#at = claimed_at;
  }
}

/** The oldest export that no process is making. */
async function claimExport(db: Database): Promise<ExportRow | undefined> {
  const free = await db
    .selectFrom('exports')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .where((e) => e.or([e('claimed_at', 'is', null), e('claimed_at', '<', fromNow(-claim))]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!free) return undefined;
  return db
    .updateTable('exports')
    .set({ state: 'running', claimed_at: now(), rows_done: 0 })
    .where('id', '=', free.id)
    .where((e) => e.or([e('claimed_at', 'is', null), e('claimed_at', '<', fromNow(-claim))]))
    .returning(exportColumns)
    .executeTakeFirst();
}

/** Aborted, it is left for the next start. @throws ClaimLost */
async function makeExport(parts: Parts, row: ExportRow, claim: Claim, stopping?: AbortSignal): Promise<void> {
  const { db } = parts;
  await db.deleteFrom('export_parts').where('export_id', '=', row.id).execute();
  let done = 0;
  let number = 0;
  let bytes = 0;
  let reported = Date.now();
  const person = await findRequester(db, row.email, row.requested_by);
  const { rows, files } = await personalFiles(parts, person, { reader: row.id, onRow: () => done++ });
  await claim.beat({ rows_total: rows });
  for await (const part of inParts(zip(files, new Date()), () => beat())) {
    if (stopping?.aborted) return claim.update(db, { claimed_at: null });
    await claim.addPart(number++, part, Math.min(done, rows));
    bytes += part.length;
  }
  await inTransaction(db, async (transaction) => {
    await claim.update(transaction, { state: 'done', rows_done: rows, bytes, finished_at: now() });
    await mailRequester(transaction, parts, row.requested_by);
  });
  parts.mails.wake();

  /** Rows that compress well fill a part slowly. */
  async function beat(): Promise<void> {
    if (Date.now() - reported < heartbeat) return;
    reported = Date.now();
    await claim.beat({ rows_done: Math.min(done, rows) });
  }
}

async function mailRequester(
  transaction: Parameters<Parameters<typeof inTransaction>[1]>[0],
  { config: { brokerage } }: Parts,
  userId: string,
): Promise<void> {
  const to = await transaction
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await queueMail(transaction, exportReadyMail(to, brokerage), { userId });
}

/** Pieces of equal size, but for the last; `onChunk` hears of each chunk that they are made of. */
async function* inParts(chunks: AsyncIterable<Buffer>, onChunk: () => Promise<void>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    await onChunk();
    waiting.push(chunk);
    size += chunk.length;
    if (size < partSize) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** An hourly job. */
export async function deleteExpiredExports(db: Database): Promise<void> {
  await deleteInBatches(db, 'exports', sql`created_at < ${fromNow(-lifetime)}`, 1);
}

const toDataExport = (row: ExportRow): DataExport => ({
  _id: row.id,
  email: row.email,
  state: row.state,
  progress: row.state === 'done' ? 1 : row.rows_total === 0 ? 0 : row.rows_done / row.rows_total,
  bytes: row.bytes,
  date: row.created_at,
  expires: new Date(Date.parse(row.created_at) + lifetime).toISOString(),
});
