/**
 * Starts the backup in a process of its own. `settingsOf` hands on the settings: one that is missing there
 * is missing in the backup.
 */

import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { day } from '../../../shared/time.ts';
import type { Config } from '../../platform/config.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { claimJob } from '../../platform/jobs/claim-job.ts';
import { clockFault } from '../../platform/jobs/clock.ts';
import { mailAdmins } from '../../platform/mail/mail-admins.ts';
import type { Parts } from '../../platform/parts.ts';
import { besideCode } from '../../platform/project-folder.ts';
import { oldBackupMail } from './backup-mails.ts';
import { backupStatus, forgetBackups, isBackupDue, recordFailure, recordStop } from './backups.service.ts';
import { backupFileName, backupsToDelete, interruptedBackups } from './keep-backups.ts';

/**
 * Makes the night's backup in BACKUP_DIR if it is due, restores it on trial, and deletes those that BACKUP_KEEP does not
 * cover; an hourly job. Ends early when `stop` is aborted. @throws Error with what the command printed
 */
export async function backUpNightly(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  stop: AbortSignal,
): Promise<void> {
  const folder = config.backupDir;
  if (folder === undefined || !(await isBackupDue(db))) return;
  // The only one under way: isBackupDue.
  for (const name of interruptedBackups(await readdir(folder).catch(() => [])))
    await rm(join(folder, name), { recursive: true, force: true });
  const file = join(folder, backupFileName(new Date()));
  const secrets = config.backupPassphrase ? ['--with-secrets'] : [];
  await runBackup([file, ...secrets], config, stop).catch(async (error: unknown) => {
    await recordFailure(db, basename(file), String(error));
    throw error;
  });
  if (stop.aborted) return recordStop(db, basename(file));
  await runBackup(['--verify', file], config, stop);
  // By a clock that is not believed every older backup would be out of its time.
  if (stop.aborted || (await clockFault(db))) return;
  const old = backupsToDelete(await readdir(folder), config.backupKeep);
  for (const name of old) await rm(join(folder, name), { force: true });
  await forgetBackups(db, old);
}

const week = 7 * day;

/** With this flag a backup of 1.2 GB took 163 MB of memory, without it up to 270 MB, and more as the database grows. */
const lessMemory = '--max-semi-space-size=2';

/** In a process of its own: reading every row would hold up requests. */
async function runBackup(args: string[], config: Config, stop: AbortSignal): Promise<void> {
  const program = besideCode('src/server/command.ts');
  const child = spawn(process.execPath, [lessMemory, program, 'backup', ...args], {
    env: settingsOf(config),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const end = () => child.kill();
  stop.addEventListener('abort', end, { once: true });
  const [code, said] = await Promise.all([ended, text(child.stderr)]);
  stop.removeEventListener('abort', end);
  if (code !== 0 && !stop.aborted) throw new Error(`The backup failed: ${said.trim()}`);
}

/**
 * The command reads its settings from the environment. Pass this process's own: tests and .env give them in other ways.
 */
function settingsOf({ s3, ...config }: Config): Record<string, string> {
  const settings = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl,
    DATABASE_POOLER: config.databasePooler ? 'on' : 'off',
    BACKUP_PASSPHRASE: config.backupPassphrase,
    S3_ENDPOINT: s3?.endpoint,
    S3_REGION: s3?.region,
    S3_BUCKET: s3?.bucket,
    S3_ACCESS_KEY_ID: s3?.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3?.secretAccessKey,
  };
  // Passes empty settings, too: the command adds unset ones from .env, and a setting together with its NAME_FILE is a
  // fault.
  const given: Record<string, string> = { PATH: process.env.PATH ?? '' };
  for (const [name, value] of Object.entries(settings)) {
    given[name] = value ?? '';
    given[`${name}_FILE`] = '';
  }
  return given;
}

/** Mails every admin, once a day, while a backup is overdue, and once a week where no one set BACKUP_DIR; an hourly job. */
export async function warnOfOldBackup({
  db,
  config,
  mails,
}: Pick<Parts, 'db' | 'config' | 'mails'>): Promise<void> {
  const status = await backupStatus(db, config);
  if (!status.overdue) return;
  const { claimed } = await claimJob(db, 'mail about an old backup', status.nightly ? day : week);
  if (!claimed) return;
  await inTransaction(db, (transaction) =>
    mailAdmins(transaction, (admin) => oldBackupMail(admin, status, config.brokerage)),
  );
  mails.wake();
}
