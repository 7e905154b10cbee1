import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  anImage,
  changeRow,
  changeRows,
  type Files,
  flipped,
  handMade,
  manifestOf,
  move,
  withManifest,
} from '../../../../test/changed-backup.ts';
import { engine } from '../../../../test/database.ts';
import { type EmptyPlace, emptyPlace } from '../../../../test/empty-place.ts';
import { answersOf, type FilledServer, filledServer } from '../../../../test/filled-server.ts';
import { ignoreBlocks } from '../../../../test/loop-watch.ts';
import { secondServer } from '../../../../test/server.ts';
import { imageFiles } from '../../../shared/images/images.ts';
import { day } from '../../../shared/time.ts';
import { type Engine, openDatabase } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { migrate, migrationNames, migrations } from '../../platform/db/migrate.ts';
import { readyDatabase } from '../../platform/db/ready-database.ts';
import { appliedMigrations } from '../../platform/db/run-migrations.ts';
import { openForSoleUse } from '../../platform/db/sole-use.ts';
import { recordSent } from '../../platform/mail/queue-mail.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { appendSecurityEvents, verifySecurityLog } from '../security-log/security-chain.ts';
import { inviteWaiting } from '../users/invite-waiting.ts';
import { beginFilling } from './fill.ts';
import type { Manifest } from './manifest.ts';
import { moveDatabase } from './move.ts';
import { silent } from './report.ts';
import { restoreArchive, verifyArchive } from './restore.ts';
import { keyOf, seal } from './sealed.ts';
import { tarFile } from './tar.ts';
import { writeArchive } from './write-archive.ts';

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
    source.parts,
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
  log = await verifySecurityLog(source.db, { sealing: source.parts.sealing });
  expect(log).toMatchObject({ events: 4, faults: [], proofs: { ours: { events: 4 } } });
  await invitedByList();
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

/** Two people are invited by a list: one has the email, the other's still waits. */
async function invitedByList(): Promise<void> {
  const csv = 'Name,Email\nLee Sent,lee.sent@example.com\nMay Waits,may.waits@example.com';
  await source.made('POST /api/users/bulk', { token: source.token, body: { csv } });
  await inviteWaiting(source.parts);
  const mails = source.db.selectFrom('mails').selectAll();
  await recordSent(
    source.db,
    await mails.where('recipient', '=', 'lee.sent@example.com').executeTakeFirstOrThrow(),
  );
}

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
    expect(await verifySecurityLog(db, { sealing: source.parts.sealing })).toEqual(log);
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
    await expect(writeArchive(source.config, file, { report: silent })).rejects.toThrow('already exists');
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
    const withLinks = db.selectFrom('mails').select(['recipient', 'state']).where('link', 'is not', null);
    expect(await withLinks.execute()).toEqual([{ recipient: 'lee.sent@example.com', state: 'sent' }]);
    // Lists of invitations are there; what was sent, too.
    const lines = db.selectFrom('bulk_invitation_rows').select(['email', 'mail_id']).orderBy('line');
    const sent = { email: 'lee.sent@example.com', mail_id: expect.any(String) };
    expect(await lines.execute()).toEqual([sent, { email: 'may.waits@example.com', mail_id: null }]);
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
    ['has a changed first byte', (bytes: Buffer) => flipped(bytes, 0), /damaged, or not a backup/],
    ['is empty', () => Buffer.alloc(0), /cut off/],
  ])('refuses a file that %s, and changes nothing', async (_what, change, message) => {
    const broken = join(folder, 'broken.tar.zst');
    onTestFinished(() => rm(broken));
    await writeFile(broken, change(await readFile(file)));
    const to = await place();
    await expect(restore(to, broken)).rejects.toThrow(message);
    expect(await readdir(to.config.dataDir)).toEqual([]);
  });

  it('names the file in it that is not what was stored', async () => {
    const broken = join(folder, 'other.tar.zst');
    onTestFinished(() => rm(broken));
    const tar = zstdDecompressSync(await readFile(plain));
    // A row of users, in the text of its file: the archive itself stays whole.
    const at = tar.indexOf('Angstr');
    tar.write('Engstr', at < 0 ? tar.indexOf('example.com') : at, 'latin1');
    await writeFile(broken, zstdCompressSync(tar));
    await expect(restore(await place(), broken)).rejects.toThrow(
      /^.*other\.tar\.zst cannot be used\. It is damaged: "[\w/.-]+" in it is not what was stored\.$/,
    );
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

  it('fills a database in which only migrations have written', async () => {
    const to = await place();
    await (await readyDatabase(to.config)).destroy();
    expect((await restore(to)).tables).toContainEqual(expect.objectContaining({ name: 'users' }));
  });

  it('refuses the database of a running server', async () => {
    // An idle pool has no connections; a server reads the content's version each second.
    await sql`select 1`.execute(source.db);
    await expect(restore({ ...(await place()), config: source.config })).rejects.toThrow(
      engine === 'postgres' ? 'A server is using the database' : 'not empty',
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
    const to = await place();
    const next = '9001_next';
    onTestFinished(() => {
      delete migrations[next];
      migrationNames.pop();
    });
    migrations[next] = {
      oldest: migrationNames.at(-1) ?? '',
      up: (db) => db.schema.alterTable('rate_limits').addColumn('trial', 'text').execute(),
    };
    migrationNames.push(next);
    await restore(to);
    await expectSameAnswers(to);
    const db = openDatabase(to.config);
    onTestFinished(() => db.destroy());
    expect(await appliedMigrations(db)).toEqual(migrationNames);
    await sql`select trial from rate_limits`.execute(db);
  });

  /** Without the tables and columns of later migrations. */
  async function asOfBaseline(from: string, names: string[]): Promise<Buffer> {
    const scratch = await place('sqlite');
    const db = openDatabase(scratch.config);
    await migrate(db, { to: '1000_schema' });
    const tables = await db.introspection.getTables();
    await db.destroy();
    const columns = new Map(tables.map((table) => [table.name, table.columns.map(({ name }) => name)]));
    return handMade(from, (files, made) => {
      const order = made.tables.map(({ name }) => name);
      for (const { name, secret } of made.tables) {
        const known = columns.get(name);
        if (!known)
          for (const file of [...files.keys()]) if (file.startsWith(`tables/${name}/`)) files.delete(file);
        if (!known || secret) continue;
        const has = (line: string) => Object.keys(JSON.parse(line)).every((column) => known.includes(column));
        const withKnown = (line: string) =>
          JSON.stringify(
            Object.fromEntries(Object.entries(JSON.parse(line)).filter(([column]) => known.includes(column))),
          );
        changeRows(files, made, name, (lines) => lines.map((line) => (has(line) ? line : withKnown(line))));
      }
      made.tables = made.tables
        .filter(({ name }) => columns.has(name))
        .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
      made.migrations = names;
    });
  }

  it.each([
    ['the last version before 1.0', ['0001_accounts', '0097_closing_lists'], undefined],
    ['one before that', ['0001_accounts', '0096_handbook_files'], 'too old to upgrade'],
  ])('of %s is restored or refused', async (_what, names, refused) => {
    const older = join(folder, 'before-1.0.tar.zst');
    onTestFinished(() => rm(older));
    await writeFile(older, await asOfBaseline(plain, names));
    const to = await place();
    if (refused) return expect(restore(to, older)).rejects.toThrow(refused);
    const { tables } = await restore(to, older);
    expect(tables.find(({ name }) => name === 'users')?.rows).toBeGreaterThan(2);
    const db = await readyDatabase(to.config);
    onTestFinished(() => db.destroy());
    expect(await appliedMigrations(db)).toEqual(migrationNames);
  });

  it('that was interrupted keeps a server from starting, and starts over', async () => {
    const to = await place();
    const half = await openForSoleUse(to.config);
    await beginFilling(half.db, { from: 'the backup x', migrations: ['1000_schema'] });
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

describe('a backup that was made by hand', () => {
  it.each<[string, (files: Files, made: Manifest) => void, string]>([
    [
      'an unknown table',
      (files, made) => changeRows(files, made, 'surprises', () => ['{"id":1}']),
      'It holds the table "surprises", which the version that made it does not have.',
    ],
    [
      'the rows of a table that its manifest does not list',
      (_files, made) => (made.tables = made.tables.filter(({ name }) => name !== 'users')),
      'It holds rows of the table "users", which its manifest does not list.',
    ],
    [
      'an unknown column',
      (files, made) =>
        changeRows(files, made, 'users', (lines) => changeRow(lines, (row) => ({ ...row, root: true }))),
      'A row of the table "users" has other columns than that table.',
    ],
    [
      'a row without a column',
      (files, made) =>
        changeRows(files, made, 'users', (lines) => changeRow(lines, ({ name: _name, ...row }) => row)),
      'A row of the table "users" has other columns than that table.',
    ],
    [
      'a column twice',
      (files, made) =>
        changeRows(files, made, 'users', (lines) => lines.map((line) => line.replace('{', '{"admin":true,'))),
      'A row of the table "users" cannot be read.',
    ],
    [
      'a value of another type',
      (files, made) =>
        changeRows(files, made, 'users', (lines) => changeRow(lines, (row) => ({ ...row, name: { a: 1 } }))),
      'A row of the table "users" has a value of another type in "name".',
    ],
    [
      'a row that is none',
      (files, made) => changeRows(files, made, 'users', () => ['drop table users']),
      'A row of the table "users" cannot be read.',
    ],
    [
      'fewer rows than its manifest says',
      (_files, made) => {
        for (const table of made.tables) if (table.name === 'users') table.rows++;
      },
      'Its manifest lists other rows of the table "users" than it holds.',
    ],
    [
      'a table twice in its manifest',
      (_files, made) => made.tables.push(...made.tables.filter(({ name }) => name === 'users')),
      'Its manifest lists the table "users" twice.',
    ],
    [
      'a table that claims to be secret',
      (_files, made) => {
        for (const table of made.tables) if (table.name === 'users') table.secret = true;
      },
      'The table "users" is not sealed as its manifest says.',
    ],
    ['no migrations', (_files, made) => (made.migrations = []), 'Its manifest cannot be read: migrations'],
    [
      'an image named ..',
      (files) => move(files, anImage(files), `images/${newId()}/..`),
      '/..", which no backup does.',
    ],
    [
      'an image named .',
      (files) => move(files, anImage(files), anImage(files).replace(/[^/]+$/, '.')),
      '/.", which no backup does.',
    ],
    [
      'an image in no format of ours',
      (files) => move(files, anImage(files), anImage(files).replace(/[^/]+$/, '96.svg')),
      '/96.svg", which no backup does.',
    ],
    [
      'an image whose folder is no id',
      (files) => move(files, anImage(files), `images/${'-'.repeat(36)}/96.avif`),
      'which no backup does.',
    ],
    [
      'an image that no row names',
      (files) => files.set(`images/ffffffff-ffff-4fff-bfff-ffffffffffff/96.avif`, Buffer.alloc(1)),
      'It holds the image ffffffff-ffff-4fff-bfff-ffffffffffff, which no row names.',
    ],
    [
      'a file elsewhere',
      (files) => files.set('../../etc/cron.d/job', Buffer.alloc(1)),
      'It holds "../../etc/cron.d/job", which no backup does.',
    ],
    [
      'rows behind the images',
      (files) => {
        const users = [...files.keys()].find((name) => name.startsWith('tables/users/')) ?? '';
        const bytes = files.get(users) ?? Buffer.alloc(0);
        files.delete(users);
        files.set(users, bytes);
      },
      'comes out of order.',
    ],
  ])('and holds %s is refused before anything is changed', async (_what, change, message) => {
    const made = join(folder, 'made-by-hand.tar.zst');
    onTestFinished(() => rm(made));
    await writeFile(made, await handMade(plain, change));
    const said = (error: unknown) => expect(error).toBeInstanceOf(OperatorError);
    const to = await place();
    const refusal = restore(to, made);
    await refusal.catch(said);
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toThrow(/^[^\n]*$/);
    expect(await readdir(to.config.dataDir)).toEqual([]);
    await expect(verifyArchive(made, { report: silent })).rejects.toThrow(message);
    expect(await readdir(folder)).not.toContain('.verify-made-by-hand.tar.zst');
  });

  it('and holds another thing in a sealed table is refused likewise', async () => {
    const made = join(folder, 'made-by-hand.tar.zst');
    onTestFinished(() => rm(made));
    const salt = Buffer.from((await manifestOf(file)).secrets?.salt ?? '', 'base64');
    const key = await keyOf(passphrase, salt);
    await writeFile(
      made,
      await handMade(file, (files) => {
        const name = 'tables/sessions/0000001.ndjson.sealed';
        files.set(name, seal(key, name, Buffer.from('{"root":true}\n')));
      }),
    );
    const to = await place();
    const message = 'A row of the table "sessions" has other columns than that table.';
    await expect(restore(to, made)).rejects.toThrow(message);
    expect(await readdir(to.config.dataDir)).toEqual([]);
  });

  it('and holds rows that only a database finds wrong is refused in one sentence, by a drill before any change', async () => {
    const made = join(folder, 'made-by-hand.tar.zst');
    onTestFinished(() => rm(made));
    const orphan = (files: Files, manifest: Manifest) =>
      changeRows(files, manifest, 'posts', (lines) =>
        changeRow(lines, (row) => ({ ...row, user_id: newId() })),
      );
    await writeFile(made, await handMade(plain, orphan));
    const message = 'The database refuses a row of the table "posts" of this backup';
    await expect(verifyArchive(made, { report: silent })).rejects.toThrow(message);
    await expect(restore(await place(), made)).rejects.toThrow(message);
  });

  it('and unpacks to far more than a backup does is refused before it is read', async () => {
    const made = join(folder, 'large.tar.zst');
    onTestFinished(() => rm(made));
    const id = newId();
    const zeros = Buffer.alloc(40_000_000);
    async function* chunks() {
      for (const name of [...imageFiles('portrait'), ...imageFiles('cover')])
        yield tarFile(`images/${id}/${name}`, zeros, new Date());
    }
    await pipeline(Readable.from(chunks()), createZstdCompress(), createWriteStream(made));
    expect((await stat(made)).size).toBeLessThan(100_000);
    await expect(restore(await place(), made)).rejects.toThrow('It unpacks to far more than a backup does.');
    expect(() => tarFile('tables/users/0000001.ndjson', Buffer.alloc(70_000_000), new Date())).toThrow(
      'larger than a backup can hold',
    );
  });
});

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
