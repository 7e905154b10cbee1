import type { Database, DatabaseTransaction } from '../db/database.ts';

/**
 * Counts the changes of what the public pages show. Whatever is kept in memory from that content carries the
 * version it was made from and is thrown away when the version has moved on.
 */
export interface ContentVersion {
  /** The newest version that this process knows of. */
  readonly current: number;
  /** Reads the version anew; called after a change is committed, before its caller is answered. */
  refresh(): Promise<void>;
}

export async function contentVersion(db: Database): Promise<ContentVersion> {
  let current = await readVersion(db);
  return {
    get current() {
      return current;
    },
    async refresh() {
      // Two reads may overtake each other; the version never goes back.
      current = Math.max(current, await readVersion(db));
    },
  };
}

async function readVersion(db: Database): Promise<number> {
  const row = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow();
  return row.version;
}

/** To be called in the transaction of every change of public content. */
export async function bumpContentVersion(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('content_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .execute();
}
