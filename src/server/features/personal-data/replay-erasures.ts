import { existsSync } from 'node:fs';
import { minute } from '../../../shared/time.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { dropTornLine, readErased, UnreadListError } from '../../platform/erasures/erased-files.ts';
import { erasedFiles, ownList } from '../../platform/erasures/list-settings.ts';
import { insertTombstones, type Tombstone } from '../../platform/erasures/tombstones.ts';
import { readWitness, witnessLists } from '../../platform/erasures/witness.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { ShuttingParts } from '../users/delete-user.ts';
import { finishErasures } from './erase-person.ts';

const batch = 500;

/**
 * Repeats the erasures that the files list and this older database has not seen; returns how many people were there.
 * Call it before anyone reads the database. A known erasure costs only a look.
 * @throws OperatorError when a list or line cannot be read
 */
export async function replayErasures(db: Database, files: string[], parts: ShuttingParts): Promise<number> {
  for (const file of files) await replay(db, file);
  return finishErasures(db, parts);
}

async function replay(db: Database, file: string): Promise<void> {
  let tombstones: Tombstone[] = [];
  for await (const tombstone of readErased(file)) {
    tombstones.push(tombstone);
    if (tombstones.length < batch) continue;
    await add(db, tombstones);
    tombstones = [];
  }
  await add(db, tombstones);
}

const add = (db: Database, tombstones: Tombstone[]): Promise<boolean> =>
  inTransaction(db, (transaction) => insertTombstones(transaction, tombstones, null));

type ReplaySettings = Pick<Config, 'dataDir' | 'erasedFile' | 'backupDir' | 'databaseUrl' | 'brokerage'>;

/** Lists that could not be read, by file, with why. */
export type UnreadLists = Map<string, string>;

/**
 * As `replayErasures`, of the files that the settings name, after a process that was killed while it wrote one. A list
 * that cannot be read is passed over where another one has all that it can have (docs/decisions/0030).
 * @throws OperatorError where none has
 */
export async function replayOwnErasures(
  db: Database,
  config: ReplaySettings,
  sealing: Sealing,
  isUsable = (_file: string) => true,
): Promise<{ erased: number; unread: UnreadLists }> {
  const unread: UnreadLists = new Map();
  const read: string[] = [];
  for (const file of erasedFiles(config)) {
    const fault = isUsable(file) ? await faultOf(replayOwn(db, file)) : `${file} cannot be used.`;
    if (fault !== undefined) unread.set(file, fault);
    else if (existsSync(file)) read.push(file);
  }
  await refuseDoubt(db, config, { read, unread });
  if (unread.size === 0) await witnessLists(config);
  return { erased: await finishErasures(db, { config, sealing }), unread };
}

async function replayOwn(db: Database, file: string): Promise<void> {
  await dropTornLine(db, file);
  await replay(db, file);
}

const faultOf = (work: Promise<void>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof UnreadListError) return error.message;
      throw error;
    },
  );

/** A server that was used this recently was probably not put back from a copy in between. */
const inUse = 10 * minute;

/** Every list has every erasure, so one is enough: if it was not put back together with an older database. */
async function refuseDoubt(
  db: Database,
  config: ReplaySettings,
  { read, unread }: { read: string[]; unread: UnreadLists },
): Promise<void> {
  const own = ownList(config);
  const { inPlace, lists } = await readWitness(config);
  // Put back without the disk of the backups, which the server had.
  const gone = erasedFiles(config).filter(
    (file) => lists.includes(file) && file !== own && !existsSync(file),
  );
  const missed = [...unread.keys(), ...(inPlace ? [] : gone)];
  if (missed.length === 0 || read.some((file) => file !== own) || (await isNew(db))) return;
  if (inPlace && read.includes(own)) return;
  if (config.databaseUrl && (await lastUse(db)) > fromNow(-inUse)) return;
  throw new OperatorError(
    `${[...unread.values()][0] ?? `The list of erasures ${gone[0]} is not there.`}\nIt is needed for this start: ${own} ` +
      'is new or was put back from a copy, so that people who were erased since would be back. ' +
      (missed.some((file) => file !== own)
        ? 'Make one of the lists readable, or take the setting away if no older database was put back.'
        : 'Make the list readable, or put it back from the folder of the backups.'),
  );
}

async function isNew(db: Database): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const lead = await db.selectFrom('contact_requests').select('id').limit(1).executeTakeFirst();
  return !user && !lead;
}

async function lastUse(db: Database): Promise<string> {
  const { at } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.max('started_at').as('at'))
    .executeTakeFirstOrThrow();
  return at ?? '';
}

/** Carries out the lists that can be read by now, and writes what lists lack; a job of each minute. */
export async function listErasures(
  {
    db,
    sealing,
    erasedFiles: files,
    places,
    config,
  }: Pick<Parts, 'db' | 'sealing' | 'erasedFiles' | 'places' | 'config'>,
  unread: UnreadLists,
): Promise<void> {
  let replayed = false;
  for (const file of unread.keys()) {
    if (!places.isUsable(file)) continue;
    const fault = await faultOf(replayOwn(db, file));
    places.report(file, fault);
    if (fault !== undefined) continue;
    unread.delete(file);
    replayed = true;
  }
  if (replayed) await finishErasures(db, { config, sealing });
  if (replayed && unread.size === 0) await witnessLists(config);
  await files.update();
}
