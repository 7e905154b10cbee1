import { sql } from 'kysely';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { patientWaits, type TestDatabase } from './database.ts';
import { tcpProxy } from './tcp-proxy.ts';

interface DatabaseAway {
  /** For jobs that run during the outage: every change through it fails. */
  db: Database;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** Makes a test's database unavailable: PostgreSQL unreachable, or SQLite unable to write. */
export function databaseAway({ db, databaseUrl }: Pick<TestDatabase, 'db' | 'databaseUrl'>) {
  return databaseUrl ? postgresAway(new URL(databaseUrl)) : sqliteAway(db);
}

async function postgresAway(url: URL): Promise<DatabaseAway> {
  const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  await proxy.cut();
  url.host = `127.0.0.1:${proxy.port}`;
  const db = openDatabase({ databaseUrl: url.href, dataDir: '', waits: patientWaits });
  return {
    db,
    comeBack: () => proxy.restore(),
    async close() {
      await db.destroy();
      await proxy.close();
    },
  };
}

async function sqliteAway(db: Database): Promise<DatabaseAway> {
  await sql`pragma query_only = on`.execute(db);
  const comeBack = async () => void (await sql`pragma query_only = off`.execute(db));
  return { db, comeBack, close: comeBack };
}
