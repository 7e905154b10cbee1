import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Parts } from '../../platform/parts.ts';
import { plainValue } from './extended-json.ts';
import { documentsOf } from './json-documents.ts';
import { idOfOld } from './old-ids.ts';
import type { Place, Report } from './report.ts';

/** What every part of the import needs. */
export interface Import {
  parts: Pick<Parts, 'db' | 'config' | 'images'>;
  folder: string;
  dryRun: boolean;
  report: Report;
  /** Ids here of the accounts that exist, with those that this run adds or, in a dry run, would add. */
  accounts: Set<string>;
  /** Ids of accounts elsewhere, as `idOfOld`, that became accounts with other ids. */
  became: Map<string, string>;
  progress(text: string): void;
}

/** The account here of a user elsewhere; undefined when there is none, or no longer. */
export function accountOf({ accounts, became }: Import, oldId: string): string | undefined {
  const id = idOfOld('user', oldId);
  return became.get(id) ?? (accounts.has(id) ? id : undefined);
}

/** A document of an export: fields as plain values; its id, if it has one. */
export interface OldDocument {
  place: Place;
  oldId: string | undefined;
  fields: Record<string, unknown>;
}

/**
 * The documents of a file in batches. What is no document is passed to `onFault` with the reason.
 */
export async function* batchesOf(
  path: string,
  file: string,
  size: number,
  onFault: (place: Place, reason: string) => void,
): AsyncGenerator<OldDocument[]> {
  let batch: OldDocument[] = [];
  for await (const { line, text } of documentsOf(path)) {
    const place = { file, line };
    const fields = parsed(text);
    if (!fields) {
      onFault(place, 'is no JSON document');
      continue;
    }
    batch.push({ place, oldId: oldIdOf(fields._id), fields });
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return recordOf(plainValue(JSON.parse(text)));
  } catch {
    // No JSON, or nested too deeply.
    return undefined;
  }
}

/** An object's fields; undefined for anything else. */
export function recordOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date)
    return undefined;
  return Object.fromEntries(Object.entries(value));
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const maxOldIdLength = 200;

/** An id, or a reference, also to a document that was read along. */
export function oldIdOf(value: unknown): string | undefined {
  const id = recordOf(value)?._id ?? value;
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id.length > 0 && id.length <= maxOldIdLength ? id : undefined;
}

/** Of these ids, those imported before. */
export async function knownIds(db: Database, ids: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const some of inPieces(ids)) {
    const rows = await db.selectFrom('imported_ids').select('id').where('id', 'in', some).execute();
    for (const { id } of rows) known.add(id);
  }
  return known;
}

/** Rows per statement: databases limit the number of parameters. */
const atOnce = 500;

export function* inPieces<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
}

/** Inserts nothing in a dry run. */
export async function write(
  run: Import,
  work: (transaction: DatabaseTransaction) => Promise<void>,
): Promise<void> {
  if (!run.dryRun) await inTransaction(run.parts.db, work);
}

/** Among the ids from the first rows of an import until its audit event: a killed one has left it. */
const unfinishedId = idOfOld('import', 'unfinished');

export async function insertIds(transaction: DatabaseTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const some of inPieces(ids)) {
    await transaction
      .insertInto('imported_ids')
      .values(some.map((id) => ({ id, became: null })))
      .execute();
  }
  await transaction
    .insertInto('imported_ids')
    .values({ id: unfinishedId, became: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** True when an import wrote rows without coming to its end. */
export const isUnfinished = async (db: Database): Promise<boolean> =>
  (await knownIds(db, [unfinishedId])).size > 0;

/** Returns false when there is nothing to finish. */
export async function markFinished(transaction: DatabaseTransaction): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('imported_ids')
    .where('id', '=', unfinishedId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
