import { z } from 'zod';
import {
  agreement,
  hashBody,
  individualTerms,
  preparedAgreement,
  sha256,
  signatureFields,
  termsFields,
} from './agreements.contract.ts';
import type { Contract } from './contract.ts';
import { maxLengths } from './field-limits.ts';
import {
  count,
  id,
  idParams,
  inPdf,
  message,
  noted,
  optionalName,
  optionalText,
  person,
  requiredName,
  requiredText,
  timestamp,
} from './fields.ts';
import { leadNoteFields } from './leads.contract.ts';
import { pageQuery } from './paging.ts';

/**
 * invited: nothing is filled in yet · started · signed: new to the office · question: the office asked one · approved: waits
 * for the broker's signature · joined · declined: by the office · withdrawn: by the applicant · closed: the office took the
 * invitation back
 */
export const applicationStates = [
  'invited',
  'started',
  'signed',
  'question',
  'approved',
  'joined',
  'declined',
  'withdrawn',
  'closed',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

export const licenseTypes = {
  salesperson: 'Salesperson',
  broker: 'Broker',
  'broker-associate': 'Broker associate',
} as const;

/** The steps of the application, in order; each saves the fields that it has. */
export const applicationSteps = {
  license: ['name', 'license', 'licenseType', 'licenseExpires'],
  brokerage: ['presentBroker', 'escrows', 'escrowCount', 'escrowPaid'],
  contact: ['address', 'phone', 'associations', 'mls'],
  claims: ['claims', 'claimsText'],
  payment: ['payTo', 'corporation', 'declaration'],
} as const;
export type ApplicationStep = keyof typeof applicationSteps;

const yesNo = (label: string) => z.enum(['yes', 'no'], `${label}: choose yes or no`);

/** As a form sends them: each may be left out, and what is left out stays as it was. */
export const answerFields = z
  .object({
    /** As on the license. */
    name: inPdf(requiredName('Name', maxLengths.user.name), 'Name'),
    license: z
      .string('License is required')
      .trim()
      .regex(/^\d{8}$/, 'License must be 8 digits'),
    licenseType: z.enum(['salesperson', 'broker', 'broker-associate'], 'License type is required'),
    licenseExpires: z.iso.date('Expiry must be a day such as 2026-01-31'),
    /** '' for none. */
    presentBroker: optionalName('Current broker', maxLengths.lead.brokerage),
    escrows: yesNo('Open escrows'),
    escrowCount: z
      .union([z.int(), z.string()], 'Number of escrows must be a number')
      .transform(Number)
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
    corporation: optionalName('Corporation', maxLengths.user.name),
    /** That the corporation performs no licensed act. */
    declaration: yesNo('Declaration'),
  })
  .partial();
export type AnswerFields = z.output<typeof answerFields>;
export type AnswerField = keyof AnswerFields;

/** What stands beside the check box of a corporation. */
export const corporationDeclaration =
  'The corporation performs no act that needs a real estate license. It only receives what I earn.';

const token = z.string('Link not found').max(maxLengths.application.token, 'Link not found');
const withToken = z.object({ token });

const statementLine = z.strictObject({ label: z.string(), rule: z.string(), amount: z.int() });

export const joinState = z.strictObject({
  state: z.enum(applicationStates),
  firstName: z.string(),
  email: z.string(),
  /** Null from the signature to the decision. */
  expires: timestamp.nullable(),
  answers: answerFields,
  /** Steps that lack something, in order; empty when the agreement can be read and signed. */
  missing: z.array(z.enum(['license', 'brokerage', 'contact', 'claims', 'payment'])),
  /** What the office asked, in the state 'question'. */
  question: z.string(),
  signed: z.strictObject({ name: z.string(), date: timestamp, sha256: z.string() }).nullable(),
  /** Of the copy that can be downloaded: none yet, the one they signed, or with both signatures. */
  copy: z.enum(['none', 'prepared', 'signed', 'final']),
});
export type JoinState = z.output<typeof joinState>;

export const joinAgreement = z.strictObject({
  ...preparedAgreement.shape,
  /** What the lead computed on the site, by the fees of this agreement, in cents; null without numbers. */
  statement: z.strictObject({ title: z.string(), lines: z.array(statementLine), keeps: z.int() }).nullable(),
});
export type JoinAgreement = z.output<typeof joinAgreement>;

/** What the office saw of the license in the public record. */
export const licenseFindings = ['as-expected', 'differs'] as const;
export type LicenseFinding = (typeof licenseFindings)[number];

export const applicationEventKinds = [
  'invited',
  'resent',
  'opened',
  'reviewed',
  'code-sent',
  'signed',
  'question',
  'answered',
  'license-checked',
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
  approved: 'Approved the application',
  declined: 'Declined the application',
  withdrawn: 'Said no',
  closed: 'Withdrew the link',
  terms: 'Changed the individual terms',
  reminded: 'Reminded',
  countersigned: 'Signed for the broker',
};

export const applicationEvent = z.strictObject({
  _id: id,
  kind: z.enum(applicationEventKinds),
  /** 'Applicant' for the person themselves. */
  by: z.string(),
  text: z.string(),
  date: timestamp,
  /** Of the person who did it; '' for the server. */
  address: z.string(),
  device: z.string(),
});
export type ApplicationEvent = z.output<typeof applicationEvent>;

const applicationInList = {
  _id: id,
  lead: id,
  /** As licensed, or that of the lead before it was filled in. */
  name: z.string(),
  email: z.string(),
  state: z.enum(applicationStates),
  invited: noted,
  /** When the link stops; null when there is none, and while what is signed waits for a decision. */
  expires: timestamp.nullable(),
  changed: timestamp,
};

export const applicationEntry = z.strictObject(applicationInList);
export type ApplicationEntry = z.output<typeof applicationEntry>;

/** Somebody with the same email, license number or name. */
export const duplicate = z.strictObject({
  kind: z.enum(['lead', 'member']),
  _id: id,
  name: z.string(),
  by: z.enum(['email', 'license', 'name']),
});
export type Duplicate = z.output<typeof duplicate>;

export const application = z.strictObject({
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
    .strictObject({ finding: z.enum(licenseFindings), note: z.string(), ...noted.shape })
    .nullable(),
  duplicates: z.array(duplicate),
  events: z.array(applicationEvent),
  /** Whether the caller may sign for the broker. */
  mayCountersign: z.boolean(),
  member: person.nullable(),
});
export type Application = z.output<typeof application>;

const check = z.strictObject({ day: z.iso.date(), note: z.string(), by: z.string() }).nullable();

/** What the office has ticked of a member; null for what is open. */
export const memberChecks = z.strictObject({
  'may-work': check,
  w9: check,
  payout: check,
  'annual-fee': check,
});

export const checkFields = z.object({
  kind: z.enum(['may-work', 'w9', 'payout', 'annual-fee'], 'Check is not known'),
  ticked: z.boolean('Ticked must be true or false'),
  day: z.iso.date('Day must be a day such as 2026-01-31'),
  note: optionalName('Note', maxLengths.application.note).default(''),
});
export type CheckFields = z.output<typeof checkFields>;

export const leadApplication = z.strictObject({ application: application.nullable() });

export const joiningContract = {
  'POST /api/join': {
    summary:
      'The application of a personal link, as it stands. A link that is wrong, over or withdrawn is not found',
    access: 'visitor',
    body: withToken,
    response: joinState,
  },
  'POST /api/join/answers': {
    summary: 'Save what is given of the application; the rest stays. Works until it is signed',
    access: 'visitor',
    body: z.object({ token, answers: answerFields }),
    response: joinState,
  },
  'POST /api/join/agreement': {
    summary:
      'The agreement to read and sign, once the application is complete; with `seen`, what has changed since that one',
    access: 'visitor',
    body: z.object({ token, seen: sha256.optional() }),
    response: joinAgreement,
  },
  'POST /api/join/copy': {
    summary: 'The PDF: what will be signed, what was signed, or the one with both signatures',
    access: 'visitor',
    body: withToken,
    response: z.string(),
    produces: 'application/pdf',
  },
  'POST /api/join/code': {
    summary: 'Email a code for signing to the address of the link',
    access: 'visitor',
    body: z.object({ token, sha256 }),
    response: message,
  },
  'POST /api/join/sign': {
    summary:
      'Sign the agreement that was shown, by the name as licensed, two check boxes and the code. 409 when it has changed: read it again',
    access: 'visitor',
    body: z.object({
      token,
      ...signatureFields,
      code: z
        .string('Code is required')
        .trim()
        .regex(/^\d{6}$/, 'Code must be 6 digits'),
    }),
    response: joinState,
  },
  'POST /api/join/reply': {
    summary: 'Answer what the office asked',
    access: 'visitor',
    body: z.object({ token, text: requiredText('Answer', maxLengths.application.text) }),
    response: joinState,
  },
  'POST /api/join/decline': {
    summary: 'Say no, or withdraw the application before the broker has signed; the link is over then',
    access: 'visitor',
    body: z.object({ token, reason: optionalText('Reason', maxLengths.application.text).default('') }),
    response: message,
  },
  'GET /api/joining/checks': {
    summary: 'What the office has ticked of the caller before they work and are paid, and what is open',
    access: 'member',
    response: memberChecks,
  },
  'GET /api/joining/members/:id/checks': {
    summary: 'The same of a member',
    access: 'admin',
    confirm: { none: 'Office work of every day, one at a time' },
    params: idParams('User'),
    response: memberChecks,
  },
  'POST /api/joining/members/:id/checks': {
    summary: 'Tick a check of a member, or take the tick back; every tick stays on record',
    access: 'admin',
    confirm: {
      none: 'Office work of every day; every tick stays on record, and is taken back in the same way',
    },
    limit: 'joining',
    params: idParams('User'),
    body: checkFields,
    response: memberChecks,
  },
  'GET /api/joining/leads/:id': {
    summary: 'The application of a lead, if they were invited to apply',
    access: 'admin',
    confirm: { none: 'Office work of every day, one at a time' },
    params: idParams('Lead'),
    response: leadApplication,
  },
  'PUT /api/joining/leads/:id/terms': {
    summary: 'Individual terms for a lead, before the agreement is signed; null for none',
    access: 'admin',
    confirm: 'needed',
    limit: 'joining',
    params: idParams('Lead'),
    body: z.object({ terms: termsFields.nullable() }),
    response: leadApplication,
  },
  'POST /api/joining/leads/:id/invitation': {
    summary:
      'Email a personal link to apply, for 14 days; an earlier one is over then. The lead is moved to Agreement sent',
    access: 'admin',
    confirm: { none: 'A letter to the lead alone; withdrawn in the same way' },
    limit: 'invitation',
    params: idParams('Lead'),
    response: application,
  },
  'DELETE /api/joining/leads/:id/invitation': {
    summary: 'Withdraw the link',
    access: 'admin',
    confirm: { none: 'Undoes what needs no confirmation either' },
    limit: 'joining',
    params: idParams('Lead'),
    response: application,
  },
  'GET /api/joining/applications': {
    summary: 'Applications, the last changed first; search looks into names and email',
    access: 'admin',
    confirm: { none: 'Office work of every day, a page at a time' },
    query: pageQuery({ default: 50, max: 100 }).extend({
      state: z.enum(applicationStates, 'State is not known').optional(),
      search: optionalText('Search', maxLengths.search.applications).default(''),
    }),
    response: z.array(applicationEntry),
  },
  'GET /api/joining/applications/new-count': {
    summary: 'How many applications wait for the office: signed or approved',
    access: 'admin',
    confirm: { none: 'A count' },
    response: count,
  },
  'GET /api/joining/applications/:id': {
    summary: 'An application with its history and who else it might be',
    access: 'admin',
    confirm: { none: 'Office work of every day, one at a time' },
    params: idParams('Application'),
    response: application,
  },
  'POST /api/joining/applications/:id/license-check': {
    summary: 'Note what the public record says about the license',
    access: 'admin',
    confirm: { none: 'Office work of every day; adds to the history' },
    limit: 'joining',
    params: idParams('Application'),
    body: z.object({
      finding: z.enum(licenseFindings, 'Choose “as expected” or “differs”'),
      note: optionalText('Note', maxLengths.application.text).default(''),
    }),
    response: application,
  },
  'POST /api/joining/applications/:id/question': {
    summary: 'Ask the applicant something, by email with the same link',
    access: 'admin',
    confirm: 'needed',
    limit: 'joining',
    params: idParams('Application'),
    body: leadNoteFields,
    response: application,
  },
  'POST /api/joining/applications/:id/approve': {
    summary: 'Approve a signed application, for the broker to countersign',
    access: 'admin',
    confirm: { none: 'Binds no one: the countersignature does, and asks' },
    limit: 'joining',
    params: idParams('Application'),
    response: application,
  },
  'POST /api/joining/applications/:id/decline': {
    summary:
      'Decline an application. The reason stays inside; with `mail`, the applicant gets an email with that text',
    access: 'admin',
    confirm: 'needed',
    limit: 'joining',
    params: idParams('Application'),
    body: z.object({
      reason: requiredText('Reason', maxLengths.application.text),
      mail: optionalText('Email', maxLengths.application.text).default(''),
    }),
    response: application,
  },
  'POST /api/joining/applications/:id/countersign': {
    summary:
      'Sign for the broker: the agreement is in force, and the applicant becomes a member, all at once',
    access: 'admin',
    confirm: 'needed',
    limit: 'joining',
    params: idParams('Application'),
    body: hashBody,
    response: application,
  },
} satisfies Contract;
