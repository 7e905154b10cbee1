/**
 * Placeholders and individual terms of an agreement. Signed ones lack a new one: it needs a default where
 * it is read.
 */

import { z } from 'zod';
import { FEE_LINES } from '../fees/fees.ts';
import { figure, maxCounts, maxLengths } from '../field-limits.ts';
import {
  id,
  idPattern,
  inPdf,
  licenseNumber,
  noted,
  optionalName,
  optionalText,
  person,
  requiredName,
  sha256,
  timestamp,
} from '../fields.ts';
import { phoneConsentShown } from '../leads/leads.contract.ts';
import { agreementStates } from './agreements.ts';

const capacity = z.enum(['broker', 'authorized'], 'Capacity must be broker or authorized');
export const day = (label: string) => z.iso.date(`${label} must be a day such as 2026-01-31`);
const reference = (thing: string) => z.string(`${thing} not found`).regex(idPattern, `${thing} not found`);

const hash = z.string();
const cents = z.int();
const feeLine = z.enum(Object.keys(FEE_LINES).filter(isFeeLine), 'Fee is not known');

function isFeeLine(key: string): key is keyof typeof FEE_LINES {
  return Object.hasOwn(FEE_LINES, key);
}

/** Terms agreed on with one member: replaced fees, an extra paragraph, or both. */
export const individualTerms = z
  .strictObject({
    date: z.iso.date(),
    /** Each with the amount of the schedule that it replaces, in cents. */
    lines: z.array(
      z
        .strictObject({
          line: feeLine,
          label: z.string(),
          before: cents,
          amount: cents,
          /** The step of the sales price that an amount for each step was agreed on with. */
          step: cents.nullable().default(null),
        })
        .meta({ id: 'ReplacedFee' }),
    ),
    /** '' for none. */
    mentor: z.string(),
    paragraph: z.string(),
  })
  .meta({ id: 'IndividualTerms' });
export type IndividualTerms = z.output<typeof individualTerms>;

export const termsFields = z
  .object({
    date: day('Date'),
    lines: z
      .array(
        z.object({
          line: feeLine,
          amount: z
            .int('Amount must be whole cents')
            .min(0, 'Amount must be at least $0')
            .max(100_000_00, 'Amount must be at most $100,000'),
        }),
        'Fees must be a list',
      )
      .max(Object.keys(FEE_LINES).length, 'Each fee can be replaced once')
      .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, {
        error: 'Each fee can be replaced once',
      }),
    mentor: inPdf(optionalName('Mentor', maxLengths.user.name), 'Mentor').default(''),
    paragraph: inPdf(optionalText('Paragraph', maxLengths.agreement.paragraph), 'Paragraph').default(''),
  })
  .refine(({ lines, mentor, paragraph }) => lines.length > 0 || mentor !== '' || paragraph !== '', {
    path: ['paragraph'],
    message: 'Replace a fee, name a mentor or write a paragraph',
  })
  .meta({ id: 'TermsFields' });
export type TermsFields = z.output<typeof termsFields>;

export const agreementText = z
  .strictObject({
    /** Markdown with placeholders, as it will be published next. */
    text: z.string(),
    /** Hash of the text in UTF-8, to send back with what is saved or published. */
    sha256: hash,
    saved: noted.nullable(),
    /** Whether a paragraph is still a sample. */
    sample: z.boolean(),
    /** The number of the version that is sent now; null before the first. */
    published: z.int().nullable(),
    /** Whether the text is other than that version. */
    changed: z.boolean(),
    /** Whether agreements can be sent: there is a version, it has no samples (but in development), and someone may countersign. */
    ready: z.boolean(),
    /** Why not, in words; '' when ready. */
    missing: z.string(),
  })
  .meta({ id: 'AgreementText' });
export type AgreementText = z.output<typeof agreementText>;

const versionInList = {
  _id: id,
  number: z.int(),
  note: z.string(),
  published: noted,
  sample: z.boolean(),
  /** Agreements in force by it. */
  inForce: z.int(),
};
export const agreementVersion = z.strictObject(versionInList).meta({ id: 'AgreementVersion' });
export type AgreementVersion = z.output<typeof agreementVersion>;

export const agreementVersionText = z
  .strictObject({ ...versionInList, text: z.string() })
  .meta({ id: 'AgreementVersionText' });
export type AgreementVersionText = z.output<typeof agreementVersionText>;

const signer = z
  .strictObject({
    user: person,
    name: z.string(),
    capacity,
    license: z.string(),
    since: z.iso.date(),
  })
  .meta({ id: 'Signer' });

export const agreementSettings = z
  .strictObject({
    /** Days after the invitation; 0 for never. */
    remindFirst: z.int(),
    remindSecond: z.int(),
    /** How long an agreement stays after its end. */
    keepYears: z.int(),
    signers: z.array(signer),
    /** Whether the caller may countersign. */
    mayCountersign: z.boolean(),
  })
  .meta({ id: 'AgreementSettings' });
export type AgreementSettings = z.output<typeof agreementSettings>;

const days = (label: string) =>
  z
    .int(`${label} must be a number of days`)
    .min(0, `${label} must be a number of days`)
    .max(13, `${label} must be before the link expires, at most 13 days`);

export const settingsFields = z
  .object({
    remindFirst: days('First reminder'),
    remindSecond: days('Second reminder'),
    keepYears: z
      .int('Years must be a whole number')
      .min(3, 'Agreements must be kept at least 3 years')
      .max(20, 'Years must be at most 20'),
    signers: z
      .array(
        z
          .object({
            user: reference('User'),
            name: inPdf(requiredName('Name', maxLengths.user.name), 'Name'),
            capacity,
            license: licenseNumber().min(1, 'License is required'),
            since: day('Since'),
          })
          .meta({ id: 'SignerFields' }),
        'Signers must be a list',
      )
      .max(maxCounts.signers, `At most ${maxCounts.signers} people can countersign`),
  })
  .refine(
    ({ remindFirst, remindSecond }) => remindSecond === 0 || (remindFirst > 0 && remindSecond > remindFirst),
    { path: ['remindSecond'], message: 'The second reminder comes after the first' },
  )
  .meta({ id: 'AgreementSettingsFields' });
export type SettingsFields = z.output<typeof settingsFields>;

const signature = z.strictObject({ name: z.string(), date: timestamp }).meta({ id: 'Signature' });

export const agreement = z
  .strictObject({
    _id: id,
    /** The account; null before it is made, and once it has gone. */
    user: person.nullable(),
    /** As licensed. */
    name: z.string(),
    license: z.string(),
    email: z.string(),
    state: z.enum(agreementStates),
    version: z.int(),
    fees: z.int(),
    terms: individualTerms.nullable(),
    signed: signature,
    countersigned: z
      .strictObject({ ...signature.shape, capacity, license: z.string() })
      .meta({ id: 'Countersignature' })
      .nullable(),
    ended: z.iso.date().nullable(),
    endedReason: z.string(),
    /** Hashes of the PDF that the member signed, and of the PDF with both signatures. */
    sha256: hash,
    finalSha256: hash.nullable(),
  })
  .meta({ id: 'Agreement' });
export type Agreement = z.output<typeof agreement>;

/** An agreement to read before signing. It says exactly what the PDF says. */
export const preparedAgreement = z
  .strictObject({
    /** Hash of the PDF, to send back with the signature. */
    sha256: hash,
    bytes: z.int(),
    version: z.int(),
    fees: z.int(),
    date: z.iso.date(),
    /** Safe HTML: text with fee schedule and addendum. */
    html: z.string(),
    terms: individualTerms.nullable(),
    /** The fees against those that the person saw or signed before, such as 'E&O insurance $125 → $140'. */
    feeChanges: z.array(z.string()),
    /** The text against the version that the person saw or signed before, in words; null when there is none or it is the same. */
    changes: z
      .array(
        z
          .strictObject({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })
          .meta({ id: 'ChangedWords' }),
      )
      .nullable(),
    /** The consent that the signature gives, by its version. */
    consent: phoneConsentShown,
  })
  .meta({ id: 'PreparedAgreement' });
export type PreparedAgreement = z.output<typeof preparedAgreement>;

/** open: until a day that has not passed · overdue · signed: waits for the broker · done */
const resignStates = ['open', 'overdue', 'signed', 'done'] as const;

export const resign = z
  .strictObject({
    user: person,
    /** Version of the agreement in force; null for none. */
    version: z.int().nullable(),
    /** Version of the fees that it names. */
    fees: z.int().nullable(),
    asked: z.int(),
    /** Version of the fees to sign, too; null for the text only. */
    askedFees: z.int().nullable(),
    due: z.iso.date(),
    state: z.enum(resignStates),
    /** The agreement that waits for the broker's signature. */
    agreement: id.nullable(),
  })
  .meta({ id: 'AskedMember' });
export type Resign = z.output<typeof resign>;

export const ownAgreements = z
  .strictObject({
    agreements: z.array(agreement),
    /** Set when the member is asked to sign a new version. */
    ask: z
      .strictObject({
        version: z.int(),
        /** The version of the fees to sign, too; null for the text only. */
        fees: z.int().nullable(),
        note: z.string(),
        due: z.iso.date(),
      })
      .meta({ id: 'OwnAsk' })
      .nullable(),
  })
  .meta({ id: 'OwnAgreements' });
export type OwnAgreements = z.output<typeof ownAgreements>;

export const verification = z
  .strictObject({
    /** unchanged: the bytes are those that were signed · unknown: no stored agreement has them */
    result: z.enum(['unchanged', 'unknown']),
    agreement: agreement.nullable(),
    /** Which of its two PDFs it is. */
    copy: z.enum(['signed', 'final']).nullable(),
    /**
     * Lists where the stored agreement does not fit: its file, its row or the security log's entry. Empty when all is
     * whole.
     */
    faults: z.array(z.string()),
  })
  .meta({ id: 'Verification' });
export type Verification = z.output<typeof verification>;

export const askFields = z
  .object({
    who: z.enum(['all', 'chosen'], 'Who must be all or chosen'),
    /** Read with 'chosen' only. */
    chosen: z
      .array(reference('Member'), 'Chosen must be a list')
      .max(maxCounts.chosen, `At most ${figure(maxCounts.chosen)} members can be chosen`)
      .default([]),
    due: day('Due'),
    /** To sign the fees in force, too. */
    fees: z.boolean('Fees must be true or false').default(false),
  })
  .meta({ id: 'AgreementAsk' });
export type AskFields = z.output<typeof askFields>;

/** A typed name and two check boxes: that it is agreed to, and that it is signed electronically. */
export const signatureFields = {
  /** Hash of the PDF that was shown. */
  sha256,
  name: inPdf(requiredName('Name', maxLengths.user.name), 'Name'),
  agree: z.literal(true, 'Please check that you agree to be bound by this agreement'),
  consent: z.literal(true, 'Please agree to sign electronically'),
};

export const hashBody = z.object({ sha256 }).meta({ id: 'FileHash' });
