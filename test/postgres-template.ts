import { openDatabase } from '../src/server/platform/db/database.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { createDatabase, dropDatabase } from './database.ts';

// Two projects of one run may each make one.
const name = `template_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;

/** Migrates once per run; tests copy the result, which is ten times faster. */
export async function setup(): Promise<void> {
  const db = openDatabase({ dataDir: '', databaseUrl: await createDatabase(name) });
  await migrate(db);
  await db.destroy();
  // Inherited by the test processes.
  process.env.TEST_TEMPLATE = name;
}

export const teardown = (): Promise<void> => dropDatabase(name);
