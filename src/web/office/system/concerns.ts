import type { BackupStatus } from '../../../shared/backup/backup.contract.ts';
import type { SystemState } from '../../../shared/system/system.contract.ts';
import { hour, minute } from '../../../shared/time.ts';

/** Every job runs at least hourly. */
const maxJobAge = 3 * hour;
const maxMailAge = 15 * minute;

/** Sentences about what an admin should look after; none if all is well. `now` is in ms since 1970. */
export function concernsOf(state: SystemState, now: number): string[] {
  const { mails, jobs, pool, faults } = state;
  const age = (iso: string) => now - Date.parse(iso);
  // A wrong clock makes every job look late, so leave out all that depends on age.
  const isClockRight = !faults.some(({ setting }) => setting === 'Clock');
  // A job that has never succeeded is measured from the start of the server.
  const late = jobs.filter(({ succeeded }) => isClockRight && age(succeeded ?? state.started) > maxJobAge);
  return [
    ...faults.map(({ setting, says }) => `${setting}: ${says}`),
    ...(mails.mailServer ? [] : ["Email isn't set up. Messages wait until SMTP_URL is set."]),
    ...(mails.mailServer && mails.oldest && age(mails.oldest) > maxMailAge
      ? [`An email has waited for ${Math.floor(age(mails.oldest) / minute)} minutes. See the outbox for why.`]
      : []),
    ...(mails.failed > 0
      ? [`${countOf(mails.failed, 'email', 'emails')} failed. See the outbox for why.`]
      : []),
    ...late.map(
      ({ name }) => `The job “${name}” hasn't succeeded for more than 3 hours. See the log for why.`,
    ),
    ...(pool && pool.waiting > 0
      ? [`${countOf(pool.waiting, 'query waits', 'queries wait')} for a connection to the database.`]
      : []),
  ];
}

/** As `concernsOf`. */
export function backupConcernsOf({ nightly, declined, last, overdue, error }: BackupStatus): string[] {
  return [
    ...(nightly || declined
      ? []
      : [
          'No backups: BACKUP_DIR is not set. Ask your server administrator to set it, or BACKUP_DIR=none if backups are made elsewhere.',
        ]),
    ...(overdue && last ? ['The newest backup is more than 26 hours old.'] : []),
    ...(overdue && !last && nightly ? ['No backup has been made yet, and the first night has passed.'] : []),
    ...(error ? [`The last backup failed: ${error}`] : []),
  ];
}

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
