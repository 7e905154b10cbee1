import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { engine } from '../../../test/database.ts';
import { emptyPlace } from '../../../test/empty-place.ts';
import { makeUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/server.ts';
import { day } from '../../shared/time.ts';
import { readConfig } from '../platform/config.ts';
import { postgresFault } from '../platform/db/database-fault.ts';
import { lostDatabase } from '../platform/db/former-database.ts';
import { fromNow, newId } from '../platform/db/ids.ts';
import { sentenceOf } from '../platform/fault-sentence.ts';
import { fileFault } from '../platform/file-fault.ts';
import { clockRow } from '../platform/jobs/clock.ts';
import { freeLabel } from '../platform/places/places.ts';
import { startServer } from '../start.ts';
import { acceptKeyCommand } from './accept-key.ts';
import { backupCommand } from './backup.ts';
import type { Command } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { importCommand } from './import.ts';
import { moveCommand } from './move.ts';
import { moveImagesCommand } from './move-images.ts';
import { restoreCommand } from './restore.ts';
import { userCommand } from './user.ts';
import { verifyLogCommand } from './verify-log.ts';

let server: TestServer;
let folder: string;
let archive: string;
let settings: Record<string, string | undefined>;

beforeAll(async () => {
  server = await testServer();
  await makeUser(server.db);
  folder = await mkdtemp(join(tmpdir(), 'brokerage-faults-'));
  archive = join(folder, 'whole.tar.zst');
  const { dataDir, databaseUrl } = server.config;
  settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '1' };
  expect((await run(backupCommand, [archive])).fault).toBeUndefined();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command, and returns its output and its last sentence, by the code that ends a command's process. */
async function run(command: Command, args: string[], given: Record<string, string | undefined> = {}) {
  const lines: string[] = [];
  const environment = { ...settings, ...given };
  try {
    await command.run(args, { line: (line = '') => void lines.push(line), progress() {} }, environment);
    return { output: lines.join('\n') };
  } catch (error) {
    const fault = sentenceOf(error, readConfig(environment));
    if (fault === undefined) throw error;
    return { output: lines.join('\n'), fault };
  }
}

/** Matches one line that says what is wrong and what to do. A stack trace has several lines. */
const oneSentence = (words: RegExp) => expect.stringMatching(new RegExp(`^[^\\n]*${words.source}[^\\n]*$`));

const everyCommand: [string, Command, () => string[]][] = [
  ['backup', backupCommand, () => [join(folder, 'another.tar.zst')]],
  ['restore', restoreCommand, () => [archive]],
  ['move', moveCommand, () => ['--to-data-dir', join(folder, 'moved')]],
  ['user', userCommand, () => ['list']],
  ['import', importCommand, () => [folder]],
  ['verify-log', verifyLogCommand, () => []],
  ['accept-key', acceptKeyCommand, () => []],
];

describe('PostgreSQL is away', () => {
  const away = { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/site' };
  it.each(everyCommand)('%s says so', async (_name, command, args) => {
    const { output, fault } = await run(command, args(), away);
    expect(fault).toEqual(oneSentence(/PostgreSQL at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/));
    expect(output + fault).not.toContain('secret');
  });

  it('also where the images are to be copied, and where the database is moved to', async () => {
    const bucket = {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
    expect((await run(moveImagesCommand, ['--to-bucket'], { ...away, ...bucket })).fault).toContain(
      'cannot be reached',
    );
    const place = await emptyPlace('sqlite');
    onTestFinished(() => place.remove());
    const from = { DATABASE_URL: undefined, ...place.settings };
    const moved = await run(moveCommand, ['--to-database-url', away.DATABASE_URL], from);
    expect(moved.fault).toContain('cannot be reached');
  });
});

it.each([
  [
    '28P01',
    'password authentication failed for user "me"',
    /refuses the user or the password of DATABASE_URL/,
  ],
  ['28000', 'role "me" does not exist', /refuses the user of DATABASE_URL\. Create the role/],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.11", user "me", database "site", no encryption',
    /pg_hba\.conf.*sslmode=verify-full/,
  ],
  ['3D000', 'database "site" does not exist', /no database "site"/],
  ['42501', 'permission denied for schema public', /grant usage, create on schema public to USER/],
  ['42501', 'permission denied for table users', /use "users"\. Grant it: grant all/],
  ['42P01', 'relation "sessions" does not exist', /not whole: relation "sessions".*restore a backup/],
  ['53300', 'sorry, too many clients already', /no connection left \(53300\)\. Raise max_connections/],
  ['53400', 'too many connections', /no connection left \(53400\)/],
  ['25006', 'cannot execute UPDATE in a read-only transaction', /is there, but lets nothing be written/],
  ['53100', 'could not extend file', /The disk of PostgreSQL .* is full \(53100\)/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /does not trust.*sslrootcert=FILE/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", /for another name/],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /not valid today/],
])('PostgreSQL says %s: %s', (code, message, words) => {
  const error = Object.assign(new Error(message), { code });
  const said = postgresFault(error, 'postgres://me:secret@10.0.0.20/site', 'DATABASE_URL');
  expect(said).toEqual(oneSentence(words));
  expect(said).not.toContain('secret');
});

it('says that PostgreSQL has no TLS, and that a file for it is missing', async () => {
  // Answers the request for TLS with N, as a PostgreSQL without it.
  const plain = createServer((socket) => socket.once('data', () => socket.end('N'))).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  onTestFinished(() => void plain.close());
  const address = plain.address();
  const url = `postgres://me:secret@127.0.0.1:${typeof address === 'object' && address?.port}/site`;
  const says = async (query: string) =>
    (await run(userCommand, ['list'], { DATABASE_URL: `${url}?${query}` })).fault;
  expect(await says('sslmode=verify-full')).toEqual(
    oneSentence(/PostgreSQL at .* has no TLS.*sslmode=disable/),
  );
  expect(await says('sslmode=verify-full&sslrootcert=/absent.crt')).toEqual(
    oneSentence(/\/absent\.crt, which DATABASE_URL names, is not there/),
  );
  const { output } = await run(doctorCommand, [], { DATABASE_URL: `${url}?sslmode=verify-full` });
  expect(output).toMatch(/^fault +database +PostgreSQL at .* has no TLS/m);
});

if (engine === 'postgres')
  it('the doctor finds that PostgreSQL lets nothing be written, and so does a start', async () => {
    const url = new URL(server.config.databaseUrl ?? '');
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const { output } = await run(doctorCommand, [], { DATABASE_URL: url.href });
    expect(output).toMatch(/^fault +database .*lets nothing be written \(25006\)/m);
    const config = { ...server.config, databaseUrl: url.href };
    const fault = await startServer(config).catch((error: unknown) => sentenceOf(error, config));
    expect(fault).toMatch(/lets nothing be written \(25006\)/);
  });

describe('the clock', () => {
  const set = (name: string, started_at: string) =>
    server.db
      .insertInto('jobs')
      .values({ name, started_at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ started_at }))
      .execute();
  const says = async () => (await run(doctorCommand, [])).output;

  it('that moved by years is a fault, and so is a job that ran in the future', async () => {
    await set(clockRow, fromNow(-2 * 365 * day));
    await set('hourly', fromNow(2 * 365 * day));
    onTestFinished(() => void server.db.deleteFrom('jobs').execute());
    expect(await says()).toMatch(/^fault +clock +The clock says .*; the site last ran at/m);
    expect(await says()).toMatch(/^fault +jobs +the last ran at .*in the future/m);
  });
});

describe('the database file is damaged', () => {
  async function damaged() {
    const place = await emptyPlace('sqlite');
    onTestFinished(() => place.remove());
    await writeFile(join(place.config.dataDir, 'brokerage.db'), 'no database, but some text. '.repeat(400));
    return place;
  }

  it.each(everyCommand)('%s names the command that restores a backup', async (_name, command, args) => {
    const { settings: given } = await damaged();
    const { fault } = await run(command, args(), { DATABASE_URL: undefined, ...given });
    expect(fault).toEqual(oneSentence(/The database in .* is damaged .*npm run restore -- FILE --replace/));
  });

  it.each(['--replace', '--discard'])('restore %s sets it aside, and says where', async (flag) => {
    const { settings: given, config } = await damaged();
    const { output, fault } = await run(restoreCommand, [archive, flag], {
      DATABASE_URL: undefined,
      ...given,
    });
    expect(fault).toBeUndefined();
    const [, aside = ''] = /It is now (\S+)/.exec(output) ?? [];
    expect(aside).toContain(join(config.dataDir, 'brokerage.db.damaged-'));
    expect(await readFile(aside, 'utf8')).toContain('some text');
    expect((await run(userCommand, ['list'], { DATABASE_URL: undefined, ...given })).output).toContain(
      'member',
    );
  });
});

it.each([
  ['SQLITE_FULL', /The disk that holds \/site is full\. Make room/],
  ['SQLITE_IOERR_WRITE', /fails or is full/],
  ['SQLITE_BUSY', /Another program holds the database/],
])('SQLite says %s', (code, words) => {
  const config = readConfig({ DATA_DIR: '/site' });
  expect(sentenceOf(Object.assign(new Error('x'), { code }), config)).toEqual(oneSentence(words));
});

it('a full disk of backups is named, and nothing half is left', async () => {
  const file = join(folder, 'full.tar.zst');
  await symlink('/dev/full', `${file}.unfinished`);
  expect((await run(backupCommand, [file])).fault).toBe(`The disk of ${folder} is full (ENOSPC). Make room.`);
  expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([]);
});

it('the doctor does not tell an attempt of before the repair as the present', async () => {
  const row = { id: newId(), file: 'backup-x', bytes: null, finished_at: null, checked_at: null };
  await server.db.deleteFrom('backups').execute();
  await server.db
    .insertInto('backups')
    .values({ ...row, started_at: fromNow(0), error: 'The backup failed: no rights (EACCES)' })
    .execute();
  const says = async (dir: string) => (await run(doctorCommand, [], { BACKUP_DIR: dir })).output;
  expect(await says(folder)).toMatch(/^note +backup .*and the folder works now/m);
  expect(await says('/proc/none')).toMatch(/^fault +backup .*\n.*The last attempt failed/m);
});

it('import names a folder that is not there', async () => {
  expect((await run(importCommand, ['/absent'])).fault).toBe(
    '/absent cannot be imported. There is no such folder (ENOENT).',
  );
});

it('a folder that is not there is made before it is given to the user', () => {
  const refused = Object.assign(new Error('no'), { code: 'EACCES' });
  expect(fileFault(refused, join(folder, 'absent'))).toMatch(/: mkdir -p (\S+) && chown -R \S+ \1$/);
  expect(fileFault(refused, folder)).toMatch(/Give it to them: chown -R \S+ \S+$/);
});

it('advises on the folder that refuses, or whose disk is away, not on what would be made in it', () => {
  const error = (code: string, path: string) => Object.assign(new Error('no'), { code, path });
  const images = join(folder, 'images');
  const draft = join(images, '01.unfinished');
  expect(fileFault(error('EACCES', draft), draft)).toMatch(/chown -R \S+ \S+\/images$/);
  expect(
    fileFault(error('ENOENT', join(folder, 'x.unfinished')), join(folder, 'x.unfinished', '96.jpg')),
  ).toBe(
    `Nothing can be created in ${folder} (ENOENT). Is its disk mounted, and not read-only? Check the system log.`,
  );
  const config = readConfig({ DATA_DIR: folder });
  const database = join(folder, 'brokerage.db');
  expect(sentenceOf(error('EACCES', database), config)).toMatch(/Give it to them: chown -R|mkdir -p/);
  expect(sentenceOf(error('EACCES', '/elsewhere/x.zst'), config)).toMatch(/Name a place where they may\.$/);
  expect(freeLabel(36 * 1024 ** 2)).toBe('36 MB free');
});

describe('a list of erasures', () => {
  const erasure = (id = newId()) => `${JSON.stringify({ kind: 'user', id, at: fromNow(0) })}\n`;
  it.each([
    [
      'with a half line at its end',
      `${erasure()}{"kind":"us`,
      /^note +erasures .*line 2 is no erasure, but half/m,
    ],
    [
      'with another line',
      `nonsense\n${erasure()}`,
      /^fault +erasures .*line 1 is no erasure\. .*sed -i 1d /m,
    ],
  ])('%s: the doctor says what to do', async (_what, content, words) => {
    const list = join(folder, 'erased-elsewhere.ndjson');
    await writeFile(list, content);
    expect((await run(doctorCommand, [], { ERASED_FILE: list })).output).toMatch(words);
  });

  it('in a folder that fails is not told twice', async () => {
    const dir = join(folder, 'backups-are-a-file');
    await writeFile(dir, '');
    const { output } = await run(doctorCommand, [], { BACKUP_DIR: dir });
    expect(output).toMatch(/^fault +folder +BACKUP_DIR: .* is a file/m);
    expect(output).not.toMatch(/^\w+ +erasures/m);
  });
});

it('a backup to a name that is taken is a typing error, not an attempt that failed', async () => {
  await server.db.deleteFrom('backups').execute();
  expect((await run(backupCommand, [folder])).fault).toMatch(/already exists/);
  expect(await server.db.selectFrom('backups').select('id').execute()).toEqual([]);
});

describe('a site that was there', () => {
  const production = {
    NODE_ENV: 'production',
    BASE_URL: 'http://localhost:1',
    BROKERAGE_LEGAL_NAME: 'Harbor Realty, Inc.',
    BROKERAGE_LICENSE: '01999999',
    OFFICE_PHONE: '(310) 555-0100',
    OFFICE_EMAIL: 'office@harbor.example',
    OFFICE_ADDRESS: '1 Harbor Way, Los Angeles, CA 90731',
  };

  it.each([
    [
      'a key',
      'secrets.key',
      /has secrets\.key but no database: .* restore -- FILE.*A new site begins in an empty DATA_DIR/,
    ],
    ['a list of erasures', 'erased.witness', /has erased\.witness but no database/],
    [
      'backups',
      'backups/backup-20260131T030412Z.tar.zst',
      /has backups, and .* no database.*no backups in BACKUP_DIR/,
    ],
  ])('is not begun anew in production where %s speaks for it', async (_what, name, words) => {
    const dataDir = await mkdtemp(join(folder, 'lost-'));
    await mkdir(join(dataDir, 'backups'));
    const given = { DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'backups') };
    expect(lostDatabase(readConfig({ ...given, ...production }))).toBeUndefined();
    await writeFile(join(dataDir, name), '');
    expect(lostDatabase(readConfig(given))).toBeUndefined();
    const config = readConfig({ ...given, ...production });
    await expect(startServer(config)).rejects.toThrow(words);
    expect(await readdir(dataDir)).not.toContain('brokerage.db');
    const { output } = await run(doctorCommand, [], { DATABASE_URL: undefined, ...given, ...production });
    expect(output).toMatch(/^fault +database .*no database/m);
  });

  it('whose key is gone does not start, and gets no other one', async () => {
    const { dataDir, databaseUrl } = server.config;
    const key = join(dataDir, 'secrets.key');
    await rename(key, `${key}.away`);
    onTestFinished(() => rename(`${key}.away`, key));
    expect((await run(doctorCommand, [])).output).toMatch(/^fault +secrets .*secrets\.key is not there/m);
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    await expect(startServer(config)).rejects.toThrow('secrets.key is not there');
    expect((await run(restoreCommand, [archive])).fault).toMatch(/not empty|A server is using/);
    expect(await readdir(dataDir)).not.toContain('secrets.key');
  });
});

if (engine === 'sqlite')
  describe('the settings in .env', () => {
    /** Root may read every file. */
    const user = process.getuid?.() === 0 ? 65_534 : undefined;

    async function start(cwd: string, args: string[], uid?: number) {
      const child = spawn(process.execPath, [resolve('src/server/command.ts'), ...args], {
        cwd,
        env: { PATH: process.env.PATH },
        ...(uid !== undefined && { uid, gid: uid }),
      });
      const [output, faults, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { output, faults, code };
    }

    it.each([
      ['that may not be read', 0o755, 0o600],
      ['in a folder that may not be entered', 0o700, 0o644],
    ])('%s: one sentence with the command that lets them be', async (_what, ofFolder, ofFile) => {
      const cwd = await mkdtemp(join(tmpdir(), 'brokerage-settings-'));
      onTestFinished(() => rm(cwd, { recursive: true }));
      await writeFile(join(cwd, '.env'), 'LOG_LEVEL=info\n');
      if (user) await chown(join(cwd, '.env'), 0, 0);
      await chmod(join(cwd, '.env'), user ? ofFile : 0);
      await chmod(cwd, user ? ofFolder : 0o755);
      for (const args of [['doctor'], ['user', 'list']]) {
        const { faults, code } = await start(cwd, args, user);
        expect(faults).toMatch(
          /^The settings in .*\.env cannot be read: .* \(EACCES\)\. Let them: chown root:\S+ \S+ && chmod \d+ \S+\n$/,
        );
        expect(code).toBe(1);
      }
    });

    it('may begin with the mark of a Windows editor', async () => {
      await writeFile(join(folder, '.env'), `\uFEFFDATA_DIR=${server.config.dataDir}\r\nPORT=1\r\n`);
      const { output, code } = await start(folder, ['user', 'list']);
      expect([output, code]).toEqual([expect.stringContaining('@'), 0]);
    });

    it.each<readonly [string, string | Buffer, RegExp]>([
      ['are in UTF-16', Buffer.from('\uFEFFPORT=1\n', 'utf16le'), /is in UTF-16.*Save it as UTF-8/],
      [
        'lack the quote at the end of a value',
        'BROKERAGE_NAME="Harbor\nPORT=1\n',
        /line 1: the quote .* BROKERAGE_NAME is not closed/,
      ],
      [
        'lack two of them',
        '# A site\nBROKERAGE_NAME="Harbor\nPORT=1\nOFFICE_PHONE="555\n',
        /line 2: the quote .* BROKERAGE_NAME is not closed/,
      ],
    ])('that %s: one sentence', async (_what, bytes, words) => {
      await writeFile(join(folder, '.env'), bytes);
      const { faults, code } = await start(folder, ['user', 'list']);
      expect([faults.trim(), code]).toEqual([oneSentence(words), 1]);
    });

    it('that are set twice: says which counts; a value may have several lines', async () => {
      const text = `DATA_DIR=/absent\nOTHER="one\ntwo"\nPORT=1\nDATA_DIR='${server.config.dataDir}'\n`;
      await writeFile(join(folder, '.env'), text);
      const { output, faults } = await start(folder, ['user', 'list']);
      expect(output).toContain('@');
      expect(faults).toMatch(/: DATA_DIR is set on line 1 and on line 5, which counts\.\n$/);
    });

    it('and --help alone lists the commands', async () => {
      expect(await start(folder, ['--help'])).toMatchObject({
        code: 0,
        output: expect.stringMatching(/ doctor --help[\s\S]* backup --help/),
      });
    });
  });
