import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { timestamp } from '../fields.ts';

const systemMoment = z
  .strictObject({
    at: timestamp,
    /** Share of the minute before that the process was busy, 0 to 1. */
    busy: z.number(),
    /** Bytes. */
    memory: z.int(),
    mailsWaiting: z.int(),
    liveFeeds: z.int(),
    /** Requests of the minute before; null where requests are not counted (METRICS_PORT is not set). */
    requests: z.int().nullable(),
    serverErrors: z.int().nullable(),
  })
  .meta({ id: 'SystemMoment' });
export type SystemMoment = z.output<typeof systemMoment>;

const systemState = z
  .strictObject({
    version: z.string(),
    node: z.string(),
    engine: z.enum(['sqlite', 'postgres']),
    /** Host and id of the process that answered. */
    process: z.string(),
    started: timestamp,
    memory: z.int(),
    /** Connections to PostgreSQL; null on SQLite. */
    pool: z
      .strictObject({ used: z.int(), idle: z.int(), waiting: z.int(), max: z.int() })
      .meta({ id: 'SystemPool' })
      .nullable(),
    mails: z
      .strictObject({
        mailServer: z.boolean(),
        waiting: z.int(),
        failed: z.int(),
        /** When the mail was written that has waited longest. */
        oldest: timestamp.nullable(),
      })
      .meta({ id: 'SystemMails' }),
    /** Folders, files and ports of the settings that this process cannot use. */
    faults: z.array(z.strictObject({ setting: z.string(), says: z.string(), since: timestamp })),
    /** Jobs that one process at a time runs; `succeeded` is null until the first success. */
    jobs: z.array(
      z
        .strictObject({ name: z.string(), started: timestamp, succeeded: timestamp.nullable() })
        .meta({ id: 'SystemJob' }),
    ),
    images: z.strictObject({ running: z.int(), waiting: z.int() }).meta({ id: 'SystemImages' }),
    pageCache: z.strictObject({ pages: z.int(), bytes: z.int() }).meta({ id: 'SystemPageCache' }),
    liveFeeds: z.int(),
    /** The last hour of this process, a moment each minute, oldest first. */
    history: z.array(systemMoment),
  })
  .meta({ id: 'SystemState' });
export type SystemState = z.output<typeof systemState>;

export const systemContract = {
  'GET /api/system': {
    summary: 'How the server is doing: the process that responds, the database, emails and jobs',
    access: 'admin',
    confirm: { none: 'Figures of the server, no secret and no person' },
    scope: 'system:read',
    response: systemState,
  },
} satisfies Contract;
