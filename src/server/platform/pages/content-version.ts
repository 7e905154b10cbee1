import type { Database, DatabaseTransaction } from '../db/database.ts';

/** The version of the public content: cache entries store theirs and expire when it changes. */
export interface ContentVersion {
  readonly current: number;
  /** Reads the version; call it after committing a change and before responding. */
  refresh(): Promise<void>;
}

export async function contentVersion(db: Database): Promise<ContentVersion> {
  let current = await readVersion(db);
  return {
    get current() {
      return current;
    },
    async refresh() {
      // Reads may overtake each other; the version never decreases.
      current = Math.max(current, await readVersion(db));
    },
  };
}

async function readVersion(db: Database): Promise<number> {
  const row = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow();
  return row.version;
}

/** Call in the transaction of every change of public content. */
export async function bumpContentVersion(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('content_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .execute();
}
