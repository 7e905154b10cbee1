import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { timestamp } from '../fields.ts';

const backupStatus = z
  .strictObject({
    /** Whether the server makes one each night. */
    nightly: z.boolean(),
    /** BACKUP_DIR=none: someone else sees to backups. */
    declined: z.boolean(),
    /** The newest whole one, of the server or of a command. */
    last: z
      .strictObject({ file: z.string(), date: timestamp, bytes: z.int() })
      .meta({ id: 'LastBackup' })
      .nullable(),
    /** When one was last restored on trial and every row found. */
    checked: timestamp.nullable(),
    /** Why the last try failed; null once one succeeds. */
    error: z.string().nullable(),
    /** The newest is older than 26 hours, or the first night has passed without one; never when declined. */
    overdue: z.boolean(),
  })
  .meta({ id: 'BackupStatus' });
export type BackupStatus = z.output<typeof backupStatus>;

export const backupContract = {
  'GET /api/system/backup': {
    summary: 'The last backup, its size, and when one was last restored on trial',
    access: 'admin',
    confirm: { none: 'When the last backup was made, not what is in it' },
    scope: 'system:read',
    response: backupStatus,
  },
} satisfies Contract;
