import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { dropTornLine, erasedFiles, readErased } from '../../platform/erasures/erased-files.ts';
import { insertTombstones, type Tombstone } from '../../platform/erasures/tombstones.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { finishErasures } from './erase-person.ts';

const batch = 500;

/**
 * Erases again whom the files list and this database, an older one, does not know to be erased; returns how many were
 * there. Call it before anybody reads the database. Rows that it knows cost a look only.
 * @throws OperatorError when a line cannot be read
 */
export async function replayErasures(db: Database, files: string[], sealing: Sealing): Promise<number> {
  for (const file of files) {
    let tombstones: Tombstone[] = [];
    for await (const tombstone of readErased(file)) {
      tombstones.push(tombstone);
      if (tombstones.length < batch) continue;
      await add(db, tombstones);
      tombstones = [];
    }
    await add(db, tombstones);
  }
  return finishErasures(db, sealing);
}

/** As `replayErasures`, of the files that the settings name, after a process that was killed while it wrote one. */
export async function replayOwnErasures(
  db: Database,
  config: Pick<Config, 'erasedFile' | 'backupDir'>,
  sealing: Sealing,
): Promise<number> {
  const files = erasedFiles(config);
  for (const file of files) await dropTornLine(db, file);
  return replayErasures(db, files, sealing);
}

const add = (db: Database, tombstones: Tombstone[]): Promise<boolean> =>
  inTransaction(db, (transaction) => insertTombstones(transaction, tombstones, null));
