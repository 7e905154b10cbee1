import { expect, it } from 'vitest';
import type { SystemState } from '../../../shared/system/system.contract.ts';
import { hour, minute } from '../../../shared/time.ts';
import { backupConcernsOf, concernsOf } from './concerns.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();

const well: SystemState = {
  version: '1.0.0',
  node: '24.0.0',
  engine: 'postgres',
  process: 'a:1',
  started: ago(hour),
  memory: 1,
  pool: { used: 1, idle: 1, waiting: 0, max: 10 },
  mails: { mailServer: true, waiting: 1, failed: 0, oldest: ago(14 * minute) },
  faults: [],
  jobs: [
    { name: 'purge images', started: ago(hour), succeeded: ago(2 * hour) },
    { name: 'back up', started: ago(minute), succeeded: null },
  ],
  images: { running: 0, waiting: 0 },
  pageCache: { pages: 0, bytes: 0 },
  liveFeeds: 0,
  history: [],
};

it('says nothing while all is well', () => {
  expect(concernsOf(well, now)).toEqual([]);
});

it.each<[string, Partial<SystemState>]>([
  ["Email isn't set up", { mails: { ...well.mails, mailServer: false, oldest: ago(hour) } }],
  ['waited for 16 minutes', { mails: { ...well.mails, oldest: ago(16 * minute) } }],
  ['1 email failed', { mails: { ...well.mails, failed: 1 } }],
  ['2 emails failed', { mails: { ...well.mails, failed: 2 } }],
  [
    "“purge images” hasn't succeeded",
    { jobs: [{ name: 'purge images', started: ago(0), succeeded: ago(4 * hour) }] },
  ],
  [
    'BACKUP_DIR: The disk is full.',
    { faults: [{ setting: 'BACKUP_DIR', says: 'The disk is full.', since: ago(hour) }] },
  ],
  [
    "“back up” hasn't succeeded",
    { started: ago(4 * hour), jobs: [{ name: 'back up', started: ago(minute), succeeded: null }] },
  ],
  ['2 queries wait', { pool: { used: 10, idle: 0, waiting: 2, max: 10 } }],
])('says so: %s', (words, state) => {
  expect(concernsOf({ ...well, ...state }, now)).toEqual([expect.stringContaining(words)]);
});

const backup = { nightly: true, declined: false, last: null, checked: null, error: null, overdue: false };
const last = { file: 'b', date: ago(27 * hour), bytes: 1 };

it('says what is wrong with the backup', () => {
  expect(backupConcernsOf(backup)).toEqual([]);
  expect(backupConcernsOf({ ...backup, last, overdue: true, error: 'The disk is full.' })).toEqual([
    'The newest backup is more than 26 hours old.',
    'The last backup failed: The disk is full.',
  ]);
  expect(backupConcernsOf({ ...backup, overdue: true })).toEqual([
    'No backup has been made yet, and the first night has passed.',
  ]);
  expect(backupConcernsOf({ ...backup, nightly: false })).toEqual([
    expect.stringMatching(/^No backups: BACKUP_DIR is not set\./),
  ]);
  expect(backupConcernsOf({ ...backup, nightly: false, declined: true })).toEqual([]);
});
