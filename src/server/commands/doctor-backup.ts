import { backupStatus } from '../features/backup/backups.service.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db/database.ts';
import { placesOf, tryPlace } from '../platform/places/places.ts';
import type { Check } from './doctor-check.ts';

export async function backupCheck(db: Database, config: Config): Promise<Check> {
  const { nightly, last, checked, overdue, error } = await backupStatus(db, config);
  const newest = last ? `the newest is from ${last.date}` : 'none has been made';
  const says = `${newest}, ${checked ? `the last restore test was at ${checked}` : 'no restore test yet'}`;
  if (!nightly) return withoutBackups(config, says);
  if (error && !overdue && (await worksNow(config)) && ofPlace.test(error))
    return {
      state: 'note',
      what: 'backup',
      says: `${says}; an attempt failed (${error}), and the folder works now`,
      todo: 'The server tries again within minutes of the repair, else within an hour.',
    };
  const todo = error
    ? `The last attempt failed: ${error}`
    : 'npm run backup -- FILE, then npm run backup -- --verify FILE';
  if (overdue || error) return { state: 'fault', what: 'backup', says, todo };
  if (last) return { state: 'ok', what: 'backup', says };
  return {
    state: 'note',
    what: 'backup',
    says: `${says}: the server makes the first soon after its start`,
  };
}

/** An error of a folder or disk. */
const ofPlace = /\bE(ACCES|PERM|ROFS|NOSPC|DQUOT|NOENT|NOTDIR|EXIST|IO)\b/;

async function worksNow(config: Config): Promise<boolean> {
  const place = placesOf(config).find(({ setting }) => setting === 'BACKUP_DIR');
  return place !== undefined && (await tryPlace(place)).fault === undefined;
}

export function withoutBackups({ production, backupsDeclined }: Config, says: string): Check {
  const what = 'backup';
  if (backupsDeclined)
    return { state: 'note', what, says: `BACKUP_DIR=none: the server makes none; ${says}` };
  return {
    state: production ? 'fault' : 'note',
    what,
    says: `No backups: BACKUP_DIR is not set; ${says}`,
    todo: 'Set BACKUP_DIR to a folder on another disk, or to none if backups are made elsewhere.',
  };
}
