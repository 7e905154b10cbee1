import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startCommand } from '../../../../test/command.ts';
import { engine } from '../../../../test/database.ts';
import { type EmptyPlace, emptyPlace } from '../../../../test/empty-place.ts';
import { answersOf, type FilledServer, filledServer } from '../../../../test/filled-server.ts';
import { ignoreBlocks } from '../../../../test/loop-watch.ts';
import { startProcess } from '../../../../test/process.ts';
import { testS3 } from '../../../../test/s3.ts';
import { secondServer } from '../../../../test/server.ts';
import { hour } from '../../../shared/time.ts';
import { backupCommand } from '../../commands/backup.ts';
import type { Command } from '../../commands/command.ts';
import { moveCommand } from '../../commands/move.ts';
import { moveImagesCommand } from '../../commands/move-images.ts';
import { restoreCommand } from '../../commands/restore.ts';
import { readConfig } from '../../platform/config.ts';
import { type Engine, openDatabase } from '../../platform/db/database.ts';
import { lostDatabase } from '../../platform/db/former-database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { unfinishedSource } from '../../platform/db/unfinished.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { backupStatus } from './backups.service.ts';
import { isEmpty } from './fill.ts';
import { backUpNightly, warnOfOldBackup } from './nightly-backup.ts';

/** In this process; the same as a process of its own says. */
async function run(command: Command, args: string[], environment: Record<string, string | undefined>) {
  const lines: string[] = [];
  try {
    await command.run(args, { line: (text = '') => lines.push(text), progress() {} }, environment);
    return { code: 0, output: lines.join('\n') };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { code: 1, output: [...lines, error.message].join('\n') };
  }
}

const other: Engine = engine === 'postgres' ? 'sqlite' : engine;
const passphrase = { BACKUP_PASSPHRASE: 'a passphrase for tests' };

/** Killed at some moments of their work (docs/security.md S12.4). */
let folder: string;
let file: string;
let source: FilledServer;
let settings: Record<string, string | undefined>;
let answers: Awaited<ReturnType<typeof answersOf>>;
const places: EmptyPlace[] = [];

async function place(on = other): Promise<EmptyPlace> {
  const made = await emptyPlace(on, passphrase);
  places.push(made);
  return made;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerage-commands-'));
  file = join(folder, 'all.tar.zst');
  source = await filledServer();
  const { dataDir, databaseUrl } = source.config;
  settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...passphrase };
  answers = await answersOf(source, source.token);
  expect(await run(backupCommand, [file, '--with-secrets'], settings)).toMatchObject({ code: 0 });
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

async function expectSameAnswers(at: Pick<EmptyPlace, 'config'>): Promise<void> {
  const server = await secondServer(at);
  try {
    expect(await answersOf(server, source.token)).toEqual(answers);
  } finally {
    await server.stop();
  }
}

/** Tries again when a kill came too late, which returns undefined. Ten such kills prove nothing, so they fail. */
async function untilInTime<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 10; tries++) {
    const made = await attempt();
    if (made !== undefined) return made;
  }
  throw new Error('Ten kills came too late');
}

describe('npm run backup', () => {
  it('says what it wrote; admins see it, and when it was restored on trial', async () => {
    const status = async () => (await source.call('GET /api/system/backup', { token: source.token })).body;
    const { code, output } = await run(backupCommand, [join(folder, 'b.tar.zst')], settings);
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/b\.tar\.zst: [\d.]+ MB, as of 2/),
    });
    expect(await status()).toEqual({
      nightly: false,
      declined: false,
      last: { file: 'b.tar.zst', date: expect.any(String), bytes: expect.any(Number) },
      checked: null,
      error: null,
      overdue: false,
    });
    expect(await run(backupCommand, ['--verify', join(folder, 'b.tar.zst')], settings)).toMatchObject({
      code: 0,
      output: expect.stringContaining('can be restored'),
    });
    expect((await status()).checked).toEqual(expect.any(String));
  });

  it('killed, leaves no file by that name, and says so when run again', async () => {
    const target = join(folder, 'killed.tar.zst');
    const names = await untilInTime(async () => {
      const { child, said, ended } = startCommand('backup', [target], settings);
      await said('rows in');
      // Requests come first.
      if (child.exitCode === null) expect(getPriority(child.pid)).toBeGreaterThanOrEqual(10);
      expect(getPriority()).toBeLessThan(10);
      child.kill('SIGKILL');
      await ended;
      const left = await readdir(folder);
      if (!left.includes('killed.tar.zst')) return left;
      await rm(target);
      return undefined;
    });
    expect(names).toContain('killed.tar.zst.unfinished');
    expect((await run(backupCommand, [target], settings)).output).toContain('interrupted backup');
    expect((await run(backupCommand, ['--verify', target], settings)).code).toBe(0);
  });
});

describe('the night', () => {
  it('has one backup, checked, and deletes what is not kept', async () => {
    const config = { ...source.config, backupDir: join(folder, 'nightly') };
    await source.db.deleteFrom('backups').execute();
    await mkdir(config.backupDir);
    const old = 'backup-20200101T030000Z.tar.zst';
    await writeFile(join(config.backupDir, old), '');
    await writeFile(join(config.backupDir, `${old}.unfinished`), 'of a killed backup');
    await mkdir(join(config.backupDir, `.verify-${old}`));
    for (let times = 0; times < 2; times++)
      await backUpNightly({ db: source.db, config }, new AbortController().signal);
    const names = await readdir(config.backupDir);
    expect(names).toEqual([expect.stringMatching(/^backup-\d{8}T\d{6}Z\.tar\.zst$/)]);
    expect(names).not.toContain(old);
    expect(await backupStatus(source.db, config)).toMatchObject({
      nightly: true,
      last: { file: names[0] },
      checked: expect.any(String),
      overdue: false,
    });
  });

  it('is made in a folder that is named later in the day, whatever an operator backed up elsewhere', async () => {
    await source.db.deleteFrom('backups').execute();
    await run(backupCommand, [join(folder, 'by-hand.tar.zst')], settings);
    const config = { ...source.config, backupDir: join(folder, 'later') };
    await backUpNightly({ db: source.db, config }, new AbortController().signal);
    expect(await readdir(config.backupDir)).toEqual([expect.stringMatching(/^backup-/)]);
  });

  it('is overdue once the first has passed without a backup, also without BACKUP_DIR, unless that is chosen', async () => {
    const hourAt = (hours: number) => new Date(2026, 0, 10, hours);
    await source.db.deleteFrom('backups').execute();
    await source.db
      .updateTable('users')
      .set({ created_at: hourAt(13).toISOString() })
      .execute();
    const tried = { ...source.config, production: true, backupDir: join(file, 'no-folder') };
    const overdue = async (config: typeof source.config, hours: number) =>
      (await backupStatus(source.db, config, hourAt(hours))).overdue;
    expect(await overdue(tried, 23)).toBe(false);
    await expect(
      backUpNightly({ db: source.db, config: tried }, new AbortController().signal),
    ).rejects.toThrow();
    await source.db
      .updateTable('backups')
      .set({ started_at: hourAt(13).toISOString() })
      .execute();
    for (const config of [tried, { ...tried, backupDir: undefined }]) {
      expect(await overdue(config, 28)).toBe(false);
      expect(await overdue(config, 30)).toBe(true);
    }
    expect(await overdue({ ...tried, backupDir: undefined, backupsDeclined: true }, 30)).toBe(false);
    expect(await overdue({ ...tried, backupDir: undefined, production: false }, 30)).toBe(false);
  });

  it('that failed is tried again, and admins are mailed once a day from the first missed night', async () => {
    const config = { ...source.config, backupDir: join(file, 'no-folder') };
    await source.db.deleteFrom('backups').execute();
    const backUp = () => backUpNightly({ db: source.db, config }, new AbortController().signal);
    await expect(backUp()).rejects.toThrow('The backup failed');
    expect(await backupStatus(source.db, config)).toMatchObject({
      last: null,
      overdue: false,
      error: expect.stringMatching(/ENOTDIR|EEXIST/),
    });
    await source.db
      .updateTable('backups')
      .set({ started_at: fromNow(-27 * hour) })
      .execute();
    await source.db.deleteFrom('mails').execute();
    const admins = await source.db.selectFrom('users').select('email').where('admin', '=', true).execute();
    for (let time = 0; time < 2; time++) await warnOfOldBackup({ ...source.parts, config });
    const mails = await source.db.selectFrom('mails').select(['recipient', 'subject', 'text']).execute();
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(admins.map(({ email }) => email).sort());
    expect(mails[0]?.text).toContain('the first night has passed without one');
    expect(await backupStatus(source.db, config)).toMatchObject({ overdue: true });
  });
});

describe.each([
  ['backup', backupCommand, /Usage: npm run backup -- FILE/],
  ['restore', restoreCommand, /Usage: npm run restore -- FILE/],
  ['move', moveCommand, /Usage: npm run move -- --to-database-url/],
  ['move-images', moveImagesCommand, /Usage: npm run move-images -- /],
])('npm run %s', (_name, command, usage) => {
  it('has --help, and shows its usage to who types it wrong', async () => {
    expect(command.help).toMatch(usage);
    for (const args of [['--nonsense'], [], ['a', 'b']])
      expect(await run(command, args, {})).toMatchObject({ code: 1, output: expect.stringMatching(usage) });
  });
});

/** Nothing, or half and refused by servers; or all, where the kill came too late. */
async function expectNothingHalf(at: EmptyPlace): Promise<'nothing' | 'half' | 'all'> {
  const db = openDatabase(at.config);
  try {
    if ((await unfinishedSource(db)) !== undefined) return 'half';
    if (await isEmpty(db)) return 'nothing';
  } finally {
    await db.destroy();
  }
  await expectSameAnswers(at);
  return 'all';
}

/** A place whose database a server has opened, and no one has used. */
async function openedPlace(on = other) {
  const at = await place(on);
  const server = startProcess(at.settings);
  await server.ready;
  server.child.kill('SIGTERM');
  await server.ended;
  return at;
}

describe('npm run restore', () => {
  it('fills a database that a server has opened and no one has used', async () => {
    const to = await openedPlace();
    expect(await run(restoreCommand, [file], to.settings)).toMatchObject({ code: 0 });
    await expectSameAnswers(to);
  });

  it('killed at any moment starts over, and nothing half is served', async () => {
    const { to, state } = await untilInTime(async () => {
      const at = await place();
      let [before, inTime] = ['nothing', false];
      for (const moment of ['The backup of', 'rows in']) {
        const { child, said, ended } = startCommand('restore', [file], at.settings);
        await said(moment);
        child.kill('SIGKILL');
        const { output } = await ended;
        if (before === 'half') expect(output).toContain('starting over');
        before = await expectNothingHalf(at);
        if (before === 'all') break;
        inTime = true;
      }
      return inTime ? { to: at, state: before } : undefined;
    });
    if (state !== 'all') expect(await run(restoreCommand, [file], to.settings)).toMatchObject({ code: 0 });
    await expectSameAnswers(to);
  });
});

describe('npm run move', () => {
  it('fills a database that a server has opened and no one has used', async () => {
    const from = await place(engine);
    expect(await run(restoreCommand, [file], from.settings)).toMatchObject({ code: 0 });
    const to = await openedPlace('sqlite');
    const moved = await run(moveCommand, ['--to-data-dir', to.config.dataDir], from.settings);
    expect(moved).toMatchObject({ code: 0 });
    await expectSameAnswers(to);
  });

  it('killed goes on or starts over; the folder moves with its images', async () => {
    const from = await place(engine);
    expect(await run(restoreCommand, [file], from.settings)).toMatchObject({ code: 0 });
    const { to, args } = await untilInTime(async () => {
      const at = await place('sqlite');
      const target = ['--to-data-dir', at.config.dataDir];
      let inTime = false;
      for (const moment of ['rows in', 'images in']) {
        const { child, said, ended } = startCommand('move', target, from.settings);
        await said(moment);
        child.kill('SIGKILL');
        await ended;
        if ((await expectNothingHalf(at)) === 'all') break;
        inTime = true;
      }
      return inTime ? { to: at, args: target } : undefined;
    });
    const { code, output } = await run(moveCommand, args, from.settings);
    // Not empty: the last kill came too late.
    expect(output).toMatch(code === 0 ? /Moved\. Set DATA_DIR=/ : /not empty/);
    // No server goes on with it, also when a setting is forgotten.
    if (code === 0 && engine === 'sqlite') {
      const production = { ...from.config, production: true };
      expect(lostDatabase(production)).toMatch(/was moved: it is the embedded database in \S+ now\. .*: rm /);
      expect(lostDatabase(from.config)).toBeUndefined();
      // Nor is it lost: moved back, or filled from a backup, it is the site's again.
      expect(await run(restoreCommand, [file, '--discard'], from.settings)).toMatchObject({ code: 0 });
      expect(lostDatabase(production)).toBeUndefined();
    }
    await expectSameAnswers(to);
  });
});

it('an image that the bucket denies does not stop a backup, which says what is missing and which right', async () => {
  let denies = false;
  const s3 = await testS3((method) => {
    if (method !== 'GET' || !denies) return undefined;
    denies = false;
    return 403;
  });
  onTestFinished(() => s3.stop());
  const at = await place('sqlite');
  await run(restoreCommand, [file], at.settings);
  const withBucket = { ...at.settings, ...s3.settings };
  expect(await run(moveImagesCommand, ['--to-bucket'], withBucket)).toMatchObject({ code: 0 });
  denies = true;
  const target = join(at.config.dataDir, 'denied.tar.zst');
  const { code, output } = await run(backupCommand, [target], withBucket);
  expect(code).toBe(1);
  expect(output).toContain('1 image is not in it: the bucket answers 403');
  expect(output).toContain('s3:GetObject');
  expect(await run(backupCommand, ['--verify', target], withBucket)).toMatchObject({ code: 0 });
});

describe('npm run move-images', () => {
  it('copies into the bucket and back, what is missing only', async () => {
    const s3 = await testS3();
    onTestFinished(() => s3.stop());
    const at = await place('sqlite');
    await run(restoreCommand, [file], at.settings);
    const withBucket = { ...at.settings, ...s3.settings };
    expect(await run(moveImagesCommand, ['--to-bucket'], withBucket)).toMatchObject({ code: 0 });
    await rm(join(at.config.dataDir, 'images'), { recursive: true });
    await expectSameAnswers({ config: readConfig(withBucket) });
    expect(await run(moveImagesCommand, ['--to-folder'], withBucket)).toMatchObject({ code: 0 });
    await expectSameAnswers(at);
    expect(await run(moveImagesCommand, ['--to-folder'], at.settings)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Set S3_ENDPOINT'),
    });
  });
});
