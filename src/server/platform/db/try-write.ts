import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from './database.ts';
import { newId, now } from './ids.ts';
import { isPostgres } from './json-rows.ts';

class Undone extends Error {}

/** Writes and takes it back. @throws the driver's error where nothing can be written */
export async function tryWrite(db: Database): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('jobs')
        .values({ name: `try ${newId()}`, started_at: now() })
        .execute();
      if (isPostgres(db)) await fillSomeDisk(transaction);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
}

/** Sorts more than fits into memory: a full disk fails it, and no table grows by it. */
async function fillSomeDisk(transaction: DatabaseTransaction): Promise<void> {
  await sql`set local work_mem = '64kB'`.execute(transaction);
  await sql`select count(number) from (select number from generate_series(1, 20000) as number order by md5(number::text)) as sorted`.execute(
    transaction,
  );
}
