import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Parts } from '../../platform/parts.ts';
import { plainValue } from './extended-json.ts';
import { documentsOf, recordsIn } from './json-documents.ts';
import { idOfOld } from './old-ids.ts';
import type { Counted, Place, Report } from './report.ts';

/** Skips records that repeat the id of an earlier one in the file; the earlier one counts. */
export function skipRepeated(run: Import, what: Counted): (batch: OldDocument[]) => OldDocument[] {
  const lines = new Map<string, number>();
  return (batch) =>
    batch.filter(({ oldId, place }) => {
      if (oldId === undefined) return true;
      const first = lines.get(oldId);
      if (first === undefined) return lines.set(oldId, place.line);
      run.report.skip(what, place, `has the _id of line ${first}`);
      return false;
    });
}

/** Shared by every part of the import. */
export interface Import {
  parts: Pick<Parts, 'db' | 'config' | 'images' | 'processImage' | 'sealing'>;
  folder: string;
  dryRun: boolean;
  report: Report;
  /** Ids here of the accounts that exist, with those that this run adds or, in a dry run, would add. */
  accounts: Set<string>;
  progress(text: string): void;
}

/** The account here of a user elsewhere; undefined when there is none, or no longer. */
export function accountOf({ accounts }: Import, oldId: string): string | undefined {
  const id = idOfOld('user', oldId);
  return accounts.has(id) ? id : undefined;
}

/** A document of an export: fields as plain values; its id, if it has one. */
export interface OldDocument {
  place: Place;
  oldId: string | undefined;
  fields: Record<string, unknown>;
}

/** Reads the documents of a file in batches, and passes anything else to `onFault` with the reason. */
export async function* batchesOf(
  path: string,
  file: string,
  size: number,
  onFault: (place: Place, reason: string) => void,
): AsyncGenerator<OldDocument[]> {
  let batch: OldDocument[] = [];
  const shape = new Shape();
  let record = 0;
  for await (const { line, text } of documentsOf(path)) {
    const found = [...readRecords(text, shape)];
    for (const { fields, id, fault } of found) {
      record++;
      const place = { file, line, record, ...(id !== undefined && { id }) };
      if (fields) batch.push({ place, oldId: id, fields });
      else onFault(place, fault);
    }
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type Read =
  | { fields: Record<string, unknown>; id: string | undefined; fault?: undefined }
  | { fields?: undefined; id: string | undefined; fault: string };

/** A piece's document; of one that is cut off all records that it swallowed. */
function* readRecords(text: string, shape: Shape): Generator<Read> {
  const fields = parsed(text);
  if (fields) {
    shape.see(fields);
    yield { fields, id: oldIdOf(fields._id) };
    return;
  }
  yield { id: idIn(text), fault: 'is no JSON document: cut off, or damaged' };
  for (const swallowed of recordsIn(text)) {
    const rest = parsed(swallowed);
    const isRecord = rest && shape.fits(rest);
    if (isRecord) yield { fields: rest, id: oldIdOf(rest._id) };
    else yield { id: idIn(swallowed), fault: 'follows a damaged record, or is part of it' };
  }
}

/**
 * Tells records from documents inside them, such as comments with ids of their own, by the fields that all records
 * have.
 */
class Shape {
  #common: Set<string> | undefined;

  see(fields: Record<string, unknown>): void {
    const names = Object.keys(fields);
    this.#common = this.#common ? new Set(names.filter((name) => this.#common?.has(name))) : new Set(names);
  }

  fits(fields: Record<string, unknown>): boolean {
    if (!this.#common || this.#common.size < 2) return false;
    return [...this.#common].every((name) => Object.hasOwn(fields, name));
  }
}

const firstId = /"_id"\s*:\s*(?:\{\s*"\$oid"\s*:\s*)?"?([\w-]{1,200})/;

const idIn = (text: string): string | undefined => firstId.exec(text.slice(0, 1000))?.[1];

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

/** Returns those of the ids that were imported before. */
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
