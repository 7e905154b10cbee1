import { day } from '../../../shared/time.ts';

/** How many days, weeks and months have their newest backup kept. */
export interface Keep {
  days: number;
  weeks: number;
  months: number;
}

const pattern = /^backup-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst$/;

/** Matches `backupFileName`, for SQL. */
export const backupFilePattern = 'backup-________T______Z.tar.zst';

/** Such as backup-20260131T030000Z.tar.zst, so that names sort by time. */
export const backupFileName = (moment: Date): string =>
  `backup-${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.tar.zst`;

/** Files to delete; never the newest, nor a file with another name than `backupFileName` gives. */
export function backupsToDelete(names: string[], { days, weeks, months }: Keep, now = new Date()): string[] {
  const backups = names
    .flatMap((name) => {
      const moment = momentOf(name);
      return moment ? [{ name, moment }] : [];
    })
    .sort((a, b) => b.moment.getTime() - a.moment.getTime());
  const [newest] = backups;
  const kept = new Set(newest ? [newest.name] : []);
  const periods = [
    { count: days, of: dayOf, length: day },
    { count: weeks, of: weekOf, length: 7 * day },
    { count: months, of: monthOf, length: 31 * day },
  ];
  for (const { count, of, length } of periods) {
    const seen = new Set<number>();
    for (const { name, moment } of backups) {
      // Counts recent ones only: after a pause of years the old ones need not stay.
      const isRecent = now.getTime() - moment.getTime() < count * length;
      if (!isRecent || seen.has(of(moment)) || seen.size === count) continue;
      seen.add(of(moment));
      kept.add(name);
    }
  }
  return backups.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** Files that killed nightly backups and drills left behind. */
export const interruptedBackups = (names: string[]): string[] =>
  names.filter((name) => {
    const backup = name.replace(/^\.verify-/, '').replace(/\.unfinished$/, '');
    return backup !== name && momentOf(backup) !== undefined;
  });

function momentOf(name: string): Date | undefined {
  const [, ...parts] = pattern.exec(name) ?? [];
  if (parts.length === 0) return undefined;
  const [year = '', month = '', date = '', ...time] = parts;
  return new Date(`${year}-${month}-${date}T${time.join(':')}Z`);
}

const dayOf = (moment: Date) => Math.floor(moment.getTime() / day);
/** 1970 began on a Thursday. */
const weekOf = (moment: Date) => Math.floor((dayOf(moment) + 3) / 7);
const monthOf = (moment: Date) => moment.getUTCFullYear() * 12 + moment.getUTCMonth();
