import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { noted, optionalName } from '../fields.ts';
import { sitePreview } from '../site/site-settings.contract.ts';
import { figureFault, figureFields } from './fee-figures.ts';
import type { FeeFigures, FeeSchedule } from './fees.ts';

function figure(name: keyof FeeFigures) {
  const { label, min, max } = figureFields[name];
  const range = figureFault(name, max + 1);
  return z
    .int({
      error: ({ input }) =>
        typeof input === 'number' ? figureFault(name, input) : `${label} must be a number`,
    })
    .min(min, range)
    .max(max, range);
}

/** Cents and basis points. Figures that a newer version of the server has added are left out. */
export const feeFigures = z
  .object({
    sale: figure('sale'),
    errorsAndOmissions: figure('errorsAndOmissions'),
    upperTierPrice: figure('upperTierPrice'),
    upperTierRate: figure('upperTierRate'),
    upperTierStep: figure('upperTierStep'),
    upperTierFeePerStep: figure('upperTierFeePerStep'),
    lease: figure('lease'),
    leaseRate: figure('leaseRate'),
    referral: figure('referral'),
    referralRate: figure('referralRate'),
    coordinator: figure('coordinator'),
    shortSale: figure('shortSale'),
    annual: figure('annual'),
  } satisfies Record<keyof FeeFigures, z.ZodType<number>>)
  .meta({ id: 'FeeFigures' });

const int = z.int();

/** A schedule on the wire. */
export const feeSchedule = z
  .strictObject({
    version: int,
    sale: int,
    errorsAndOmissions: int,
    upperTierPrice: int,
    upperTierRate: int,
    upperTierStep: int,
    upperTierFeePerStep: int,
    lease: int,
    leaseRate: int,
    referral: int,
    referralRate: int,
    coordinator: int,
    shortSale: int,
    annual: int,
  } satisfies Record<keyof FeeSchedule, z.ZodInt>)
  .meta({ id: 'FeeSchedule' });

/** in-force: published now · scheduled: from a day to come · former · withdrawn before its day */
const feeVersionStates = ['in-force', 'scheduled', 'former', 'withdrawn'] as const;

const feeVersion = z
  .strictObject({
    schedule: feeSchedule,
    state: z.enum(feeVersionStates),
    /** The day from which it holds, in Los Angeles; null for that of a new site. */
    starts: z.iso.date().nullable(),
    /** A sentence for members. */
    note: z.string(),
    /** Until when members are asked to sign it; null for new agents only. */
    due: z.iso.date().nullable(),
    /** Null for that of a new site. */
    published: noted.nullable(),
    /** Differences from the version before, in words. */
    changes: z.array(z.string()),
    /** Agreements in force by it. */
    inForce: z.int(),
  })
  .meta({ id: 'FeeVersion' });
export type FeeVersion = z.output<typeof feeVersion>;

const feeVersions = z
  .strictObject({
    current: z.int(),
    /** Newest first. */
    versions: z.array(feeVersion),
    /** Members without an agreement in force. */
    unsigned: z.int(),
    /** Members who have yet to sign fees that they were asked to sign. */
    asked: z.int(),
  })
  .meta({ id: 'FeeVersions' });
export type FeeVersions = z.output<typeof feeVersions>;

/** Active members by the version that their agreement names, newest first. */
export const feesSigned = z
  .strictObject({
    current: z.int(),
    signed: z.array(z.strictObject({ version: z.int(), members: z.int() }).meta({ id: 'MembersOnFees' })),
  })
  .meta({ id: 'FeesSigned' });
export type FeesSigned = z.output<typeof feesSigned>;

const publishedFees = z
  .strictObject({
    current: feeSchedule,
    scheduled: z
      .strictObject({ schedule: feeSchedule, starts: z.iso.date() })
      .meta({ id: 'ScheduledFees' })
      .nullable(),
  })
  .meta({ id: 'PublishedFees' });
export type PublishedFees = z.output<typeof publishedFees>;

const day = (label: string) => z.iso.date(`${label} must be a day such as 2026-01-31`);

const feeFields = z
  .object({
    figures: feeFigures,
    starts: day('Day'),
    note: optionalName('Sentence', maxLengths.agreement.note).default(''),
    /** For members to sign it, too; null for new agents only. */
    ask: z
      .object({ due: day('Due') }, 'Ask must be an object or null')
      .meta({ id: 'FeeAsk' })
      .nullable()
      .default(null),
    /** Needed without `ask` while members have yet to sign earlier fees: whether these take their place for them. */
    openAsks: z.enum(['keep', 'replace'], 'Open asks must be keep or replace').nullable().default(null),
  })
  .meta({ id: 'FeeFields' });
export type FeeFields = z.output<typeof feeFields>;

const figuresBody = z.object({ figures: feeFigures }).meta({ id: 'FeePreviewFields' });
const versionParams = z.object({ number: z.string().regex(/^\d{1,9}$/, 'Version not found') });

export const feesContract = {
  'GET /api/fees': {
    summary: 'The fees in force, and those that are scheduled',
    access: 'member',
    response: publishedFees,
  },
  'GET /api/fees/versions': {
    summary: 'Every version of the fees, newest first, with how many agreements are in force by it',
    access: 'admin',
    confirm: { none: 'Figures without anything about a person' },
    scope: null,
    response: feeVersions,
  },
  'POST /api/fees/versions': {
    summary:
      'Publish fees, from today or from a day to come, for new agents only or for members to sign, too',
    access: 'admin',
    confirm: 'needed',
    limit: 'site',
    body: feeFields,
    response: feeVersions,
  },
  'POST /api/fees/versions/:number/withdraw': {
    summary: 'Withdraw scheduled fees before their day',
    access: 'admin',
    confirm: 'needed',
    limit: 'site',
    params: versionParams,
    response: feeVersions,
  },
  'POST /api/fees/preview': {
    summary: 'The landing page as it would be with these figures, changes marked, without scripts',
    access: 'admin',
    confirm: { none: 'Saves nothing' },
    scope: null,
    limit: 'feePreview',
    body: figuresBody,
    response: sitePreview,
  },
  'POST /api/fees/preview/pdf': {
    summary: 'The fee schedule as a PDF as it would be with these figures',
    access: 'admin',
    confirm: { none: 'Saves nothing' },
    scope: null,
    limit: 'agreementPdf',
    body: figuresBody,
    response: z.string(),
    produces: 'application/pdf',
  },
} satisfies Contract;
