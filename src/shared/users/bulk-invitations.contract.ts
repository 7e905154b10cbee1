import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { figure, maxCounts, maxLengths } from '../field-limits.ts';
import { id, idParams, optionalName, timestamp } from '../fields.ts';
import { rightNames } from './rights.ts';

const column = z.int().nonnegative().nullable();
const columns = z
  .strictObject({
    email: column,
    name: column,
    firstName: column,
    lastName: column,
    phone: column.optional(),
    license: column.optional(),
    expires: column.optional(),
    /** With us since; before today: already with us. */
    since: column.optional(),
    role: column.optional(),
  })
  .meta({ id: 'BulkColumns' });
export type Columns = z.output<typeof columns>;

/** new: will be invited · member, invited: there is an account already · twice: stands above · error: not valid. */
const rowKinds = ['new', 'member', 'invited', 'twice', 'error'] as const;
export type RowKind = (typeof rowKinds)[number];

const bulkFacts = z
  .strictObject({
    phone: z.string(),
    /** 8 digits, or ''. */
    license: z.string(),
    expires: z.iso.date().nullable(),
    since: z.iso.date().nullable(),
    /** Absent for a member without any. */
    rights: z.array(z.enum(['admin', ...rightNames])).optional(),
  })
  .meta({ id: 'BulkFacts' });
export type BulkFacts = z.output<typeof bulkFacts>;

const bulkRow = z
  .strictObject({
    /** Line of the list, from 1, as a text editor counts. */
    line: z.int(),
    name: z.string(),
    email: z.string(),
    kind: z.enum(rowKinds),
    /** Why it is not new; '' for new. */
    reason: z.string(),
    /** Absent where the list says none. */
    facts: bulkFacts.optional(),
  })
  .meta({ id: 'BulkRow' });
export type BulkRow = z.output<typeof bulkRow>;

const bulkPreview = z
  .strictObject({
    /** Headers come from the first line, '' without a header; samples are the first values of the column. */
    columns: z.array(
      z.strictObject({ header: z.string(), samples: z.array(z.string()) }).meta({ id: 'BulkColumn' }),
    ),
    chosen: columns,
    header: z.boolean(),
    rows: z.array(bulkRow),
    counts: z
      .strictObject({
        new: z.int(),
        member: z.int(),
        invited: z.int(),
        twice: z.int(),
        error: z.int(),
      })
      .meta({ id: 'BulkCounts' }),
  })
  .meta({ id: 'BulkPreview' });
export type BulkPreview = z.output<typeof bulkPreview>;

/** A list that was committed. Accounts and mails are counted apart. */
const bulkInvitation = z
  .strictObject({
    _id: id,
    file: z.string(),
    by: z.string(),
    date: timestamp,
    /** Null while accounts are made. */
    finished: timestamp.nullable(),
    rows: z.int(),
    accounts: z
      .strictObject({
        waiting: z.int(),
        created: z.int(),
        skipped: z.int(),
        failed: z.int(),
        /** Not made because the list was stopped. */
        stopped: z.int(),
      })
      .meta({ id: 'BulkAccounts' }),
    mails: z.strictObject({ waiting: z.int(), sent: z.int(), failed: z.int() }).meta({ id: 'BulkMails' }),
  })
  .meta({ id: 'BulkInvitation' });
export type BulkInvitation = z.output<typeof bulkInvitation>;

/** Undefined columns are guessed; so is whether the first line is a header. */
const list = z
  .object({
    csv: z
      .string({
        error: ({ input }) =>
          input === undefined || input === null ? 'A list is required' : 'The list must be text',
      })
      .max(maxLengths.bulk.csv, `The list must be at most ${figure(maxLengths.bulk.csv)} characters`)
      .refine((text) => text.trim() !== '', 'A list is required'),
    file: optionalName('File', maxLengths.bulk.file).default(''),
    columns: columns.partial().optional(),
    header: z.boolean('Header must be true or false').optional(),
  })
  .meta({ id: 'BulkList' });
export type BulkList = z.output<typeof list>;

/** `maxLengths.bulk.csv` characters, most of them one byte, some escaped. */
const bodyLimit = 2 * 1024 * 1024;

export const bulkInvitationsContract = {
  'POST /api/users/bulk/preview': {
    summary: `Sort a list of people (CSV, at most ${figure(maxCounts.bulkRows)} rows) into new, known, twice and wrong; invites no one`,
    access: 'admin',
    confirm: { none: 'Sorts what the caller sends, and invites no one' },
    scope: null,
    limit: 'bulkPreview',
    body: list,
    bodyLimit,
    response: bulkPreview,
  },
  'POST /api/users/bulk': {
    summary:
      'Invite everyone new in a list, in the background, with the rights of their role; rows with an account or a repeated address are left out, so that the same list again invites no one',
    access: 'admin',
    confirm: 'needed',
    limit: 'bulkInvitation',
    body: list,
    bodyLimit,
    response: bulkInvitation,
  },
  'GET /api/users/bulk': {
    summary: 'The newest 20 lists that were committed',
    access: 'admin',
    confirm: { none: 'Counts and the names of files' },
    scope: 'members:read',
    response: z.array(bulkInvitation),
  },
  'GET /api/users/bulk/:id': {
    summary: 'How far a list is: accounts and emails, each counted apart',
    access: 'admin',
    confirm: { none: 'Counts and the name of a file' },
    scope: 'members:read',
    params: idParams('List'),
    response: bulkInvitation,
  },
  'POST /api/users/bulk/:id/stop': {
    summary:
      'Stop a list that any admin sent: no more accounts are made, and emails that wait are not sent. Accounts that were made stay',
    access: 'admin',
    confirm: { none: 'Stops a list; the same list sent again goes on where it stopped' },
    scope: null,
    limit: 'user',
    params: idParams('List'),
    response: bulkInvitation,
  },
  'GET /api/users/bulk/:id/failed': {
    summary:
      'The rows of a list that were not invited, or whose email failed, as a CSV file with line and reason',
    access: 'admin',
    confirm: 'needed',
    scope: { unconfirmed: 'members:read' },
    params: idParams('List'),
    response: z.string(),
    produces: 'text/csv',
  },
} satisfies Contract;
