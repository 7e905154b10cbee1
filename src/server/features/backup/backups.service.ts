/** When a backup is due, and how the last ones went. */

import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { BackupStatus } from '../../../shared/backup/backup.contract.ts';
import { day, hour } from '../../../shared/time.ts';
import type { Config } from '../../platform/config.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { unlessAway } from '../../platform/db/database-away.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { databaseFile } from '../../platform/db/sqlite.ts';
import type { BackupRow } from '../../tables/server.ts';
import { backupFilePattern } from './keep-backups.ts';

/** A night and the time that a large backup takes. */
const maxAge = 26 * hour;

/** A backup that is not finished by then was killed. */
const longest = 6 * hour;

/** Notes that a backup begins. Its row is in the backup, too, as unfinished. */
export async function beginBackup(db: Database, { id, file }: Pick<BackupRow, 'id' | 'file'>): Promise<void> {
  await db
    .insertInto('backups')
    .values({ id, file, bytes: null, started_at: now(), finished_at: null, checked_at: null, error: null })
    .execute();
  // Failed tries that no longer matter.
  await db
    .deleteFrom('backups')
    .where('finished_at', 'is', null)
    .where('started_at', '<', fromNow(-30 * day))
    .execute();
}

export async function finishBackup(
  db: Database,
  id: string,
  result: { bytes: number } | { error: string },
): Promise<void> {
  const values =
    'bytes' in result
      ? { bytes: result.bytes, finished_at: now(), error: null }
      : { error: result.error.slice(0, 500) };
  await db.updateTable('backups').set(values).where('id', '=', id).execute();
}

/** Notes a backup that failed before it could note anything itself, so that a backup that never succeeds is seen. */
export async function recordFailure(db: Database, file: string, error: string): Promise<void> {
  const noted = await db.selectFrom('backups').select('id').where('file', '=', file).executeTakeFirst();
  if (noted) return;
  const id = newId();
  await beginBackup(db, { id, file });
  await finishBackup(db, id, { error });
}

/** So that the next start tries again. */
export async function recordStop(db: Database, file: string): Promise<void> {
  await db
    .updateTable('backups')
    .set({ error: 'The server was stopped before it finished.' })
    .where('file', '=', file)
    .where('finished_at', 'is', null)
    .execute();
}

/** Notes that a backup was restored and compared. */
export async function recordCheck(db: Database, id: string): Promise<void> {
  await db.updateTable('backups').set({ checked_at: now() }).where('id', '=', id).execute();
}

/** Forgets backups whose files were deleted. */
export async function forgetBackups(db: Database, files: string[]): Promise<void> {
  if (files.length > 0) await db.deleteFrom('backups').where('file', 'in', files).execute();
}

/**
 * Runs `work` on the database of the settings. It is left out where that is older than these records, away or on a full
 * disk: a backup is worth more than its record.
 */
export async function withRecords(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'databasePooler' | 'dataDir'>,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  // Opening would make one.
  if (!config.databaseUrl && !existsSync(databaseFile(config.dataDir))) return;
  let db: Database | undefined;
  try {
    db = openDatabase({ ...config, client: 'brokerage-command', databasePool: 2 });
    await sql`select id from backups limit 1`.execute(db);
  } catch {
    return db?.destroy();
  }
  try {
    await work(db).catch(unlessAway);
  } finally {
    await db.destroy();
  }
}

/** A backup that is later than this was made while a clock was ahead, and does not count as the newest. */
const ahead = hour;

const lastBackup = (db: Database, moment: Date) =>
  db
    .selectFrom('backups')
    .select(['id', 'file', 'bytes', 'started_at', 'finished_at', 'checked_at', 'error'])
    .where('finished_at', 'is not', null)
    .where('started_at', '<', new Date(moment.getTime() + ahead).toISOString())
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Whether the night's backup is still to be made, and no process makes it. An operator's backup elsewhere does not
 * count.
 */
export async function isBackupDue(db: Database, moment = new Date()): Promise<boolean> {
  const night = lastNight(moment).toISOString();
  const made = await db
    .selectFrom('backups')
    .select('id')
    .where('started_at', '>=', night)
    .where('started_at', '<', new Date(moment.getTime() + ahead).toISOString())
    .where('file', 'like', backupFilePattern)
    .where((backup) =>
      backup.or([
        backup('finished_at', 'is not', null),
        backup.and([backup('error', 'is', null), backup('started_at', '>', fromNow(-longest))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return made === undefined;
}

const hourOfNight = 3;

/** The last 3 o'clock in the server's time zone. */
function lastNight(moment: Date): Date {
  const night = new Date(moment);
  night.setHours(hourOfNight, 0, 0, 0);
  if (night > moment) night.setDate(night.getDate() - 1);
  return night;
}

/** After the hour of the night, for a large backup. */
const timeForBackup = 2 * hour;

type BackupSettings = Pick<Config, 'backupDir' | 'backupsDeclined' | 'production'>;

/** The state of the backups, for admins. */
export async function backupStatus(
  db: Database,
  config: BackupSettings,
  moment = new Date(),
): Promise<BackupStatus> {
  const last = await lastBackup(db, moment);
  const failed = await db
    .selectFrom('backups')
    .select('error')
    .where('error', 'is not', null)
    .where('started_at', '>', last?.started_at ?? '1970-01-01T00:00:00.000Z')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const checked = await db
    .selectFrom('backups')
    .select(({ fn }) => fn.max('checked_at').as('at'))
    .executeTakeFirst();
  const isWanted = !config.backupsDeclined && (config.backupDir !== undefined || config.production);
  return {
    nightly: config.backupDir !== undefined,
    declined: config.backupsDeclined,
    last: last ? { file: last.file, date: last.started_at, bytes: last.bytes ?? 0 } : null,
    checked: checked?.at ?? null,
    error: failed?.error ?? null,
    overdue:
      isWanted &&
      (last
        ? Date.parse(last.started_at) < moment.getTime() - maxAge
        : await hasMissedNight(db, config, moment)),
  };
}

/** Whether a night has passed without the first backup. */
async function hasMissedNight(db: Database, { backupDir }: BackupSettings, moment: Date): Promise<boolean> {
  const night = lastNight(new Date(moment.getTime() - timeForBackup)).toISOString();
  // Where BACKUP_DIR was set on an older site since, the first try says when.
  const { at } = await (backupDir === undefined
    ? db.selectFrom('users').select(({ fn }) => fn.min('created_at').as('at'))
    : db.selectFrom('backups').select(({ fn }) => fn.min('started_at').as('at'))
  ).executeTakeFirstOrThrow();
  return at !== null && at < night;
}
