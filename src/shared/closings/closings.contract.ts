import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { feeSchedule } from '../fees/fees.contract.ts';
import { maxLengths } from '../field-limits.ts';
import { id, idParams, optionalText, person, timestamp } from '../fields.ts';
import { leadCalculation } from '../leads/leads.contract.ts';
import { pageQuery } from '../paging.ts';
import { ownClosing, ownClosingRow, reasonedLine } from './closing-answers.ts';
import { askBody, closingFields, feeBasis, newClosing, seenDraft } from './closing-fields.ts';

/** The calls of members; those of the office are in closings-office.contract.ts. */

const cents = z.int();

/** The values that a new report begins with. */
const closingStart = z
  .strictObject({
    /** The fees that the member agreed on, as settleClosing takes them. */
    fees: feeSchedule,
    /** The agreement with these fees; null for the published ones. */
    agreement: z.string().nullable(),
    /** Whether the office has noted that the member may work; without it nothing is approved. */
    mayWork: z.boolean(),
    /** The member's calculation before joining: in words, and as the query of the calculator's address. */
    calculation: leadCalculation.nullable(),
    promiseDays: z.int(),
    /** The office's policy, as the closing settings have it. */
    feeBasis: feeBasis.nullable(),
  })
  .meta({ id: 'ClosingStart' });
export type ClosingStart = z.output<typeof closingStart>;

const yearMonth = z.strictObject({
  /** YYYY-MM, of the payment. */
  month: z.string(),
  closings: z.int(),
  sides: z.int(),
  volume: cents,
  gross: cents,
  fees: cents,
  deductions: cents,
  kept: cents,
});

const yearEntry = z.strictObject({
  _id: id,
  on: z.iso.date(),
  /** A correction counts on its own day. */
  kind: z.enum(['closing', 'share', 'correction']),
  property: z.string(),
  gross: cents,
  fees: cents,
  deductions: cents,
  kept: cents,
  /** The part of it that the office counts for a form 1099-NEC. */
  counted: cents,
  /** Why something was deducted or corrected. */
  why: z.array(reasonedLine),
});

/** When we have both sides, the price counts once. */
const closingYear = z
  .strictObject({
    year: z.int(),
    /** The years with a payment, the newest first. */
    years: z.array(z.int()),
    total: yearMonth.omit({ month: true }),
    /** The sum that the office counts for a form 1099-NEC (docs/product.md P32.6). */
    counted: cents,
    months: z.array(yearMonth),
    /** By day of payment; at most 1,000. */
    entries: z.array(yearEntry),
    /** The day of the last one that is listed and summed, if there are more; null if all are. */
    until: z.iso.date().nullable(),
  })
  .meta({ id: 'ClosingYear' });
export type ClosingYear = z.output<typeof closingYear>;

/** A report that is not sent yet, as the form has it; only the form reads it. */
const closingDraft = z
  .strictObject({ form: z.string(), saved: timestamp.nullable() })
  .meta({ id: 'ClosingDraft' });
export type ClosingDraft = z.output<typeof closingDraft>;

const params = idParams('Closing');
const yearParams = z.object({ year: z.string().regex(/^20\d\d$/, 'Year not found') });
export const letterParams = params.extend({ number: z.string().regex(/^\d{1,9}$/, 'Letter not found') });

export const closingsContract = {
  'GET /api/my-closings': {
    summary: "One's own closings, and those that one has a share of, newest first",
    access: 'member',
    query: pageQuery({ default: 50, max: 200 }),
    response: z.array(ownClosingRow),
  },
  'GET /api/my-closings/start': {
    summary: 'Start values of a report: the fees agreed on, and the calculation before joining',
    access: 'member',
    response: closingStart,
  },
  'GET /api/my-closings/draft': {
    summary: 'The report that is not sent yet; empty without one',
    access: 'member',
    response: closingDraft,
  },
  'PUT /api/my-closings/draft': {
    summary:
      'Save a report that is not sent yet; an empty one is deleted. 412 in place of another draft than the one seen',
    access: 'member',
    limit: 'workingCopy',
    body: z
      .object({
        form: z
          .string('Form must be text')
          .max(maxLengths.closing.draft, 'The report is too long to be kept')
          .refine((text) => !text.includes('\0'), 'Form contains characters that cannot be stored'),
        seen: seenDraft,
      })
      .meta({ id: 'NewClosingDraft' }),
    response: closingDraft,
  },
  'GET /api/my-closings/co-agents': {
    summary:
      'Members who can have a share, by the beginning of their name or of a later word of it; at most 20',
    access: 'member',
    query: z.object({ search: optionalText('Search', maxLengths.search.mentionable).default('') }),
    response: z.array(person),
  },
  'GET /api/my-closing-years/:year': {
    summary: "One's year by the days of payment: sums, months and each closing",
    access: 'member',
    params: yearParams,
    response: closingYear,
  },
  'GET /api/my-closing-years/:year/csv': {
    summary: 'The same as a CSV file, a line for each closing, share and correction',
    access: 'member',
    limit: 'exportFile',
    params: yearParams,
    response: z.string(),
    produces: 'text/csv',
  },
  'POST /api/my-closings': {
    summary:
      'Report a closing. With `otherSide`, the other side becomes a closing of its own, linked with this one, and the price counts once. Forgets the report that was not sent yet',
    access: 'member',
    limit: 'closing',
    body: newClosing,
    response: ownClosing,
  },
  'GET /api/my-closings/:id': {
    summary: 'One closing of oneself, or one that one has a share of',
    access: 'member',
    params,
    response: ownClosing,
  },
  'GET /api/my-closings/:id/copy': {
    summary: 'Start values of a report that copies an earlier one: without file number, dates, note and link',
    access: 'member',
    params,
    response: closingFields,
  },
  'PUT /api/my-closings/:id': {
    summary:
      'Change a closing until its funds are received. After the approval, a change to the letter withdraws it: a session older than 15 minutes has to confirm, the closing is reported again, and all concerned are told',
    access: 'member',
    confirm: { when: 'It withdraws a letter' },
    confirmed: 'an hour',
    limit: 'closing',
    params,
    body: closingFields,
    response: ownClosing,
  },
  'POST /api/my-closings/:id/ask': {
    summary: 'Ask the office for a change of an approved closing of one’s own; approvers are told',
    access: 'member',
    limit: 'closing',
    params,
    body: askBody,
    response: ownClosing,
  },
  'GET /api/my-closings/:id/statement': {
    summary: 'The statement as a PDF; before the approval it lists open questions',
    access: 'member',
    limit: 'exportFile',
    params,
    response: z.string(),
    produces: 'application/pdf',
  },
  'GET /api/my-closings/:id/letters/:number': {
    summary: 'A letter, notice or invoice of one’s own closing, as a PDF',
    access: 'member',
    limit: 'exportFile',
    params: letterParams,
    response: z.string(),
    produces: 'application/pdf',
  },
} satisfies Contract;
