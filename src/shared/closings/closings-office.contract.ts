import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { feesSigned } from '../fees/fees.contract.ts';
import { maxCounts, maxLengths } from '../field-limits.ts';
import {
  count,
  idParams,
  inPdf,
  optionalText,
  person,
  requiredLine,
  requiredName,
  rowError,
} from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { closingRow, letterEmail, officeClosing } from './closing-answers.ts';
import {
  approvalFields,
  askBody,
  closingDay,
  closingFields,
  correctionFields,
  emailFields,
  fallFields,
  feeBasis,
  packageFields,
  paidFields,
  reasonBody,
  sentDecisions,
  stepFields,
  transactionKind,
} from './closing-fields.ts';
import { closingStates } from './closing-states.ts';
import { letterParams } from './closings.contract.ts';
import { kindNames } from './transaction-kinds.ts';

/** The calls of the office: of admins, and of coordinators, who see nothing else of it (docs/product.md P29.4). */

const cents = z.int();
const params = idParams('Closing');

/**
 * Reads as a list to work from top to bottom. pay: the package is there, or the funds are · decide: reported ·
 * send: approved, or a notice of withdrawal waits · follow: the expected day is over, and it has not closed
 */
const workPart = z
  .strictObject({ count: z.int(), closings: z.array(closingRow) })
  .meta({ id: 'ClosingWorkPart' });
const closingWork = z
  .strictObject({
    date: z.iso.date(),
    pay: workPart,
    decide: workPart,
    send: workPart,
    follow: workPart,
  })
  .meta({ id: 'ClosingWork' });
export type ClosingWork = z.output<typeof closingWork>;

const packageOfKind = z
  .strictObject({ kind: z.enum(kindNames), items: z.array(z.string()) })
  .meta({ id: 'PackageOfKind' });

const approverAnswer = z.strictObject({ user: person, capacity: z.string() });
const closingSettings = z
  .strictObject({
    /** People who can approve, with the capacity in which they sign. */
    approvers: z.array(approverAnswer),
    /** The payee of the brokerage's part; '' for its legal name. */
    broker: z.string(),
    promiseDays: z.int(),
    /** The hour in Los Angeles from which a package counts for the next business day. */
    cutOff: z.int(),
    package: z.array(z.string()),
    /** Packages of kinds that have another one. */
    packages: z.array(packageOfKind),
    /** Days on which the office is closed: they don't count for the promise. */
    closedDays: z.array(z.iso.date()),
    /** How long records stay. */
    keepYears: z.int(),
    /** Whether the one person who approves may act on closings of their own; of no effect while several do. */
    ownClosings: z.boolean(),
    /** From what fees are computed when a closing has a referral or a credit; null to decide it for each closing. */
    feeBasis: feeBasis.nullable(),
  })
  .meta({ id: 'ClosingSettings' });
export type ClosingSettings = z.output<typeof closingSettings>;

const packageItems = z
  .array(requiredName('Item', maxLengths.closing.packageItem), 'The package must be a list')
  .max(maxCounts.packageItems, `A package may have at most ${maxCounts.packageItems} items`);

const closingSettingsFields = z
  .object({
    approvers: z
      .array(
        z.object({
          user: z.uuid('Member not found').toLowerCase(),
          capacity: inPdf(requiredLine('Capacity', maxLengths.closing.capacity), 'Capacity'),
        }),
        'Approvers must be a list',
      )
      .max(maxCounts.approvers, `At most ${maxCounts.approvers} may approve`),
    broker: z.union([z.literal(''), inPdf(requiredLine('Broker', maxLengths.closing.name), 'Broker')]),
    promiseDays: z
      .int('The promise must be a number of days')
      .min(1, 'The promise must be at least 1 day')
      .max(30, 'The promise must be at most 30 days'),
    cutOff: z
      .int('The cut-off must be an hour')
      .min(1, 'The cut-off must be from 1 to 24')
      .max(24, 'The cut-off must be from 1 to 24'),
    package: packageItems,
    /** Left out, they stay. */
    packages: z
      .array(z.object({ kind: transactionKind, items: packageItems }), 'The packages must be a list')
      .max(kindNames.length, 'List each kind once')
      .optional(),
    /** Left out, they stay. */
    closedDays: z
      .array(closingDay('Day'), 'The days must be a list')
      .max(maxCounts.closedDays, `At most ${maxCounts.closedDays} days`)
      .optional(),
    keepYears: z
      .int('Years must be a number')
      .min(3, 'Records must be kept for at least 3 years')
      .max(10, 'Records may be kept for at most 10 years'),
    ownClosings: z.boolean('Own closings must be true or false').default(false),
    /** Left out, it stays. */
    feeBasis: feeBasis.nullable().optional(),
  })
  .meta({ id: 'ClosingSettingsFields' });
export type ClosingSettingsFields = z.output<typeof closingSettingsFields>;

/** `month`: YYYY-MM of the payment. */
const insightMonth = z.strictObject({
  month: z.string(),
  kind: z.enum(kindNames),
  closings: z.int(),
  volume: cents,
  fees: cents,
});
const closingInsights = z
  .strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    months: z.array(insightMonth),
    /** Counts payments with a complete package in the same period; hours is their average. */
    promise: z.strictObject({ paid: z.int(), within: z.int(), hours: z.int().nullable() }),
    /** Active members without a payment for 90 days; counted up to 5,000. */
    idle: z.int(),
    fees: feesSigned,
  })
  .meta({ id: 'ClosingInsights' });
export type ClosingInsights = z.output<typeof closingInsights>;

export const idleMember = z
  .strictObject({ user: person, lastPaid: z.iso.date().nullable() })
  .meta({ id: 'IdleMember' });

/** A line of a file of closings as it was understood; amounts in cents. */
const importedClosing = z
  .strictObject({
    line: z.int(),
    reference: z.string(),
    agent: z.string(),
    property: z.string(),
    kind: z.enum(kindNames),
    price: cents,
    gross: cents,
    fees: cents,
    kept: cents,
    paid: z.iso.date(),
    /** There already, by its reference. */
    known: z.boolean(),
    /**
     * The property of a closing of this agent that may be the same deal: its file number is the reference, or property and
     * price are equal. Null for a line that is there already.
     */
    sameAs: z.string().nullable(),
  })
  .meta({ id: 'ImportedClosing' });
export type ImportedClosing = z.output<typeof importedClosing>;

const importResult = z
  .strictObject({
    rows: z.int(),
    /** Added, or would be. */
    added: z.int(),
    /** There already, by their reference. */
    known: z.int(),
    /** By the line of the file as an editor shows it. */
    errors: z.array(rowError),
    /** Every line that can be read. */
    closings: z.array(importedClosing),
    /** Sums of the rows that are added, or would be without the errors. */
    sums: z.strictObject({ price: cents, gross: cents, fees: cents, kept: cents }),
  })
  .meta({ id: 'ImportedClosings' });
export type ImportResult = z.output<typeof importResult>;

const everyday = { none: 'Office work of every day; every change stays in the history' } as const;
const read = { none: 'Office work of every day' } as const;

const filter = {
  state: z.enum(closingStates, 'State is not known').optional(),
  /** One, or several with commas: a person can have more than one account. */
  agent: z
    .string('Member not found')
    .transform((ids) => ids.split(','))
    .pipe(z.array(z.uuid('Member not found').toLowerCase()).max(20, 'Member not found'))
    .optional(),
  kind: z.enum(kindNames, 'Kind is not known').optional(),
  /** Paid in a month, YYYY-MM. */
  paid: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Month must be such as 2026-01')
    .optional(),
  promise: z.enum(['running', 'due', 'late', 'kept', 'broken'], 'Promise is not known').optional(),
  search: optionalText('Search', maxLengths.search.closings).default(''),
  sort: z.enum(['since', '-since'], 'Sort must be since or -since').default('since'),
};

export const closingsOfficeContract = {
  'GET /api/closings': {
    summary:
      'The closings of a filter: those longest in a state first, or the newest first by `sort=-since`; search looks into property and file number',
    access: 'closings',
    confirm: read,
    scope: 'closings:read',
    query: pageQuery({ default: 50, max: 200 }).extend(filter),
    response: z.array(closingRow),
  },
  'GET /api/closings/export': {
    summary:
      'The closings of a filter as CSV: figures, corrections, days, payees and the version of the fees, safe to open in a spreadsheet',
    access: 'closings',
    confirm: 'needed',
    limit: 'userExport',
    head: false,
    query: z.object(filter),
    produces: 'text/csv',
    response: z.string(),
  },
  'GET /api/closings/new-count': {
    summary: 'How many closings wait for a decision of the office, counted up to 1,000',
    access: 'closings',
    confirm: { none: 'A count' },
    scope: 'closings:read',
    response: count,
  },
  'GET /api/closings/work': {
    summary:
      'Open work, the most urgent 50 of each kind: payments by the day of the promise, decisions and letters by how long they wait, and follow-ups',
    access: 'closings',
    confirm: read,
    scope: 'closings:read',
    response: closingWork,
  },
  'GET /api/closings/insights': {
    summary:
      'Closings, volume and fees by month of payment and kind, the promise, and members without a closing',
    access: 'admin',
    confirm: { none: 'Sums without persons' },
    scope: 'closings:read',
    query: z.object({ months: z.enum(['3', '12', '24'], 'Months must be 3, 12 or 24').default('12') }),
    response: closingInsights,
  },
  'GET /api/closings/idle': {
    summary:
      'Active members without a paid closing for 90 days, those longest without first; at most 200, from `skip` on',
    access: 'admin',
    confirm: read,
    scope: 'closings:read',
    query: z.object({ skip: z.coerce.number('Skip must be a number').int().min(0).max(100_000).default(0) }),
    response: z.array(idleMember),
  },
  'GET /api/closings/settings': {
    summary: 'Who approves, the promise, the package and how long records stay',
    access: 'closings',
    confirm: read,
    scope: 'closings:read',
    response: closingSettings,
  },
  'PUT /api/closings/settings': {
    summary: 'Change who approves, the promise, the package and how long records stay',
    access: 'admin',
    confirm: 'needed',
    limit: 'closingOffice',
    body: closingSettingsFields,
    response: closingSettings,
  },
  'POST /api/closings/import': {
    summary:
      'Add paid closings of another system from a CSV file (docs/operations.md); rows with a known reference are left out. Without `apply` it is only checked',
    access: 'admin',
    confirm: 'needed',
    limit: 'closingOffice',
    body: z
      .object({
        csv: z
          .string('A file is required')
          .min(1, 'A file is required')
          .max(maxLengths.closing.csv, 'The file is too long'),
        apply: z.boolean('Apply must be true or false').default(false),
      })
      .meta({ id: 'ClosingsFile' }),
    bodyLimit: 4 * 1024 * 1024,
    response: importResult,
  },
  'GET /api/closings/:id': {
    summary: 'One closing with its history, and the obstacles to its approval',
    access: 'closings',
    confirm: read,
    scope: 'closings:read',
    params,
    response: officeClosing,
  },
  'PUT /api/closings/:id': {
    summary:
      'Change the report. Fields of the letter cannot change while it stands: withdraw the approval first',
    access: 'closings',
    confirm: everyday,
    scope: 'closings:write',
    limit: 'closingOffice',
    params,
    body: closingFields,
    response: officeClosing,
  },
  'PUT /api/closings/:id/decisions': {
    summary:
      'Decide what the fees leave open, and add lines with their reasons, until it is approved. With the `situation` that was shown, it is 412 when that has changed',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'closingOffice',
    params,
    body: sentDecisions,
    response: officeClosing,
  },
  'POST /api/closings/:id/ask': {
    summary: 'Ask the agent to change something; they are told',
    access: 'closings',
    confirm: everyday,
    scope: 'closings:write',
    limit: 'closingOffice',
    params,
    body: askBody,
    response: officeClosing,
  },
  'POST /api/closings/:id/approve': {
    summary:
      'Approve and sign, as an approver of the settings: freezes the fees and makes the numbered letter, or the invoice. `sha256` is the hash of the letter that was shown to the caller, with their capacity; 412 when it would differ by now',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'closingOffice',
    params,
    body: approvalFields,
    response: officeClosing,
  },
  'POST /api/closings/:id/withdraw': {
    summary:
      'Withdraw the approval, and its letter by a numbered notice, as an approver of the settings: the closing is reported again, and all concerned are told what escrow must get',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'closingOffice',
    params,
    body: reasonBody,
    response: officeClosing,
  },
  'GET /api/closings/:id/letters/:number': {
    summary: 'A letter, notice or invoice as a PDF',
    access: 'closings',
    confirm: read,
    scope: 'closings:read',
    params: letterParams,
    response: z.string(),
    produces: 'application/pdf',
  },
  'GET /api/closings/:id/letters/:number/email': {
    summary: 'The email with a letter, notice or invoice as it would go now, and the address to start with',
    access: 'closings',
    confirm: read,
    scope: null,
    params: letterParams,
    response: letterEmail,
  },
  'POST /api/closings/:id/emails': {
    summary:
      'Email a letter, notice or invoice, by its number, to this address, with a copy to the agent, and note it as sent, as POST /api/closings/:id/steps does. 412 when another letter stands',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'closingOffice',
    params,
    body: emailFields,
    response: officeClosing,
  },
  'POST /api/closings/:id/steps': {
    summary:
      'Note the next step: letter sent, closed, package received or funds received. The package must be complete. A letter is not sent before it was made; with its `number`, it is 412 when another one stands',
    access: 'closings',
    confirm: everyday,
    scope: 'closings:write',
    limit: 'closingOffice',
    params,
    body: stepFields,
    response: officeClosing,
  },
  'PUT /api/closings/:id/package': {
    summary: 'Tick the items of the package that have arrived',
    access: 'closings',
    confirm: everyday,
    scope: 'closings:write',
    limit: 'closingOffice',
    params,
    body: packageFields,
    response: officeClosing,
  },
  'POST /api/closings/:id/paid': {
    summary: 'Note that the agent was paid, or has paid the invoice; they are told',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    scope: { unconfirmed: 'closings:write' },
    limit: 'closingOffice',
    params,
    body: paidFields,
    response: officeClosing,
  },
  'POST /api/closings/:id/corrections': {
    summary:
      'Correct a paid closing by an entry with its reason; nothing of it changes otherwise. It can free dues that the closing deducted',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'closingOffice',
    params,
    body: correctionFields,
    response: officeClosing,
  },
  'POST /api/closings/:id/fell-through': {
    summary:
      'Note that it fell through, and carry the charges to the next closing. It withdraws a letter, which only approvers of the settings can do, and no API token',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    scope: { unconfirmed: 'closings:write' },
    limit: 'closingOffice',
    params,
    body: fallFields,
    response: officeClosing,
  },
  'POST /api/closings/:id/archive': {
    summary: 'Put a closing away: paid, fell through, or reported by mistake',
    access: 'closings',
    confirm: everyday,
    scope: 'closings:write',
    limit: 'closingOffice',
    params,
    response: officeClosing,
  },
  'POST /api/closings/:id/link': {
    summary: 'Link with the closing of another side of the same deal: the price counts once',
    access: 'closings',
    confirm: everyday,
    scope: 'closings:write',
    limit: 'closingOffice',
    params,
    body: z.object({ closing: z.uuid('Closing not found').toLowerCase() }).meta({ id: 'OtherClosing' }),
    response: officeClosing,
  },
  'DELETE /api/closings/:id/link': {
    summary: 'Take a closing out of its deal: its price counts apart',
    access: 'closings',
    confirm: everyday,
    scope: 'closings:write',
    limit: 'closingOffice',
    params,
    response: officeClosing,
  },
} satisfies Contract;
