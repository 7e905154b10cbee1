import { z } from 'zod';
import { maxLengths } from '../field-limits.ts';
import { optionalName, optionalText, requiredName, requiredText, timestamp } from '../fields.ts';
import { licenseTypes } from '../licenses/license-types.ts';
import { affiliations, bodies, insuranceKinds, licenseStatuses } from './entry-choices.ts';

/** Entries of a member's file: they are added, and never changed. */

/** Documents that members hand in. */
const documentKinds = ['w9', 'eo', 'auto', 'license'] as const;
export type DocumentKind = (typeof documentKinds)[number];
const noticeKinds = ['joining', 'leaving', 'discharge', 'edd'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const max = maxLengths.memberFile;
const day = (label: string) => z.iso.date(`${label} must be a date`);
const flag = (label: string) => z.boolean(`${label} must be true or false`);

/** The license as the public record shows it. */
export const seenLicense = z
  .object({
    type: z.enum(licenseTypes, 'Type must be salesperson, broker or broker-associate'),
    issued: day('Issued').nullable(),
    expires: day('Expires').nullable(),
    status: z.enum(licenseStatuses, 'Status is not known'),
    affiliation: z.enum(affiliations, 'Affiliation must be ours, none or other'),
    /** As the record names it. */
    broker: optionalName('Responsible broker', max.name).default(''),
  })
  .meta({ id: 'SeenLicense' });
export type SeenLicense = z.output<typeof seenLicense>;

const joined = z
  .object({
    kind: z.literal('joined'),
    on: day('Joining date'),
    /** They were here before this file was: no notices are due, and no steps of joining. */
    already: flag('Already').optional(),
  })
  .meta({ id: 'JoinedEntry' });
/** Signed on paper before; the PDF or photo is added to it. */
const paperAgreement = z
  .object({ kind: z.literal('paper-agreement'), on: day('Signed on') })
  .meta({ id: 'PaperAgreementEntry' });
const left = z.object({
  kind: z.literal('left'),
  on: day('Leaving date'),
  /** Discharged for a violation: a certified statement is due. */
  forCause: flag('For cause'),
  reason: optionalText('Reason', max.text).default(''),
});
const supervision = z.object({
  kind: z.literal('supervision'),
  branch: optionalName('Branch', max.name).default(''),
  manager: optionalName('Supervising manager', max.name).default(''),
  since: day('Since'),
});
export const insuranceFields = z
  .object({
    kind: z.literal('insurance'),
    insurance: z.enum(insuranceKinds, 'Insurance must be eo or auto'),
    carrier: requiredName('Carrier', max.name),
    number: requiredName('Policy number', max.number),
    expires: day('Expires'),
  })
  .meta({ id: 'InsuranceFields' });
const association = z.object({
  kind: z.literal('association'),
  body: z.enum(bodies, 'Body must be association or mls'),
  name: requiredName('Name', max.name),
  number: optionalName('Member number', max.number).default(''),
  since: day('Since').nullable(),
});
const exemption = z
  .object({ kind: z.literal('exemption'), reason: requiredText('Reason', max.text) })
  .meta({ id: 'ExemptionEntry' });
const coverage = z.object({
  kind: z.literal('coverage'),
  /** Whether the member needs a license here. */
  supervised: flag('Supervised'),
  reason: optionalText('Reason', max.text).default(''),
});
const note = z
  .object({ kind: z.literal('note'), text: requiredText('Text', max.text) })
  .meta({ id: 'NoteEntry' });

/** The entries that the office adds, each with its own form. */
export const officeEntry = z
  .discriminatedUnion(
    'kind',
    [joined, left, paperAgreement, supervision, insuranceFields, association, exemption, coverage, note],
    'Kind is not known',
  )
  .meta({ id: 'OfficeEntry' });
export type OfficeEntry = z.output<typeof officeEntry>;

export const certificateFields = z
  .object({
    course: requiredName('Course', max.name),
    provider: requiredName('Provider', max.name),
    number: optionalName('Certificate number', max.number).default(''),
    on: day('Date'),
    hours: z
      .number('Hours must be a number, such as 2.5')
      .min(0.5, 'Hours must be at least 0.5')
      .max(100, 'Hours must be at most 100')
      .multipleOf(0.5, 'Hours must be whole or half'),
  })
  .meta({ id: 'CertificateFields' });
export type CertificateFields = z.output<typeof certificateFields>;

export const documentFields = z
  .object({ what: z.enum(documentKinds, 'Document must be w9, eo, auto or license') })
  .meta({ id: 'DocumentFields' });

export const entryDetails = z.discriminatedUnion('kind', [
  ...officeEntry.options,
  /** A license as its member or the office entered it. */
  z.object({
    kind: z.literal('license'),
    number: z.string(),
    expires: z.iso.date().nullable(),
    verified: z.boolean(),
    /** By a look before the entry. */
    verifiedAt: timestamp.optional(),
  }),
  seenLicense.extend({
    kind: z.literal('check'),
    number: z.string(),
    asExpected: z.boolean(),
    remark: z.string(),
  }),
  /** A notice that an authority must get, from a day on. */
  z.object({ kind: z.literal('notice'), notice: z.enum(noticeKinds), from: z.iso.date() }),
  z.object({ kind: z.literal('notice-done'), on: z.iso.date(), confirmation: z.string() }),
  z.object({ kind: z.literal('association-ended'), on: z.iso.date() }),
  certificateFields.extend({ kind: z.literal('certificate') }),
  /** A member hands it in, as a file about it. */
  documentFields.extend({ kind: z.literal('document') }),
  /** A member says that all is done for the renewal of this day. */
  z.object({ kind: z.literal('renewal'), expires: z.iso.date() }),
  /** The office's word on a certificate, renewal or document. */
  z.object({
    kind: z.literal('decision'),
    accepted: z.boolean(),
    reason: z.string(),
    /** The hours that counted for the renewal. None for a certificate, and in decisions of earlier versions. */
    hours: z.number().optional(),
  }),
  z.object({
    kind: z.literal('file'),
    name: z.string(),
    bytes: z.int(),
    /** The payee when the member handed in this page of a W-9. None in pages of earlier versions. */
    paidTo: z.string().optional(),
  }),
  z.object({ kind: z.literal('withdrawal'), reason: z.string() }),
]);
export type EntryDetails = z.output<typeof entryDetails>;
export type EntryKind = EntryDetails['kind'];
export type DetailsOf<Kind extends EntryKind> = Extract<EntryDetails, { kind: Kind }>;
