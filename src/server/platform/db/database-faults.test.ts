import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { makeToken } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { lockWaits } from '../../../../test/lock-waits.ts';
import { patience } from '../../../../test/patience.ts';
import { startProcess } from '../../../../test/process.ts';
import { call, secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { hour } from '../../../shared/time.ts';
import { openDatabase } from './database.ts';
import { fromNow } from './ids.ts';
import { inTransaction } from './transaction.ts';

const run = promisify(execFile);
const admin = { email: 'admin@example.com', password: 'a password for tests' };

if (engine === 'postgres') {
  let server: TestServer;
  let token: string;
  let other: pg.Client;

  beforeAll(async () => {
    server = await testServer();
    token = await makeToken(server.db);
    other = new pg.Client({ connectionString: server.config.databaseUrl });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await server.stop();
  });

  const post = () => server.call('POST /api/posts', { token, body: { text: 'Hello' } });
  /** As a process that is frozen in the middle of a write. */
  const freeze = async () => {
    await other.query('begin');
    await other.query('update feed_position set position = position');
  };
  const waiting = () => lockWaits(server);

  it('reads go on while more writers wait for a frozen process than there are connections', async () => {
    const small = await secondServer(server, { databasePool: 4 });
    onTestFinished(() => small.stop());
    await freeze();
    const write = () => small.call('POST /api/posts', { token, body: { text: 'Hello' } });
    const writes = Promise.all(Array.from({ length: 8 }, write));
    // Two of the four connections can write; reads must not need a write permit.
    await vi.waitUntil(async () => (await waiting()) === 2, patience);
    const read = () => small.call('GET /api/posts', { token });
    const reads = await Promise.all(Array.from({ length: 8 }, read));
    expect(reads.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await waiting()).toBe(2);
    await other.query('rollback');
    expect((await writes).map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it('writes give up behind a frozen process, and one that is left open is ended', async () => {
    const limits = { statement_timeout: 15_000, lock_timeout: 200, idle_in_transaction_session_timeout: 500 };
    const impatient = await secondServer(server, {}, { patience: 300, limits });
    onTestFinished(() => impatient.stop());
    await freeze();
    const writes = Array.from({ length: 8 }, () =>
      impatient.call('POST /api/posts', { token, body: { text: 'Hello' } }),
    );
    for (const { status, headers, body } of await Promise.all(writes)) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('2');
      expect(body.msg).toBe('The service is briefly unavailable, please try again');
    }
    await other.query('rollback');
    expect((await post()).status).toBe(200);

    const leftOpen = impatient.db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('feed_position')
        .set((row) => ({ position: row('position', '+', 0) }))
        .execute();
      // Waits until PostgreSQL has ended the transaction.
      await other.query('update feed_position set position = position');
      await sql`select 1`.execute(transaction);
    });
    await expect(leftOpen).rejects.toThrow();
  });

  it('a site waits 2 s for a lock, 15 s for a statement and 3 s for the next one of a transaction', async () => {
    const db = openDatabase({ ...server.config, waits: {} });
    const { rows } = await sql`select current_setting('lock_timeout') as lock,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
    await db.destroy();
    expect(rows).toEqual([{ lock: '2s', statement: '15s', idle: '3s' }]);
  });

  it('answers as before while a newer version adds columns to every table', async () => {
    const calls = ['GET /api/posts', 'GET /api/auth', 'GET /api/articles/all', 'GET /api/notifications'];
    const statuses = async () =>
      (await Promise.all([...calls, ...calls, ...calls].map((key) => server.call(key, { token })))).map(
        ({ status }) => status,
      );
    await statuses();
    const tables = ['posts', 'users', 'articles', 'notifications', 'sessions'];
    for (const table of tables) await other.query(`alter table ${table} add column added_later text`);
    expect(await statuses()).toEqual(Array(3 * calls.length).fill(200));
    expect((await post()).status).toBe(200);
  });

  it('begins a transaction anew whose statement was planned before a column was added', async () => {
    const positions = () =>
      inTransaction(server.db, (transaction) =>
        transaction.selectFrom('feed_position').selectAll().execute(),
      );
    await positions();
    await other.query('alter table feed_position add column added_later text');
    expect(await positions()).toHaveLength(1);
  });
}

if (engine === 'sqlite')
  it('a full disk is 503 for writes, reads go on, and it heals by itself', async () => {
    const server = await testServer();
    try {
      const token = await makeToken(server.db);
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(server.db);
      await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(server.db);
      const post = () => server.call('POST /api/posts', { token, body: { text: 'word '.repeat(900) } });
      let last = await post();
      for (let tries = 0; last.status === 200 && tries < 50; tries++) last = await post();
      expect(last.status).toBe(503);
      expect(last.body.msg).toBe('The service is briefly unavailable, please try again');
      await sql`pragma max_page_count = 1073741823`.execute(server.db);
      expect((await post()).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

// A limit of the size of files stands for the full disk: COMMIT cannot write.
if (engine === 'sqlite')
  it('a full disk at COMMIT is 503, loses nothing, leaves no file behind, and heals by itself', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'brokerage-full-'));
    const server = startProcess({
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMITS: 'off',
    });
    const setMaxFileSize = (bytes: number | 'unlimited') =>
      run('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:unlimited`]);
    try {
      await server.ready;
      const { token } = (await call(server.url, 'POST /api/auth', { body: admin })).body;
      const db = openDatabase({ dataDir, databaseUrl: undefined });
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
      await setMaxFileSize(60_000);

      const noise = plainImage(400, 400).composite([
        {
          input: {
            create: {
              width: 400,
              height: 400,
              channels: 3,
              background: 'black',
              noise: { type: 'gaussian', sigma: 90 },
            },
          },
        },
      ]);
      const image = new Uint8Array(await noise.jpeg().toBuffer());
      const sent = await upload(server, token, image, { path: '/api/profile/image' });
      expect(sent.status).toBe(503);
      // The folder is made by the first upload that comes so far.
      const left = await readdir(dataDir, { recursive: true });
      expect(left.filter((name) => name.startsWith('images/'))).toEqual([]);

      const post = () =>
        call(server.url, 'POST /api/posts', { token, body: { text: crypto.randomUUID().repeat(100) } });
      let stored = 0;
      let last = await post();
      for (; last.status === 200 && stored < 50; stored++) last = await post();
      expect(last).toMatchObject({
        status: 503,
        body: { msg: 'The service is briefly unavailable, please try again' },
      });
      expect(last.headers.get('retry-after')).toBe('2');
      expect((await call(server.url, 'GET /api/posts', { token })).status).toBe(200);

      await setMaxFileSize('unlimited');
      expect((await post()).status).toBe(200);
      const posts = await db.selectFrom('posts').select('id').execute();
      expect(posts).toHaveLength(stored + 1);
      await db.destroy();
    } finally {
      server.child.kill('SIGKILL');
      await server.ended;
      await rm(dataDir, { recursive: true, force: true });
    }
  });

it('reads of a member go on while the database is read-only, and nothing can be written', async () => {
  const server = await testServer();
  const reader = await makeToken(server.db);
  await server.db
    .updateTable('sessions')
    .set({ last_used_at: fromNow(-hour) })
    .execute();
  try {
    await setReadOnly(server, true);
    expect((await server.call('GET /api/posts', { token: reader })).status).toBe(200);
    const refused = await server.call('POST /api/posts', { token: reader, body: { text: 'Hello' } });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    await setReadOnly(server, false);
    expect((await server.call('POST /api/posts', { token: reader, body: { text: 'Hello' } })).status).toBe(
      200,
    );
  } finally {
    await server.stop();
  }
});

/** Like a standby, or a disk remounted read-only after a fault. */
async function setReadOnly({ db, config }: TestServer, readOnly: boolean): Promise<void> {
  if (engine === 'sqlite') {
    await sql`pragma query_only = ${sql.lit(Number(readOnly))}`.execute(db);
    return;
  }
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  try {
    await client.query(`set default_transaction_read_only = off`);
    const name = pg.escapeIdentifier(new URL(config.databaseUrl ?? '').pathname.slice(1));
    await client.query(
      `alter database ${name} set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`,
    );
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  } finally {
    await client.end();
  }
}
