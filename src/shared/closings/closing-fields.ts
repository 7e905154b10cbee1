/**
 * The report of a closing as it is sent. A new field also needs closing-entry.ts, closing-rows.ts,
 * made-for.ts, report.service.ts and, in the office, `ClosingFields.tsx` and `factsOf` in
 * closing-labels.ts.
 */

import { z } from 'zod';
import { figure, maxCounts, maxLengths } from '../field-limits.ts';
import {
  email,
  inPdf,
  optionalName,
  optionalText,
  requiredLine,
  requiredName,
  requiredText,
  sha256,
  webAddress,
} from '../fields.ts';
import { MAX_AMOUNT, MAX_RATE } from '../money.ts';
import { type deductionKinds, feeBasisNames, sideChoices } from './closing.ts';
import { kindNames } from './transaction-kinds.ts';

/** The forms about a closing. They ask for no names of clients (docs/product.md P29.3). */

const choice = new Intl.ListFormat('en-GB', { type: 'disjunction' });
export const transactionKind = z.enum(kindNames, `Kind must be ${choice.format(kindNames)}`);

/** In whole cents, not negative. */
const amount = (label: string) =>
  z
    .int(`${label} must be an amount in whole cents`)
    .min(0, `${label} must not be negative`)
    .max(MAX_AMOUNT, `${label} must be at most $1,000,000,000`);

/** In whole cents; negative for a deduction. */
const signedAmount = (label: string) =>
  z
    .int(`${label} must be an amount in whole cents`)
    .min(-MAX_AMOUNT, `${label} must be at least −$1,000,000,000`)
    .max(MAX_AMOUNT, `${label} must be at most $1,000,000,000`);

/** In basis points. */
const rate = (label: string) =>
  z
    .int(`${label} must be a percentage of at most two decimals`)
    .min(0, `${label} must not be negative`)
    .max(MAX_RATE, `${label} must be at most 100%`);

const flag = (label: string) => z.boolean(`${label} must be true or false`);

const byRate = (label: string) => z.object({ by: z.literal('rate'), rate: rate(label) });
const byAmount = (label: string) => z.object({ by: z.literal('amount'), amount: amount(label) });

const otherBroker = {
  broker: inPdf(requiredLine('Broker', maxLengths.closing.name), 'Broker'),
  license: inPdf(requiredLine('License', maxLengths.closing.license), 'License'),
  state: z
    .string('State is required')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'State must be two letters'),
};
const referral = z
  .discriminatedUnion(
    'by',
    [
      byRate('Referral').extend(otherBroker).meta({ id: 'ReferralByRate' }),
      byAmount('Referral').extend(otherBroker).meta({ id: 'ReferralByAmount' }),
    ],
    'Referral must be a percentage or an amount',
  )
  .nullable();

/** The holder of the money: escrow or title, or for a lease the payer. */
export const holderKinds = { escrow: 'Escrow', title: 'Title', payer: 'Who pays' } as const;
const holderKind = z.enum(['escrow', 'title', 'payer'], 'Holder must be escrow, title or payer');

/** No earlier than 1900: engines write the first centuries differently. */
export const closingDay = (label: string) => {
  const message = `${label} must be a day such as 2026-01-31`;
  return z.iso.date(message).refine((day) => day >= '1900', message);
};

/** The part of the deal that is ours. */
const dealSide = z.enum(['listing', 'buyer', 'both'], 'Side must be listing, buyer or both');

const coAgent = z
  .object({ user: z.uuid('Member not found').toLowerCase(), rate: rate('Share') })
  .meta({ id: 'CoAgentFields' });

/** Basis points of the price, or cents. */
const commission = z.discriminatedUnion(
  'by',
  [byRate('Commission').meta({ id: 'PartByRate' }), byAmount('Commission').meta({ id: 'PartByAmount' })],
  'Commission must be a percentage or an amount',
);

/**
 * A side as its agent reports it. Fields of the letter are checked for characters that its PDF cannot show
 * (docs/product.md P29.10).
 */
export const closingFields = z
  .object({
    property: inPdf(requiredLine('Property', maxLengths.closing.property), 'Property'),
    kind: transactionKind,
    price: amount('Price'),
    commission,
    credits: amount('Credits').default(0),
    referral: referral.default(null),
    coAgents: z
      .array(coAgent, 'Co-agents must be a list')
      .max(maxCounts.coAgents, `A closing may have at most ${maxCounts.coAgents} co-agents`)
      .default([]),
    coordinator: flag('Coordinator').default(false),
    shortSale: flag('Short sale').default(false),
    inHouseEscrow: flag('In-house escrow').default(false),
    newConstruction: flag('New construction').default(false),
    bonus: amount('Bonus').default(0),
    bothSides: flag('Both sides').default(false),
    /** Reports of before have none. */
    side: dealSide.optional(),
    /** The agent buys, sells or rents for themselves. */
    principal: flag('Principal').default(false),
    holder: holderKind.default('escrow'),
    holderName: inPdf(optionalName('Name', maxLengths.closing.name), 'Name').default(''),
    holderContact: optionalText('Contact', maxLengths.closing.contact).default(''),
    fileNumber: inPdf(optionalName('File number', maxLengths.closing.fileNumber), 'File number').default(''),
    expectedOn: closingDay('Expected date').nullable().default(null),
    /** The file in SkySlope or Dotloop. */
    fileUrl: z.union([z.literal(''), webAddress('Link')]).default(''),
    note: optionalText('Note', maxLengths.closing.note).default(''),
  })
  .meta({ id: 'ClosingFields' });
export type ClosingFields = z.output<typeof closingFields>;

/** `otherSide`: the commission of the other side, which becomes a closing of its own, linked with this one. */
/** When the draft that a form continues was saved; null for none. Left out, it is any. */
export const seenDraft = z.iso.datetime('Draft must be a time').nullable().optional();

export const newClosing = closingFields
  .extend({
    otherSide: commission.nullable().default(null),
    /** The draft that goes once this is reported. */
    draft: seenDraft,
  })
  .meta({ id: 'NewClosing' });
export type NewClosing = z.output<typeof newClosing>;

const reason = inPdf(requiredText('Reason', maxLengths.closing.reason), 'Reason');
/** The change that the office or the agent asks the other for. */
export const askBody = z
  .object({ text: requiredText('Text', maxLengths.closing.reason) })
  .meta({ id: 'AskedChanges' });
/** Why an approval is withdrawn. */
export const reasonBody = z
  .object({ reason })
  .describe('Why the approval is withdrawn')
  .meta({ id: 'WithdrawalReason' });

const lines = <T extends z.ZodType>(line: T) =>
  z
    .array(line, 'Lines must be a list')
    .max(maxCounts.closingLines, `At most ${figure(maxCounts.closingLines)} lines`);

const label = inPdf(requiredName('Label', maxLengths.closing.label), 'Label');

/** Decisions of the office: each is open again when it was made for other facts (docs/product.md P29.6). */
export const decidedNames = [
  'basis',
  'sides',
  'bonus',
  'settled',
  'newConstruction',
  'inHouseEscrow',
  'lines',
  'deductions',
  'annual',
  'package',
] as const;
export type Decided = (typeof decidedNames)[number];

/** Names the closing as it was looked at: another version by now is 412 (docs/security.md S18.9). */
const version = z
  .int('Version must be a whole number')
  .optional()
  .describe('The `version` of the closing that was looked at');

/** `sha256`: of the letter that was shown (docs/product.md P29.7). */
export const approvalFields = z
  .object({
    version,
    signature: inPdf(requiredLine('Signature', maxLengths.closing.signature), 'Signature'),
    sha256,
  })
  .meta({ id: 'ClosingSignature' });
export type ApprovalFields = z.output<typeof approvalFields>;

export const feeBasis = z.enum(feeBasisNames, { error: 'Basis is not known' });

const decisionFields = z
  .object({
    basis: feeBasis.nullable().default(null),
    sides: z.enum(sideChoices, 'Sides must be each, here or there').nullable().default(null),
    /** Left out, it is the gross commission of the other side (`otherSideGross`); a linked one is charged by no other. */
    otherCommission: amount('Commission').nullable().default(null),
    bonus: z.enum(['counts', 'apart'], 'Bonus must be counts or apart').nullable().default(null),
    settled: z
      .object({ estimate: amount('Estimate'), fee: amount('Fee') })
      .nullable()
      .default(null),
    newConstruction: amount('Fee').nullable().default(null),
    inHouseEscrow: amount('Fee').nullable().default(null),
    /** Charged when negative, waived when positive. */
    lines: lines(z.object({ label, amount: signedAmount('Amount'), reason })).default([]),
    deductions: lines(
      z.object({
        kind: z.enum(
          ['annual', 'other'] satisfies (keyof typeof deductionKinds)[],
          'Kind must be annual or other',
        ),
        amount: amount('Amount'),
        reason,
      }),
    ).default([]),
    /** Charges of earlier closings that are deducted in this one. */
    carried: lines(z.uuid('Charge not found').toLowerCase()).default([]),
  })
  .meta({ id: 'DecisionFields' });
export type DecisionFields = z.output<typeof decisionFields>;

/** `situation`: as the closing had it when it was looked at; another one by now is 412 (docs/security.md S18.9). */
export const sentDecisions = decisionFields
  .extend({ situation: sha256.optional() })
  .meta({ id: 'SentDecisions' });
export type SentDecisions = z.output<typeof sentDecisions>;

const officeSteps = ['letter-sent', 'closed', 'package-received', 'funds-received'] as const;
export type OfficeStep = (typeof officeSteps)[number];

export const stepFields = z
  .object({
    /** notice-sent: a notice of withdrawal is; the closing stays as it is. */
    step: z.enum([...officeSteps, 'notice-sent'], 'Step is not known'),
    /** When it was; left out, now. */
    at: z.iso
      .datetime('Time is not valid')
      .refine((at) => at >= '1900', 'Time is not valid')
      .optional(),
    /** The letter that the step is about: if another one stands, it is 412. */
    number: z.int('Number must be that of a letter').optional(),
  })
  .meta({ id: 'ClosingStep' });
export type StepFields = z.output<typeof stepFields>;

/** The one address that a letter goes to. */
export const emailFields = z
  .object({ number: z.int('Number must be that of a letter'), to: email() })
  .meta({ id: 'LetterRecipient' });

export const packageFields = z
  .object({
    /** All that is there. */
    ticked: z
      .array(requiredName('Item', maxLengths.closing.packageItem), 'Ticked must be a list')
      .max(maxCounts.packageItems),
  })
  .meta({ id: 'TickedPackage' });

export const paidFields = z
  .object({
    version,
    on: closingDay('Date'),
    /** In words, such as "Check 1042". No numbers of accounts. */
    method: requiredLine('Method', maxLengths.closing.method),
  })
  .meta({ id: 'ClosingPayment' });
export type PaidFields = z.output<typeof paidFields>;

const maxFreed = 50;

/** Differences from the payments made, in cents. */
export const correctionFields = z
  .object({
    version,
    on: closingDay('Date'),
    reason,
    price: signedAmount('Price').default(0),
    gross: signedAmount('Gross').default(0),
    fees: signedAmount('Fees').default(0),
    kept: signedAmount('Kept').default(0),
    /** A second yes, where an amount is beyond the closing's own gross or price. */
    beyondGross: z.boolean('Beyond gross must be true or false').default(false),
    /** Dues that the closing deducted, and that are open again: what they were comes on top of `kept`. */
    dues: z
      .array(z.uuid('Due not found').toLowerCase(), 'Dues must be a list')
      .max(maxFreed, `At most ${maxFreed} dues at once`)
      .default([]),
  })
  .meta({ id: 'CorrectionFields' });
export type CorrectionFields = z.output<typeof correctionFields>;

export const fallFields = z
  .object({
    reason,
    /** Fees that stay due. They are deducted from the agent's next closing. */
    charges: lines(z.object({ label, amount: amount('Amount'), reason })).default([]),
  })
  .meta({ id: 'FallenClosing' });
export type FallFields = z.output<typeof fallFields>;
