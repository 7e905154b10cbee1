import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { optionalText, person, requiredLine } from '../fields.ts';
import { MAX_AMOUNT } from '../money.ts';
import { formNeeds, payeeKinds, payeesOnPage, w9States } from './payees.ts';

/** Payees of a calendar year, for the forms 1099-NEC of January. */

const cents = z.int();

const payee = z
  .strictObject({
    /** As on the W-9, if the office noted it; else as they are paid. */
    name: z.string(),
    /** Null for other brokers, and once the account has gone. */
    member: person.nullable(),
    /** Further accounts of that person, if any. */
    others: z.array(person).optional(),
    kind: z.enum(payeeKinds),
    /** License and state of another broker; '' for members. */
    license: z.string(),
    /** With corrections. */
    total: cents,
    payments: z.int(),
    /** Sum of the corrections of the year. */
    corrections: cents,
    w9: z
      .strictObject({
        state: z.enum(w9States),
        /** The day that the office noted. */
        on: z.iso.date().nullable(),
        /** The name that is paid now, if the W-9 is of another; '' otherwise. */
        paidTo: z.string(),
      })
      .meta({ id: 'PayeeW9' }),
    form: z.enum(formNeeds),
  })
  .meta({ id: 'Payee' });
export type Payee = z.output<typeof payee>;

const threshold = z.strictObject({ amount: cents, source: z.string() }).meta({ id: 'PayeeThreshold' });

const payeeYear = z
  .strictObject({
    year: z.int(),
    /** From the first payment until today, the newest first. */
    years: z.array(z.int()),
    /** Null until the office has entered it. */
    threshold: threshold.nullable(),
    /** Sums of the year, whatever the filter. */
    sum: z
      .strictObject({
        paid: cents,
        payees: z.int(),
        needs: z.strictObject({ yes: z.int(), ask: z.int(), corporation: z.int(), below: z.int() }),
        /** Members without a W-9. */
        missing: z.int(),
      })
      .meta({ id: 'PayeeSum' }),
    /** How many the filter finds. */
    total: z.int(),
    payees: z.array(payee),
  })
  .meta({ id: 'PayeeYear' });
export type PayeeYear = z.output<typeof payeeYear>;

const yearThreshold = z
  .strictObject({
    year: z.int(),
    threshold: threshold.nullable(),
    /** Fixed by law: the office enters only later ones. */
    byLaw: z.boolean(),
  })
  .meta({ id: 'PayeeYearThreshold' });
export type YearThreshold = z.output<typeof yearThreshold>;

const thresholdFields = z
  .object({
    amount: z
      .int('Threshold must be an amount in whole cents')
      .min(1, 'Threshold must be more than nothing')
      .max(MAX_AMOUNT, 'Threshold must be at most $1,000,000,000'),
    /** In words, such as the notice of the IRS. */
    source: requiredLine('Source', maxLengths.closing.reason),
  })
  .meta({ id: 'PayeeThresholdFields' });
export type ThresholdFields = z.output<typeof thresholdFields>;

const params = z.object({ year: z.string().regex(/^20\d\d$/, 'Year not found') });
const filter = {
  search: optionalText('Search', maxLengths.search.closings).default(''),
  form: z.enum(formNeeds, 'Form must be yes, ask, corporation or below').optional(),
  /** Only members have one noted. */
  w9: z.enum(w9States, 'W-9 must be noted, other-name or missing').optional(),
};
const read = { none: 'Pages of a list of office work; the file asks for it' } as const;

export const payeesContract = {
  'GET /api/payees/:year': {
    summary: `Whom the brokerage paid in a year, or had paid through escrow, those paid most first; ${payeesOnPage}, from \`skip\` on`,
    access: 'admin',
    confirm: read,
    scope: null,
    params,
    query: z.object({
      skip: z.coerce.number('Skip must be a number').int().min(0).max(100_000).default(0),
      ...filter,
    }),
    response: payeeYear,
  },
  'GET /api/payees/:year/csv': {
    summary: 'The same as a CSV file with addresses, safe to open in a spreadsheet; no tax numbers',
    access: 'admin',
    confirm: 'needed',
    limit: 'userExport',
    head: false,
    params,
    query: z.object(filter),
    response: z.string(),
    produces: 'text/csv',
  },
  'GET /api/payees/:year/threshold': {
    summary: 'From which sum on a payee of the year needs a form, and by which source',
    access: 'admin',
    confirm: read,
    scope: null,
    params,
    response: yearThreshold,
  },
  'PUT /api/payees/:year/threshold': {
    summary: 'Enter the threshold of a year from 2027 on',
    access: 'admin',
    confirm: 'needed',
    limit: 'closingOffice',
    params,
    body: thresholdFields,
    response: yearThreshold,
  },
} satisfies Contract;
