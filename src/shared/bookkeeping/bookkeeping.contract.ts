import { z } from 'zod';
import { closingDay } from '../closings/closing-fields.ts';
import type { Contract } from '../contract.ts';
import { today } from '../dates.ts';
import { dueClosing, dueMember } from '../dues/dues.contract.ts';
import { maxLengths } from '../field-limits.ts';
import { id, optionalText, requiredLine, timestamp } from '../fields.ts';
import { isFormula } from '../formula.ts';
import { pageQuery } from '../paging.ts';
import {
  deductedKinds,
  figures,
  incomeKinds,
  keysOf,
  productionFigures,
  recordOf,
  reports,
  sourceKinds,
} from './figures.ts';
import { journalAccounts } from './journal.ts';

/** Reports of what was paid, by the day of payment, for admins. */

const cents = z.int();
const month = z.string();
/** The present year, unless days are given. */
const range = {
  from: closingDay('From').default(() => `${today().slice(0, 4)}-01-01`),
  to: closingDay('To').default(() => `${today().slice(0, 4)}-12-31`),
};
const read = { none: 'Office work of every day' } as const;

const sumsOf = <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  z.record(z.enum(keysOf(labels)), cents);

/** Each in cents. Waivers are negative, so that all of a row add up to its `income`. */
const income = z.strictObject({
  kinds: sumsOf(incomeKinds).meta({ id: 'IncomeKinds' }),
  waived: cents,
  income: cents,
});
const incomeReport = z
  .strictObject({ months: z.array(income.extend({ month })), total: income })
  .meta({ id: 'IncomeReport' });
export type IncomeReport = z.output<typeof incomeReport>;

/** Sides are a number, the others cents. */
const production = sumsOf(productionFigures).meta({ id: 'ProductionFigures' });
const productionReport = z
  .strictObject({
    count: z.int(),
    total: production,
    agents: z.array(z.strictObject({ agent: dueMember, figures: production })),
  })
  .meta({ id: 'ProductionReport' });
export type ProductionReport = z.output<typeof productionReport>;

const deductions = z.strictObject({
  kinds: sumsOf(deductedKinds).meta({ id: 'DeductedKinds' }),
  deductions: cents,
});
const deductionsReport = z
  .strictObject({ months: z.array(deductions.extend({ month })), total: deductions })
  .meta({ id: 'DeductionsReport' });
export type DeductionsReport = z.output<typeof deductionsReport>;

/** Payments with a complete package. `average` has one decimal; null without any. */
const promise = z.strictObject({
  paid: z.int(),
  inTime: z.int(),
  average: z.number().nullable(),
  longest: z.int().nullable(),
});
const promiseReport = z
  .strictObject({
    months: z.array(promise.extend({ month })),
    total: promise,
    /** How many were paid after so many days, the fewest days first. */
    days: z.array(z.strictObject({ days: z.int(), paid: z.int() })),
  })
  .meta({ id: 'PromiseReport' });
export type PromiseReport = z.output<typeof promiseReport>;

const sources = z
  .strictObject({
    count: z.int(),
    total: cents,
    sources: z.array(
      z.strictObject({
        _id: id,
        on: z.iso.date(),
        kind: z.enum(keysOf(sourceKinds)),
        agent: dueMember,
        /** Null for a due. */
        closing: dueClosing.nullable(),
        due: z.strictObject({ _id: id, label: z.string() }).nullable(),
        amount: cents,
      }),
    ),
  })
  .meta({ id: 'SourcesOfFigure' });
export type SourcesOfFigure = z.output<typeof sources>;

/** An account as QuickBooks names it: a colon leads to one below it. */
const accountName = requiredLine('Account', maxLengths.closing.contact)
  .refine(
    (name) => !name.includes('"') && name.split(':').every((part) => part.trim() !== ''),
    'Write an account as Parent:Account, without quotation marks',
  )
  // The file would have it with an apostrophe in front.
  .refine((name) => !isFormula(name), 'An account must not begin with =, +, - or @, as a formula does');
const accountNames = z
  .object(recordOf(journalAccounts, () => accountName))
  .partial()
  .meta({ id: 'JournalAccountFields' });
const accounts = z.record(z.enum(keysOf(journalAccounts)), z.string()).meta({ id: 'JournalAccounts' });

/** `from` and `to`: the days it was asked for. */
const journalExport = z
  .strictObject({
    number: z.int(),
    from: z.iso.date(),
    to: z.iso.date(),
    entries: z.int(),
    date: timestamp,
    by: z.string(),
  })
  .meta({ id: 'JournalExport' });
export type JournalExport = z.output<typeof journalExport>;

const journal = z
  .strictObject({
    /** Entries of these days that no export has, counted up to 10,000. */
    waiting: z.int(),
    accounts,
    /** The newest 100. */
    exports: z.array(journalExport),
  })
  .meta({ id: 'Journal' });

const ofAgent = {
  agent: z.uuid('Member not found').toLowerCase().optional(),
  /** The name of an agent whose account has gone. */
  former: optionalText('Name', maxLengths.user.name).optional(),
};

const sorts = keysOf({ name: '', ...productionFigures });

export const bookkeepingContract = {
  'GET /api/bookkeeping/income': {
    summary: 'Fees and dues by kind and month of payment, waivers apart. A correction counts on its own day',
    access: 'admin',
    confirm: { none: 'Sums without persons' },
    scope: 'closings:read',
    query: z.object(range),
    response: incomeReport,
  },
  'GET /api/bookkeeping/production': {
    summary:
      'Sides, volume, gross, fees, deductions and what is kept by agent, as in their years; at most 100, from `skip` on',
    access: 'admin',
    confirm: read,
    scope: 'closings:read',
    query: z.object({
      ...range,
      sort: z
        .enum([...sorts, ...sorts.map((name) => `-${name}` as const)], 'Sort is not known')
        .default('-gross'),
      skip: z.coerce.number('Skip must be a number').int().min(0).max(100_000).default(0),
    }),
    response: productionReport,
  },
  'GET /api/bookkeeping/deductions': {
    summary: 'What was deducted from payments of agents, by kind and month',
    access: 'admin',
    confirm: { none: 'Sums without persons' },
    scope: 'closings:read',
    query: z.object(range),
    response: deductionsReport,
  },
  'GET /api/bookkeeping/promise': {
    summary: 'Days from the complete package to the payment, by month',
    access: 'admin',
    confirm: { none: 'Sums without persons' },
    scope: 'closings:read',
    query: z.object(range),
    response: promiseReport,
  },
  'GET /api/bookkeeping/sources': {
    summary: 'The closings, corrections and dues that a figure adds up, by day',
    access: 'admin',
    confirm: read,
    scope: 'closings:read',
    query: pageQuery({ default: 50, max: 200 }).extend({
      ...range,
      ...ofAgent,
      figure: z.enum(keysOf(figures), 'Figure is not known').default('income'),
    }),
    response: sources,
  },
  'GET /api/bookkeeping/export': {
    summary: 'A report as CSV: one row for each source of its figures, safe to open in a spreadsheet',
    access: 'admin',
    confirm: 'needed',
    limit: 'userExport',
    head: false,
    query: z.object({ ...range, report: z.enum(keysOf(reports), 'Report is not known').default('income') }),
    produces: 'text/csv',
    response: z.string(),
  },
  'GET /api/bookkeeping/journal': {
    summary: 'Journal entries for QuickBooks: how many wait, the names of accounts, and the exports',
    access: 'admin',
    confirm: read,
    scope: 'closings:read',
    query: z.object(range),
    response: journal,
  },
  'GET /api/bookkeeping/journal/accounts': {
    summary: 'The accounts as QuickBooks has them, with their version',
    access: 'admin',
    confirm: read,
    scope: 'closings:read',
    response: accounts,
  },
  'PUT /api/bookkeeping/journal/accounts': {
    summary:
      'Name the accounts as QuickBooks has them; those that are left out have their usual names. Exports stay',
    access: 'admin',
    confirm: 'needed',
    limit: 'closingOffice',
    body: accountNames,
    response: accounts,
  },
  'POST /api/bookkeeping/journal': {
    summary:
      'Export entries that no export has, the oldest first, up to 1,000 lines: one for each paid closing or due, each correction, and each due that is paid no more',
    access: 'admin',
    confirm: 'needed',
    limit: 'closingOffice',
    body: z.object(range).meta({ id: 'JournalDays' }),
    response: journalExport,
  },
  'GET /api/bookkeeping/journal/:number': {
    summary: 'An export as the CSV file that QuickBooks Online imports; the same whenever it is made',
    access: 'admin',
    confirm: 'needed',
    limit: 'userExport',
    head: false,
    params: z.object({
      number: z.coerce
        .number('Export not found')
        .int('Export not found')
        .min(1, 'Export not found')
        .max(1e9, 'Export not found'),
    }),
    produces: 'text/csv',
    response: z.string(),
  },
} satisfies Contract;
