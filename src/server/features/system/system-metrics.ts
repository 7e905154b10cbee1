import { second } from '../../../shared/time.ts';
import { poolState } from '../../platform/db/postgres.ts';
import { imageQueue } from '../../platform/images/process-image.ts';
import { jobRows } from '../../platform/jobs/job-rows.ts';
import { addProcessMetrics } from '../../platform/metrics/process-metrics.ts';
import type { Parts } from '../../platform/parts.ts';
import type { PlaceState } from '../../platform/places/places.ts';
import { backupStatus } from '../backup/backups.service.ts';
import { waitingMails } from '../outbox/outbox.service.ts';

/**
 * The metrics of docs/monitoring, without those of requests. Figures from the database are the same in every process.
 */
export function addSystemMetrics({ db, config, metrics, pages, places }: Parts): void {
  addProcessMetrics(metrics);
  metrics.add('gauge', 'brokerage_database_connections', 'Connections to PostgreSQL by state.', () => {
    const pool = poolState(db);
    if (!pool) return [];
    const { used, idle } = pool;
    return Object.entries({ used, idle }).map(([state, value]) => ({ labels: { state }, value }));
  });
  metrics.add('gauge', 'brokerage_database_waiting', 'Queries that wait for a connection.', () => {
    const pool = poolState(db);
    return pool ? [{ value: pool.waiting }] : [];
  });
  metrics.add('gauge', 'brokerage_outbox_mails', 'Emails that wait or were given up.', async () => {
    const { waiting, failed } = await waitingMails(db);
    return Object.entries({ waiting, failed }).map(([state, value]) => ({ labels: { state }, value }));
  });
  metrics.add('gauge', 'brokerage_outbox_oldest_seconds', 'Age of the mail that waits longest.', async () => {
    const { oldest } = await waitingMails(db);
    return [{ value: oldest ? (Date.now() - Date.parse(oldest)) / second : 0 }];
  });
  metrics.add(
    'gauge',
    'brokerage_job_last_success_timestamp_seconds',
    'When a periodic job last succeeded, in seconds since 1970; 0 before its first success.',
    async () => {
      const jobs = await jobRows(db).select(['name', 'succeeded_at']).execute();
      return jobs.map(({ name, succeeded_at: at }) => ({
        labels: { job_name: name },
        value: at ? Date.parse(at) / second : 0,
      }));
    },
  );
  metrics.add(
    'gauge',
    'brokerage_backup_last_timestamp_seconds',
    'When the newest whole backup began, in seconds since 1970; 0 before the first.',
    async () => {
      const { last } = await backupStatus(db, config);
      return [{ value: last ? Date.parse(last.date) / second : 0 }];
    },
  );
  metrics.add(
    'gauge',
    'brokerage_backup_overdue',
    'Whether admins are mailed that there is no recent backup.',
    async () => [{ value: (await backupStatus(db, config)).overdue ? 1 : 0 }],
  );
  metrics.add(
    'gauge',
    'brokerage_setting_usable',
    'Whether the folder or port of a setting can be used.',
    () => {
      const faulty = new Set(places.faults.map(({ setting }) => setting));
      const settings = new Set([...places.places.map(({ setting }) => setting), ...faulty]);
      return [...settings].map((setting) => ({ labels: { setting }, value: faulty.has(setting) ? 0 : 1 }));
    },
  );
  const disks = (value: (state: PlaceState) => number | undefined) => () =>
    places.places.flatMap(({ setting }) => {
      const bytes = value(places.state(setting));
      return bytes === undefined ? [] : [{ labels: { setting }, value: bytes }];
    });
  metrics.add(
    'gauge',
    'brokerage_disk_free_bytes',
    'Room for the folder of a setting.',
    disks(({ free }) => free),
  );
  metrics.add(
    'gauge',
    'brokerage_disk_size_bytes',
    'Size of the disk that has the folder of a setting.',
    disks(({ size }) => size),
  );
  metrics.add('gauge', 'brokerage_images', 'Uploaded images that are worked on or wait.', () =>
    Object.entries(imageQueue()).map(([state, value]) => ({ labels: { state }, value })),
  );
  metrics.add('gauge', 'brokerage_page_cache_pages', 'Pages in memory.', () => [{ value: pages.size.pages }]);
  metrics.add('gauge', 'brokerage_page_cache_bytes', 'Bytes of the pages in memory.', () => [
    { value: pages.size.bytes },
  ]);
}
