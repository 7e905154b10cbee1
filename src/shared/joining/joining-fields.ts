/**
 * Answers of an application, stored as JSON. A new one also needs join-forms.ts, `StepFields.tsx` and `AnswersOf.tsx`.
 */

import { z } from 'zod';
import { agreement, individualTerms, preparedAgreement } from '../agreements/agreement-fields.ts';
import { maxLengths } from '../field-limits.ts';
import {
  id,
  inPdf,
  noted,
  optionalName,
  optionalText,
  person,
  requiredName,
  requiredText,
  timestamp,
} from '../fields.ts';
import { licenseDigits } from '../licenses/license-number.ts';
import { licenseTypes } from '../licenses/license-types.ts';
import { checkKinds } from '../member-files/member-checks.ts';
import { parseWhole } from '../money.ts';
import { ownWork } from '../waiting/own-work.ts';
import { applicationStates, licenseFindings, stepOrder } from './applications.ts';

const yesNo = (label: string) => z.enum(['yes', 'no'], `${label}: choose yes or no`);

/** The fields as a form sends them. Each may be left out, and then stays as it was. */
export const answerFields = z
  .object({
    /** As on the license. */
    name: inPdf(requiredName('Name', maxLengths.user.name), 'Name'),
    license: z
      .string('License is required')
      .overwrite(licenseDigits)
      .regex(/^\d{8}$/, 'License must be 8 digits'),
    licenseType: z.enum(licenseTypes, 'License type is required'),
    licenseExpires: z.iso.date('Expiry must be a day such as 2026-01-31'),
    /** '' for none. */
    presentBroker: optionalName('Current broker', maxLengths.lead.brokerage),
    escrows: yesNo('Open escrows'),
    escrowCount: z
      .union([z.int(), z.string()], 'Number of escrows must be a number')
      .transform((count) =>
        typeof count === 'string' && count.trim() !== '' ? parseWhole(count) : Number(count),
      )
      .pipe(
        z
          .int('Number of escrows must be a number')
          .min(0, 'Number of escrows must be a number')
          .max(1000, 'Number of escrows must be at most 1,000'),
      ),
    escrowPaid: optionalText('Who is paid', maxLengths.application.text),
    address: requiredText('Address', maxLengths.application.address),
    phone: requiredName('Phone', maxLengths.contactRequest.phone),
    associations: optionalText('Associations', maxLengths.application.text),
    mls: optionalText('MLS', maxLengths.application.text),
    claims: yesNo('E&O claims'),
    claimsText: optionalText('Claims', maxLengths.application.text),
    payTo: z.enum(['licensee', 'corporation'], 'Choose who is paid'),
    corporation: inPdf(optionalName('Corporation', maxLengths.user.name), 'Corporation'),
    /** Declares that the corporation performs no licensed act. */
    declaration: yesNo('Declaration'),
  })
  .partial()
  .meta({ id: 'ApplicationAnswers' });
export type AnswerFields = z.output<typeof answerFields>;
export type AnswerField = keyof AnswerFields;

export const token = z.string('Link not found').max(maxLengths.application.token, 'Link not found');
export const withToken = z.object({ token }).meta({ id: 'JoinLink' });

const statementLine = z
  .strictObject({ label: z.string(), rule: z.string(), amount: z.int() })
  .meta({ id: 'JoinStatementLine' });

export const joinState = z
  .strictObject({
    state: z.enum(applicationStates),
    firstName: z.string(),
    email: z.string(),
    /** Null from the signature to the decision. */
    expires: timestamp.nullable(),
    answers: answerFields,
    /** Steps that lack something, in order; empty when the agreement can be read and signed. */
    missing: z.array(z.enum(stepOrder)),
    /** The office's question, in the state 'question'. */
    question: z.string(),
    signed: z
      .strictObject({ name: z.string(), date: timestamp, sha256: z.string() })
      .meta({ id: 'JoinSigned' })
      .nullable(),
    /** The copy that can be downloaded: none yet, the one they signed, or with both signatures. */
    copy: z.enum(['none', 'prepared', 'signed', 'final']),
  })
  .meta({ id: 'JoinState' });
export type JoinState = z.output<typeof joinState>;

export const joinAgreement = z
  .strictObject({
    ...preparedAgreement.shape,
    /** The lead's calculation on the site, with the fees of this agreement, in cents; null without numbers. */
    statement: z
      .strictObject({ title: z.string(), lines: z.array(statementLine), keeps: z.int() })
      .meta({ id: 'JoinStatement' })
      .nullable(),
  })
  .meta({ id: 'JoinAgreement' });
export type JoinAgreement = z.output<typeof joinAgreement>;

/** The license that was looked up, as the screen had it. Without it the check is of the license as it stands when it is saved. */
export const applicantLicense = z
  .object({
    name: z.string('Name must be a text').max(maxLengths.user.name, 'Name is too long'),
    license: z.string('License must be a text').max(8, 'License must be at most 8 digits'),
    /** Left out by earlier versions, for any type. */
    type: z.enum(licenseTypes, 'License type is not known').nullable().optional(),
    expires: z.iso.date('Expiry must be a day such as 2026-01-31').nullable(),
  })
  .meta({ id: 'ApplicantLicense' });
export type ApplicantLicense = z.output<typeof applicantLicense>;

const applicationEventKinds = [
  'invited',
  'resent',
  'opened',
  'reviewed',
  'code-sent',
  'signed',
  'question',
  'answered',
  'license-checked',
  'license-left-out',
  'license-changed',
  'approved',
  'declined',
  'withdrawn',
  'closed',
  'terms',
  'reminded',
  'countersigned',
] as const;
export type ApplicationEventKind = (typeof applicationEventKinds)[number];

export const applicationEventLabels: Record<ApplicationEventKind, string> = {
  invited: 'Invited to apply',
  resent: 'Invited again, with a new link',
  opened: 'Began the application',
  reviewed: 'Was shown the agreement',
  'code-sent': 'Was emailed a code',
  signed: 'Signed',
  question: 'Asked a question',
  answered: 'Answered',
  'license-checked': 'Checked the license',
  'license-left-out': 'Left out the license check',
  'license-changed': 'Changed the license that the office had checked',
  approved: 'Approved the application',
  declined: 'Declined the application',
  withdrawn: 'Said no',
  closed: 'Withdrew the link',
  terms: 'Changed the individual terms',
  reminded: 'Reminded',
  countersigned: 'Signed for the broker',
};

const applicationEvent = z
  .strictObject({
    _id: id,
    kind: z.enum(applicationEventKinds),
    /** 'Applicant' for the person themselves. */
    by: z.string(),
    text: z.string(),
    date: timestamp,
    /** The address and device of the person who did it; '' for the server. */
    address: z.string(),
    device: z.string(),
  })
  .meta({ id: 'ApplicationEvent' });
export type ApplicationEvent = z.output<typeof applicationEvent>;

const applicationInList = {
  _id: id,
  lead: id,
  /** As licensed, or that of the lead before it was filled in. */
  name: z.string(),
  email: z.string(),
  state: z.enum(applicationStates),
  invited: noted,
  /** When the link stops; null without a link, and while a signed agreement waits for a decision. */
  expires: timestamp.nullable(),
  changed: timestamp,
};

export const applicationEntry = z.strictObject(applicationInList).meta({ id: 'ApplicationEntry' });
export type ApplicationEntry = z.output<typeof applicationEntry>;

/** A lead or member with the same email, license number or name. */
const duplicate = z
  .strictObject({
    kind: z.enum(['lead', 'member']),
    _id: id,
    name: z.string(),
    by: z.enum(['email', 'license', 'name']),
  })
  .meta({ id: 'Duplicate' });
export type Duplicate = z.output<typeof duplicate>;

export const application = z
  .strictObject({
    ...applicationInList,
    answers: answerFields,
    missing: joinState.shape.missing,
    terms: individualTerms.nullable(),
    agreement: agreement.nullable(),
    question: z.string(),
    reply: z.string(),
    /** Why it was declined or withdrawn. */
    reason: z.string(),
    licenseUrl: z.string().nullable(),
    licenseCheck: z
      .strictObject({
        finding: z.enum(licenseFindings),
        note: z.string(),
        ...noted.shape,
        /** Open again, in words: what it was made for, and what stands there now. */
        again: z
          .strictObject({ was: z.string(), is: z.string() })
          .meta({ id: 'LicenseCheckAgain' })
          .nullable(),
      })
      .meta({ id: 'LicenseCheck' })
      .nullable(),
    /** Why it can be neither approved nor countersigned; null if it can. */
    licenseObstacle: z.string().nullable(),
    duplicates: z.array(duplicate),
    events: z.array(applicationEvent),
    /** Whether the caller may sign for the broker. */
    mayCountersign: z.boolean(),
    /** For the caller's own: why another admin decides (docs/security.md S17.10). */
    own: ownWork.nullable(),
    member: person.nullable(),
  })
  .meta({ id: 'Application' });
export type Application = z.output<typeof application>;

const check = z
  .strictObject({ day: z.iso.date(), note: z.string(), by: z.string() })
  .meta({ id: 'MemberCheck' })
  .nullable();

/** The office's check marks for a member; null while one is open. */
export const memberChecks = z
  .strictObject({
    'may-work': check,
    w9: check,
    payout: check,
    'annual-fee': check,
    /** In words: what a tick is made for if it is made now; '' for what depends on nothing. */
    current: z
      .strictObject({
        'may-work': z.string(),
        w9: z.string(),
        payout: z.string(),
        'annual-fee': z.string(),
      })
      .meta({ id: 'MemberCheckCurrent' }),
    /** Open again: the license or payee that they were made for is another one now, or the license has expired. */
    again: z.array(
      z
        .strictObject({
          kind: z.enum(checkKinds),
          day: z.iso.date(),
          by: z.string(),
          /** In words: what it was made for, and what stands there now. */
          was: z.string(),
          is: z.string(),
        })
        .meta({ id: 'MemberCheckAgain' }),
    ),
  })
  .meta({ id: 'MemberChecks' });
export type MemberChecks = z.output<typeof memberChecks>;

const dayMessage = 'Day must be a day such as 2026-01-31';
/** No earlier than 1900, as of a closing: the tick of an annual fee is its payment. */
const checkDay = z.iso.date(dayMessage).refine((day) => day >= '1900', dayMessage);

export const checkFields = z
  .object({
    kind: z.enum(checkKinds, 'Check is not known'),
    ticked: z.boolean('Ticked must be true or false'),
    day: checkDay,
    note: optionalName('Note', maxLengths.application.note).default(''),
    /** As `current` had it on the screen; 409 when it is another one by now. */
    current: z.string('Current must be a text').max(maxLengths.application.text).optional(),
  })
  .meta({ id: 'CheckFields' });
export type CheckFields = z.output<typeof checkFields>;

export const leadApplication = z
  .strictObject({ application: application.nullable() })
  .meta({ id: 'LeadApplication' });
