import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { type EmptyPlace, emptyPlace } from '../../../../test/empty-place.ts';
import { makeUser, testPassword } from '../../../../test/factories.ts';
import { answersOf, type FilledServer, filledServer } from '../../../../test/filled-server.ts';
import { ignoreBlocks } from '../../../../test/loop-watch.ts';
import { secondServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { type Engine, openDatabase } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { migrate, migrationNames } from '../../platform/db/migrate.ts';
import { readyDatabase } from '../../platform/db/ready-database.ts';
import { appliedMigrations } from '../../platform/db/run-migrations.ts';
import { openForSoleUse } from '../../platform/db/sole-use.ts';
import { appendSecurityEvents, verifySecurityLog } from '../security-log/security-chain.ts';
import { beginFilling } from './fill.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { moveDatabase } from './move.ts';
import { silent } from './report.ts';
import { restoreArchive, verifyArchive } from './restore.ts';
import { readTar, tarEnd, tarFile } from './tar.ts';
import { writeArchive } from './write-archive.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Where to: with PostgreSQL under test the other engine, which is there as well. */
const other: Engine = engine === 'postgres' ? 'sqlite' : engine;
const passphrase = 'a passphrase for tests';

let folder: string;
let source: FilledServer;
let log: Awaited<ReturnType<typeof verifySecurityLog>>;
let answers: Awaited<ReturnType<typeof answersOf>>;
/** With secrets, and without. */
let file: string;
let plain: string;
const places: EmptyPlace[] = [];

async function place(on = other): Promise<EmptyPlace> {
  const made = await emptyPlace(on);
  places.push(made);
  return made;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerage-backup-'));
  source = await filledServer();
  await appendSecurityEvents(
    source.db,
    [3, 2, 1].map((days) => ({
      event: 'sign-in',
      detail: 'password',
      user_id: newId(),
      address: '192.0.2.1',
      device: 'Chrome on Mac',
      request_id: `request-${days}`,
      created_at: fromNow(-days * day),
    })),
  );
  log = await verifySecurityLog(source.db);
  expect(log).toMatchObject({ events: 3, faults: [] });
  answers = await answersOf(source, source.token);
  file = join(folder, 'all.tar.zst');
  plain = join(folder, 'plain.tar.zst');
  await writeArchive(source.config, file, { report: silent, passphrase });
  await writeArchive(source.config, plain, { report: silent });
});
afterEach(async () => {
  // Archives are made and read in this process, for which the server has another one.
  ignoreBlocks();
  for (const each of places.splice(0)) await each.remove();
});
afterAll(async () => {
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

const restore = (to: EmptyPlace, from = file, options = {}) =>
  restoreArchive(to.config, from, { report: silent, passphrase, ...options });

async function expectSameAnswers(at: EmptyPlace): Promise<void> {
  const server = await secondServer(at);
  try {
    expect(await answersOf(server, source.token)).toEqual(answers);
  } finally {
    await server.stop();
  }
}

async function expectWholeLog({ config }: EmptyPlace): Promise<void> {
  const db = openDatabase(config);
  try {
    expect(await verifySecurityLog(db)).toEqual(log);
    await expect(db.deleteFrom('security_log').execute()).rejects.toThrow('append-only');
  } finally {
    await db.destroy();
  }
}

describe('a backup', () => {
  it('restores into an empty database, of the other engine, too: every answer and image is the same', async () => {
    const to = await place();
    const { engine: made, tables } = await restore(to);
    expect(made).toBe(engine);
    expect(tables.find(({ name }) => name === 'users')?.rows).toBeGreaterThan(2);
    await expectWholeLog(to);
    await expectSameAnswers(to);
  });

  it('may only be read by its owner, and leaves nothing else behind', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(['all.tar.zst', 'plain.tar.zst']);
  });

  it('holds the rows of one moment while others are written', async () => {
    const busy = join(folder, 'busy.tar.zst');
    let writing = true;
    const write = async () => {
      while (writing) {
        const id = newId();
        await source.db.transaction().execute(async (transaction) => {
          for (const letter of ['a', 'b'])
            await transaction
              .insertInto('jobs')
              .values({ name: `${letter}${id}`, started_at: now() })
              .execute();
        });
        // SQLite's transactions resolve at once: the archive needs its turns.
        await setImmediate();
      }
    };
    const written = write();
    await writeArchive(source.config, busy, { report: silent });
    writing = false;
    await written;
    const to = await place();
    await restore(to, busy);
    const db = openDatabase(to.config);
    onTestFinished(() => db.destroy());
    const jobs = await db.selectFrom('jobs').select('name').execute();
    const ids = (letter: string) =>
      jobs.flatMap(({ name }) => (name.startsWith(letter) ? [name.slice(1)] : []));
    expect(ids('a').sort()).toEqual(ids('b').sort());
    await source.db.deleteFrom('jobs').execute();
    await rm(busy);
  });

  it('is checked by restoring it into a folder that is gone afterwards', async () => {
    await verifyArchive(file, { report: silent, passphrase });
    await verifyArchive(plain, { report: silent });
    expect((await readdir(folder)).sort()).toEqual(['all.tar.zst', 'plain.tar.zst']);
  });

  it('removes what a killed check left behind, and says so', async () => {
    const left = join(folder, '.verify-plain.tar.zst');
    await mkdir(left);
    await writeFile(join(left, 'brokerage.db'), 'half');
    const lines: string[] = [];
    await verifyArchive(plain, { report: { line: (text) => lines.push(text), progress() {} } });
    expect(lines).toContain(`${left} is of an interrupted drill and is removed.`);
    expect((await readdir(folder)).sort()).toEqual(['all.tar.zst', 'plain.tar.zst']);
  });

  it('does not overwrite a file', async () => {
    await expect(writeArchive(source.config, file, { report: silent })).rejects.toThrow('exists already');
  });
});

describe('secrets in a backup', () => {
  it('are left out unless asked for: sessions, links and mails with links', async () => {
    const to = await place();
    await restore(to, plain);
    const db = openDatabase(to.config);
    onTestFinished(() => db.destroy());
    for (const table of ['sessions', 'password_links', 'known_devices'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('mails').selectAll().where('link', 'is not', null).execute()).toEqual([]);
    const users = db.selectFrom('users').select(['id', 'password_hash', 'admin']).orderBy('id');
    const before = source.db.selectFrom('users').select(['id', 'password_hash', 'admin']).orderBy('id');
    expect(await users.execute()).toEqual(await before.execute());
  });

  it('need the passphrase, or are left out', async () => {
    const to = await place();
    const message = 'BACKUP_PASSPHRASE is not the passphrase';
    await expect(restore(to, file, { passphrase: 'another passphrase' })).rejects.toThrow(message);
    await expect(restore(to, file, { passphrase: undefined })).rejects.toThrow('encrypted secrets');
    await restore(to, file, { passphrase: undefined, withoutSecrets: true });
  });
});

describe('a restore', () => {
  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200), /cut off|damaged/],
    ['has a changed byte', (bytes: Buffer) => flipped(bytes, bytes.length >> 1), /damaged|cut off/],
    ['has a changed first byte', (bytes: Buffer) => flipped(bytes, 0), /damaged, or no backup/],
    ['is empty', () => Buffer.alloc(0), /cut off/],
  ])('refuses a file that %s, and changes nothing', async (_what, change, message) => {
    const broken = join(folder, 'broken.tar.zst');
    onTestFinished(() => rm(broken));
    await writeFile(broken, change(await readFile(file)));
    const to = await place();
    await expect(restore(to, broken)).rejects.toThrow(message);
    expect(await readdir(to.config.dataDir)).toEqual([]);
  });

  it('says that there is no such file', async () => {
    await expect(restore(await place(), join(folder, 'absent'))).rejects.toThrow('There is no such file');
  });

  it('refuses a database that is not empty, and replaces it after a backup of it when asked to', async () => {
    const to = await place();
    await restore(to, plain);
    await expect(restore(to)).rejects.toThrow('not empty');
    const savedTo = join(folder, 'saved', 'before.tar.zst');
    await restore(to, file, { replace: { savedTo } });
    await expectSameAnswers(to);
    const again = await place();
    await restore(again, savedTo);
    await rm(join(folder, 'saved'), { recursive: true });
  });

  it('refuses the database of a running server', async () => {
    // An idle pool has no connections; a server reads the content's version each second.
    await sql`select 1`.execute(source.db);
    await expect(restore({ ...(await place()), config: source.config })).rejects.toThrow(
      engine === 'postgres' ? 'A server uses the database' : 'not empty',
    );
    const to = await place('sqlite');
    const locked = await openForSoleUse(to.config);
    onTestFinished(() => locked.close());
    await expect(restore(to)).rejects.toThrow('in use by another process');
  });

  it('refuses a backup of a newer version', async () => {
    await source.db
      .insertInto('migrations')
      .values({ name: '9999_future', oldest: null, applied_at: now() })
      .execute();
    const newer = join(folder, 'newer.tar.zst');
    await expect(writeArchive(source.config, newer, { report: silent })).rejects.toThrow('newer version');
    await source.db.deleteFrom('migrations').where('name', '=', '9999_future').execute();
  });

  it('replaces what a newer version has migrated, and cannot be backed up, when it may be discarded', async () => {
    const to = await place();
    await restore(to);
    const migrated = await readyDatabase(to.config);
    const future = { name: '9999_future', oldest: null, applied_at: now() };
    await migrated.insertInto('migrations').values(future).execute();
    await migrated.destroy();
    const again = (savedTo?: string) =>
      restoreArchive(to.config, plain, { report: silent, replace: { savedTo } });
    await expect(again(join(folder, 'never.tar.zst'))).rejects.toThrow('Only the commands of that version');
    await again();
    const db = await readyDatabase(to.config);
    onTestFinished(() => db.destroy());
    const names = await db.selectFrom('migrations').select('name').execute();
    expect(names).not.toContainEqual({ name: '9999_future' });
  });

  it.each([
    ['migrations', (made: Manifest) => ({ ...made, migrations: [...made.migrations, '9999_future'] })],
    ['format', (made: Manifest) => ({ ...made, format: 2, migrations: 'elsewhere' })],
  ])('refuses the file of a version with newer %s, and changes nothing', async (_what, change) => {
    const newer = join(folder, 'of-newer-version.tar.zst');
    onTestFinished(() => rm(newer));
    await writeFile(newer, await withManifest(plain, change));
    const to = await place();
    await expect(restore(to, newer)).rejects.toThrow('was made by a newer version of this software');
    expect(await readdir(to.config.dataDir)).toEqual([]);
  });

  it('migrates what an older version backed up', async () => {
    const [from, to] = [await place(engine), await place()];
    const old = join(folder, 'of-older-version.tar.zst');
    onTestFinished(() => rm(old));
    const before = await openForSoleUse(from.config);
    await migrate(before.db, { to: '0024_jobs', alone: true });
    const { id, email } = await makeUser(before.db, { admin: true });
    await before.close();
    const { manifest } = await writeArchive(from.config, old, { report: silent });
    expect(manifest.migrations.at(-1)).toBe('0024_jobs');
    await restore(to, old);
    const server = await secondServer(to);
    onTestFinished(() => server.stop());
    expect(await appliedMigrations(server.db)).toEqual(migrationNames);
    const signedIn = await server.call('POST /api/auth', { body: { email, password: testPassword } });
    const { body } = await server.call('GET /api/auth', { token: signedIn.body.token });
    expect(body).toMatchObject({ _id: id, email });
  });

  it('that was interrupted keeps a server from starting, and starts over', async () => {
    const to = await place();
    const half = await openForSoleUse(to.config);
    await beginFilling(half.db, { from: 'the backup x', migrations: ['0001_accounts'] });
    await half.close();
    await expect(readyDatabase(to.config)).rejects.toThrow('The database is not whole');
    await expect(writeArchive(to.config, join(folder, 'half'), { report: silent })).rejects.toThrow(
      'not whole',
    );
    await restore(to);
    await expectSameAnswers(to);
  });

  it('erases again whom an erasure after the backup concerned', async () => {
    const erased = join(folder, 'erased.ndjson');
    onTestFinished(() => rm(erased));
    const user = await source.db
      .selectFrom('users')
      .select('id')
      .where('admin', '=', false)
      .executeTakeFirstOrThrow();
    const lead = await source.db.selectFrom('contact_requests').select('id').executeTakeFirstOrThrow();
    const lines = [
      { kind: 'user', id: user.id },
      { kind: 'contact-request', id: lead.id },
      { kind: 'user', id: newId() },
    ];
    await writeFile(erased, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const to = await place();
    await restore(to, file, { erasures: { files: [erased], sealing: source.parts.sealing } });
    const db = openDatabase(to.config);
    onTestFinished(() => db.destroy());
    expect(await db.selectFrom('users').select('id').where('id', '=', user.id).execute()).toEqual([]);
    expect(await db.selectFrom('contact_requests').select('id').where('id', '=', lead.id).execute()).toEqual(
      [],
    );
    await writeFile(erased, 'half a li');
    await expect(
      restore(await place(), file, { erasures: { files: [erased], sealing: source.parts.sealing } }),
    ).rejects.toThrow('line 1 is no erasure');
  });
});

/** A backup with another manifest, as of another version. */
async function withManifest(from: string, change: (made: Manifest) => unknown): Promise<Buffer> {
  const files: Buffer[] = [];
  for await (const { name, bytes } of readTar(Readable.from([zstdDecompressSync(await readFile(from))]))) {
    const isManifest = name === 'manifest.json';
    const changed = isManifest ? JSON.stringify(change(parseManifest(bytes.toString()))) : undefined;
    files.push(tarFile(name, changed === undefined ? bytes : Buffer.from(changed), new Date()));
  }
  return zstdCompressSync(Buffer.concat([...files, tarEnd]));
}

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe('a move', () => {
  it('copies everything to the other engine and back, and goes on after an interruption', async () => {
    const [first, second, third] = [await place(), await place(engine), await place(engine)];
    await restore(first);
    await moveDatabase(first.config, second.config, { report: silent });
    await expectWholeLog(second);
    await expectSameAnswers(second);

    const copying = moveDatabase(first.config, third.config, {
      report: {
        line() {},
        progress(text) {
          if (text.startsWith('Comparing')) throw new Error('interrupted');
        },
      },
    });
    await expect(copying).rejects.toThrow('interrupted');
    await expect(readyDatabase(third.config)).rejects.toThrow('The database is not whole');
    const lines: string[] = [];
    await moveDatabase(first.config, third.config, {
      report: { line: (text) => lines.push(text), progress() {} },
    });
    expect(lines[0]).toBe('An interrupted move goes on.');
    await expectSameAnswers(third);
    await expect(moveDatabase(first.config, third.config, { report: silent })).rejects.toThrow('not empty');
  });
});
