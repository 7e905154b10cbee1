import { openDatabase } from '../src/server/platform/db/database.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { createDatabase, dropDatabase } from './database.ts';

const name = `template_${process.pid}`;

/** Migrates once for the whole run; each test then copies the result, which takes a tenth of the time. */
export async function setup(): Promise<void> {
  const db = openDatabase({ dataDir: '', databaseUrl: await createDatabase(name) });
  await migrate(db);
  await db.destroy();
  // The processes that run the tests inherit it.
  process.env.TEST_TEMPLATE = name;
}

export const teardown = (): Promise<void> => dropDatabase(name);
