import type { FastifyBaseLogger } from 'fastify';
import type { Database, DatabaseTransaction } from '../db/database.ts';

/** The version of the public content: cache entries store theirs and expire when it changes. */
export interface ContentVersion {
  readonly current: number;
  /** True after a failed refresh: until one succeeds, nothing in a cache counts as fresh. */
  readonly outdated: boolean;
  /** Reads the version. @throws the driver's error while the database is away */
  refresh(): Promise<void>;
  /** Call it after committing a change and before responding. Never throws: the change is committed. */
  changed(log: Pick<FastifyBaseLogger, 'warn'>): Promise<void>;
}

/** `onRise` reads the contents of memory again, before the new version counts. */
export async function contentVersion(
  db: Database,
  onRise: () => Promise<void> = async () => {},
): Promise<ContentVersion> {
  let current = await readVersion(db);
  // The settings in memory can be older than this version.
  await onRise();
  let failures = 0;
  let outdated = false;

  async function refresh(): Promise<void> {
    const before = failures;
    try {
      const read = await readVersion(db);
      if (read > current) await onRise();
      // Reads may overtake each other; the version never decreases.
      current = Math.max(current, read);
      // A read from before a failed one may not have seen the change.
      if (failures === before) outdated = false;
    } catch (error) {
      failures++;
      outdated = true;
      throw error;
    }
  }

  return {
    get current() {
      return current;
    },
    get outdated() {
      return outdated;
    },
    refresh,
    async changed(log) {
      await refresh().catch((error: unknown) => log.warn({ err: error }, 'content version not refreshed'));
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
    .where('id', '=', 1)
    .execute();
}
