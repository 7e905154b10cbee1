import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';

let dataDir: string;

/** Migrates once per run; tests copy the file. */
export async function setup(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'brokerage-template-'));
  const db = openDatabase({ dataDir, databaseUrl: undefined });
  await migrate(db);
  // The last connection to close merges the write-ahead log into the file.
  await db.destroy();
  // Inherited by the test processes.
  process.env.TEST_SQLITE_TEMPLATE = dataDir;
}

export const teardown = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
