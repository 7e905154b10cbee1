import { z } from 'zod';
import { closingDay } from '../closings/closing-fields.ts';
import type { Contract } from '../contract.ts';
import { figure, maxLengths } from '../field-limits.ts';
import {
  id,
  idParams,
  inPdf,
  optionalText,
  requiredLine,
  requiredName,
  requiredText,
  timestamp,
} from '../fields.ts';
import { MAX_AMOUNT } from '../money.ts';
import { pageQuery } from '../paging.ts';
import { chargeRules, dueStates, shownDueStates } from './dues.ts';

/** Debts of members outside of a transaction: annual fees, charges of closings that fell through, and what the office adds. */

const cents = z.int();
const day = z.iso.date();

export const dueClosing = z.strictObject({ _id: id, property: z.string() }).meta({ id: 'DueClosing' });

const common = {
  _id: id,
  label: z.string(),
  reason: z.string(),
  /** Negative for a credit, which is owed to the member. */
  amount: cents,
  /** Whether it is an annual fee. */
  annual: z.boolean(),
  charged: day,
  due: day,
  /** Overdue is an open one after its day. */
  state: z.enum(shownDueStates),
  /** The closing that keeps it. */
  closing: dueClosing.nullable(),
  /** The closing that fell through, of which it stays due. */
  from: dueClosing.nullable(),
  /** The number of its invoice; null before there is one. */
  invoice: z.int().nullable(),
};

/** A payment, a closing, or a decision with its reason. */
const settled = z.strictObject({ on: day, method: z.string(), reason: z.string() });

const ownDue = z
  .strictObject({ ...common, settled: settled.meta({ id: 'OwnDueSettled' }).nullable() })
  .meta({ id: 'OwnDue' });
export type OwnDue = z.output<typeof ownDue>;

const dueEvent = z
  .strictObject({ date: timestamp, by: z.string(), text: z.string() })
  .meta({ id: 'DueEvent' });
export type DueEvent = z.output<typeof dueEvent>;

/** Its id is null once the account has gone; the name stays. */
export const dueMember = z.strictObject({ _id: id.nullable(), name: z.string() }).meta({ id: 'DueMember' });

const due = z
  .strictObject({
    ...common,
    member: dueMember,
    settled: settled.extend({ by: z.string() }).meta({ id: 'DueSettled' }).nullable(),
    /** Oldest first. */
    history: z.array(dueEvent),
  })
  .meta({ id: 'Due' });
export type Due = z.output<typeof due>;

const reason = inPdf(requiredText('Reason', maxLengths.closing.reason), 'Reason');

const newDue = z
  .object({
    member: z.uuid('Member not found').toLowerCase(),
    label: inPdf(requiredName('Label', maxLengths.closing.label), 'Label'),
    amount: z
      .int('Amount must be an amount in whole cents')
      .min(1, 'Amount must be more than nothing')
      .max(MAX_AMOUNT, 'Amount must be at most $1,000,000,000'),
    reason,
    /** Left out, it is due after the days of the setting. */
    due: closingDay('Due date').optional(),
  })
  .meta({ id: 'NewDue' });
export type NewDue = z.output<typeof newDue>;

const maxPayments = 200;

const duePayment = z
  .object({
    due: z.uuid('Due not found').toLowerCase(),
    on: closingDay('Date'),
    /** In words, such as "Check 1042". No numbers of accounts. */
    method: requiredLine('Method', maxLengths.closing.method),
    /** A closing keeps this due: what is paid now becomes a credit of the member. */
    credit: z.boolean('Credit must be true or false').default(false),
  })
  .meta({ id: 'DuePayment' });

const duePayments = z
  .object({
    payments: z
      .array(duePayment, 'Payments must be a list')
      .min(1, 'Enter at least one payment')
      .max(maxPayments, `At most ${figure(maxPayments)} payments at once`),
  })
  .meta({ id: 'DuePayments' });
export type DuePaymentFields = z.output<typeof duePayment>;

const decision = z
  .object({ reason })
  .describe('Why a due is waived, voided or open again')
  .meta({ id: 'DueReason' });

const settings = z
  .strictObject({
    rule: z.enum(chargeRules),
    /** Days from the charge until it is due. */
    days: z.int(),
    /** Shown on invoices and to members. */
    howToPay: z.string(),
  })
  .meta({ id: 'DuesSettings' });
export type DuesSettings = z.output<typeof settings>;

const settingsFields = z
  .object({
    rule: z.enum(chargeRules, 'Rule must be anniversary, january or once'),
    days: z
      .int('Days must be a number')
      .min(0, 'Days must not be negative')
      .max(90, 'Days must be at most 90'),
    howToPay: inPdf(optionalText('How to pay', maxLengths.closing.howToPay), 'How to pay').default(''),
  })
  .meta({ id: 'DuesSettingsFields' });

const read = { none: 'Office work of every day' } as const;
const everyday = { none: 'Office work of every day; every change stays in the history' } as const;
const params = idParams('Due');

const filter = {
  /** Open ones include those that are overdue; unpaid are the open ones, and those that a closing keeps which is not paid yet. */
  state: z.enum([...dueStates, 'overdue', 'unpaid'], 'State is not known').optional(),
  member: z.uuid('Member not found').toLowerCase().optional(),
  /** Those that this closing keeps. */
  closing: z.uuid('Closing not found').toLowerCase().optional(),
  /** This one only. */
  due: z.uuid('Due not found').toLowerCase().optional(),
  search: optionalText('Search', maxLengths.search.closings).default(''),
};

export const duesContract = {
  'GET /api/dues': {
    summary: 'The dues of a filter, those due first at the top; search looks into member and label',
    access: 'closings',
    confirm: read,
    scope: 'closings:read',
    query: pageQuery({ default: 50, max: 200 }).extend(filter),
    response: z.array(due),
  },
  'GET /api/dues/export': {
    summary: 'The open dues as CSV, safe to open in a spreadsheet',
    access: 'closings',
    confirm: 'needed',
    limit: 'userExport',
    head: false,
    produces: 'text/csv',
    response: z.string(),
  },
  'GET /api/dues/settings': {
    summary: 'When annual fees are charged and due, and how to pay',
    access: 'closings',
    confirm: read,
    scope: 'closings:read',
    response: settings,
  },
  'PUT /api/dues/settings': {
    summary:
      'Change when annual fees are charged and due, and how to pay. Dues that are there stay as they are',
    access: 'admin',
    confirm: 'needed',
    limit: 'closingOffice',
    body: settingsFields,
    response: settings,
  },
  'GET /api/dues/me': {
    summary: "One's own dues, the newest 100",
    access: 'member',
    response: z.strictObject({ dues: z.array(ownDue), howToPay: z.string() }).meta({ id: 'OwnDues' }),
  },
  'GET /api/dues/me/:id/invoice': {
    summary:
      'The invoice of one of one’s own dues, as a PDF; makes and numbers it, if it is open and there is none',
    access: 'member',
    limit: 'exportFile',
    head: false,
    params,
    response: z.string(),
    produces: 'application/pdf',
  },
  'POST /api/dues': {
    summary: 'Add a due by hand; its member is told',
    access: 'closings',
    confirm: everyday,
    scope: 'closings:write',
    limit: 'closingOffice',
    body: newDue,
    response: due,
  },
  'POST /api/dues/paid': {
    summary:
      'Note payments, all or none; 409 names the first that is not open. One that is noted as paid on that day by that method stays as it is. Paying what a closing keeps makes a credit, if `credit` says so',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'closingOffice',
    body: duePayments,
    response: z.array(due),
  },
  'POST /api/dues/:id/waive': {
    summary: 'Waive an open due',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'closingOffice',
    params,
    body: decision,
    response: due,
  },
  'POST /api/dues/:id/void': {
    summary: 'Void an open due that was charged by mistake',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'closingOffice',
    params,
    body: decision,
    response: due,
  },
  'POST /api/dues/:id/take-back': {
    summary:
      'Take back a payment, a waiver or a voiding: it is open again. What a closing keeps is freed by that closing only',
    access: 'closings',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'closingOffice',
    params,
    body: decision,
    response: due,
  },
  'GET /api/dues/:id/invoice': {
    summary: 'The invoice of a due as a PDF; makes and numbers it, if it is open and there is none',
    access: 'closings',
    confirm: read,
    scope: null,
    head: false,
    params,
    response: z.string(),
    produces: 'application/pdf',
  },
} satisfies Contract;
