import { z } from 'zod';
import { closingStates } from '../closings/closing-states.ts';
import type { Contract } from '../contract.ts';
import { feesSigned } from '../fees/fees.contract.ts';
import { maxLengths } from '../field-limits.ts';
import { count, id, idParams, message, optionalText, person, requiredText, timestamp } from '../fields.ts';
import { entryDetails, insuranceFields, officeEntry, seenLicense } from '../member-files/member-file.ts';
import { findingNames, findingStates } from './findings.ts';

const days = (label: string, max: number) =>
  z
    .int(`${label} must be a whole number`)
    .min(0, `${label} must not be negative`)
    .max(max, `${label} must be at most ${max}`);

/** Every period is a setting: the law changes, and a broker may be stricter. */
export const complianceSettings = z
  .object({
    /** From a date of joining on, until its notice is overdue. */
    joiningDays: days('Days to give notice of joining', 365),
    leavingDays: days('Days to give notice of leaving', 365),
    dischargeDays: days('Days to file a statement', 365),
    eddDays: days('Days to report to the EDD', 365),
    /** From one look at the public record to the next. */
    checkDays: days('Days between checks', 365).min(1, 'Days between checks must be at least 1'),
    /** Before something expires. */
    expiryDays: days('Days before a license expires', 365),
    insuranceDays: days('Days before insurance expires', 365),
    educationMonths: days('Months before a renewal', 24),
    educationHours: days('Hours of education', 200),
    /** The brokerage or member who must have insurance for errors and omissions. */
    eo: z.enum(['brokerage', 'member', 'none'], 'E&O must be brokerage, member or none'),
    auto: z.enum(['member', 'none'], 'Auto insurance must be member or none'),
    /** Whether a signed agreement is missed. */
    agreement: z.boolean('Agreement must be true or false'),
  })
  .meta({ id: 'ComplianceSettings' });
export type ComplianceSettings = z.output<typeof complianceSettings>;

export const finding = z
  .strictObject({
    kind: z.enum(findingNames),
    state: z.enum(findingStates),
    due: z.iso.date(),
    /** Such as the name of another broker. */
    detail: z.string(),
    /** The notice, certificate or renewal it is about. */
    entry: id.nullable(),
  })
  .meta({ id: 'Finding' });
export type Finding = z.output<typeof finding>;

/** The name is the last one there was; `user` is null once the account has gone. */
const member = { _id: id, name: z.string(), user: id.nullable() };

const deskMember = z.strictObject({ ...member, findings: z.array(finding) }).meta({ id: 'DeskMember' });
export type DeskMember = z.output<typeof deskMember>;

const desk = z
  .strictObject({
    members: z.array(deskMember),
    /** Members that the filter finds. */
    total: z.int(),
    /** Counts findings of all members by kind. */
    counts: z.array(
      z.strictObject({ kind: z.enum(findingNames), wrong: z.int(), due: z.int() }).meta({ id: 'DeskCount' }),
    ),
    /** Members who must not work, with something wrong, and with something due this week. */
    summary: z.strictObject({ stop: z.int(), wrong: z.int(), due: z.int() }).meta({ id: 'DeskSummary' }),
    /** Whether there is anyone whose file can be in order. */
    hasMembers: z.boolean(),
    /** Problems with the brokerage's own insurance. */
    brokerage: z.array(finding),
    fees: feesSigned,
    /** License numbers that several accounts have, other than suspended ones; at most 20. */
    sharedNumbers: z.array(
      z.strictObject({ number: z.string(), members: z.array(person) }).meta({ id: 'SharedNumber' }),
    ),
    /** Invited as members, and without a license number; the newest 20. */
    unlicensed: z.array(person),
  })
  .meta({ id: 'Desk' });
export type Desk = z.output<typeof desk>;

export const fileEntry = z
  .strictObject({
    _id: id,
    date: timestamp,
    by: z.string(),
    details: entryDetails,
    /** The entry this one is about. */
    about: id.nullable(),
    withdrawn: z.boolean(),
  })
  .meta({ id: 'FileEntry' });
export type FileEntry = z.output<typeof fileEntry>;

export const education = z
  .strictObject({
    /** The renewal it is for; null without a date of expiry. */
    renewal: z.iso.date().nullable(),
    /** Whether it is the first; null without the date of issue. */
    first: z.boolean().nullable(),
    hours: z.number(),
    needed: z.int(),
    /** State of the renewal: marked by the member, confirmed by the office. */
    state: z.enum(['open', 'marked', 'confirmed', 'exempt']),
  })
  .meta({ id: 'RecordedEducation' });
export type Education = z.output<typeof education>;

/** The brokerage's license number, under which a member works; null where none is known. */
const brokerage = z.string().nullable();

const memberFile = z
  .strictObject({
    ...member,
    joined: z.iso.date().nullable(),
    left: z.iso.date().nullable(),
    license: z
      .strictObject({ number: z.string(), expires: z.iso.date().nullable(), brokerage })
      .meta({ id: 'MemberLicense' }),
    findings: z.array(finding),
    education,
    /** All there ever were, newest first. */
    entries: z.array(fileEntry),
  })
  .meta({ id: 'MemberFile' });
export type MemberFile = z.output<typeof memberFile>;

/** A license to compare with the public record. */
const licenseToCheck = z
  .strictObject({
    remaining: z.int(),
    member: z
      .strictObject({
        ...member,
        number: z.string(),
        expires: z.iso.date().nullable(),
        brokerage,
        /** Null before the first check. */
        seen: fileEntry.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'LicenseToCheck' });
export type LicenseToCheck = z.output<typeof licenseToCheck>;

/** The license that was looked up, as the screen had it; without it the look is at the license as it stands. */
const lookedUpLicense = z
  .object({
    number: z.string('Number must be a text').max(8, 'Number must be at most 8 digits'),
    expires: z.iso.date('Expiry must be a date').nullable(),
    /** The license of the brokerage; without it the look is at the member's only. */
    brokerage: z
      .string("Brokerage's license must be a text")
      .max(8, "Brokerage's license must be at most 8 digits")
      .nullable()
      .optional(),
  })
  .meta({ id: 'LookedUpLicense' });

const checkFields = z
  .discriminatedUnion(
    'asExpected',
    [
      z.object({
        asExpected: z.literal(true),
        license: lookedUpLicense.optional(),
        /** The look that is confirmed, as the screen had it; without it the last one is. */
        entry: z.uuid('Entry not found').toLowerCase().optional(),
      }),
      z.object({
        asExpected: z.literal(false),
        /** Empty for the first look: nothing was expected. */
        remark: optionalText('Remark', maxLengths.memberFile.text).default(''),
        seen: seenLicense,
        license: lookedUpLicense.optional(),
      }),
    ],
    'As expected must be true or false',
  )
  .meta({ id: 'LicenseCheckFields' });
export type CheckFields = z.output<typeof checkFields>;

const decisionFields = z
  .object({
    accepted: z.boolean('Accepted must be true or false'),
    reason: optionalText('Reason', maxLengths.memberFile.text).default(''),
    /** The newest entry of the file, as the screen had it; without it the file as it stands is decided on. */
    newest: z.uuid('Entry not found').toLowerCase().optional(),
  })
  .refine(({ accepted, reason }) => accepted || reason !== '', {
    path: ['reason'],
    message: 'Reason is required',
  })
  .meta({ id: 'EntryDecision' });
export type EntryDecision = z.output<typeof decisionFields>;

/** In a list of a member's closings. */
export const closingLine = z
  .strictObject({ _id: id, property: z.string(), state: z.enum(closingStates) })
  .meta({ id: 'ClosingLine' });

/** A member's, in cents. */
export const openDues = z.strictObject({ count: z.int(), amount: z.int() }).meta({ id: 'OpenDues' });

/** All that is open before someone leaves, and what of it is left once they are noted as leaving. */
const leaving = z
  .strictObject({
    _id: id,
    name: z.string(),
    /** The day of leaving; null while none is noted. */
    on: z.iso.date().nullable(),
    /** The agreement in force. */
    agreement: z
      .strictObject({ version: z.int(), signed: timestamp })
      .meta({ id: 'LeavingAgreement' })
      .nullable(),
    /** Theirs that are under way; the count ends at 1,000, and the list at 10. */
    closings: z
      .strictObject({
        count: z.int(),
        newest: z.array(closingLine),
      })
      .meta({ id: 'LeavingClosings' }),
    /** Open ones, in cents; credits are none. */
    dues: openDues,
    /** Pages of the handbook that they have yet to acknowledge. */
    pages: z.int(),
    findings: z.array(finding),
    /** Their leads, and who may get them. */
    leads: z.int(),
    heirs: z.array(person),
    /** Days from leaving on, in which the department must get the notice. */
    noticeDays: z.int(),
  })
  .meta({ id: 'Leaving' });
export type Leaving = z.output<typeof leaving>;

const leavingFields = z
  .object({
    on: z.iso.date('Leaving date must be a date'),
    reason: requiredText('Reason', maxLengths.memberFile.text),
    /** Discharged for a violation: a certified statement is due. */
    forCause: z.boolean('For cause must be true or false').default(false),
    /** The person who gets their leads; without it no one owns them. */
    leadsTo: z.uuid('Leads must go to a user').toLowerCase().nullable().default(null),
  })
  .meta({ id: 'LeavingFields' });
export type LeavingFields = z.output<typeof leavingFields>;

const filter = {
  search: optionalText('Search', maxLengths.search.compliance).default(''),
  state: z.enum(['all', ...findingStates], 'State is not known').default('all'),
  kind: z.enum(['all', ...findingNames], 'Kind is not known').default('all'),
};

const everyday = { none: 'Office work of every day; limited, audited, and nothing is overwritten' } as const;

export const complianceContract = {
  'GET /api/compliance': {
    summary: 'Members with findings, the worst first; 50, from `skip` on',
    access: 'compliance',
    confirm: { none: 'Office work of every day' },
    scope: 'members:read',
    query: z.object({
      ...filter,
      sort: z.enum(['worst', 'due', 'name'], 'Sort must be worst, due or name').default('worst'),
      skip: z.coerce.number('Skip must be a number').int().min(0).max(100_000).default(0),
    }),
    response: desk,
  },
  'GET /api/compliance/csv': {
    summary: 'The same as CSV, a line for each finding',
    access: 'compliance',
    confirm: 'needed',
    limit: 'userExport',
    head: false,
    query: z.object(filter),
    produces: 'text/csv',
    response: z.string(),
  },
  'GET /api/compliance/stopped': {
    summary: 'How many members must not work today; counted up to 1,000',
    access: 'compliance',
    confirm: { none: 'Office work of every day' },
    scope: 'members:read',
    response: count,
  },
  'GET /api/compliance/settings': {
    summary: 'Periods, and which insurance there has to be',
    access: 'compliance',
    confirm: { none: 'Nothing about anyone' },
    scope: 'members:read',
    response: complianceSettings,
  },
  'PUT /api/compliance/settings': {
    summary: 'Change them; the desk follows within a minute',
    access: 'compliance',
    confirm: { none: 'Changed back in the same way; every version stays' },
    scope: null,
    limit: 'compliance',
    body: complianceSettings,
    response: complianceSettings,
  },
  'GET /api/compliance/checks': {
    summary: 'The license to compare with the public record next; `skip` leaves out the first ones',
    access: 'compliance',
    confirm: { none: 'Office work of every day, one at a time' },
    scope: 'members:read',
    query: z.object({ skip: z.coerce.number('Skip must be a number').int().min(0).max(10_000).default(0) }),
    response: licenseToCheck,
  },
  'GET /api/compliance/brokerage': {
    summary: 'Brokerage insurance, newest first',
    access: 'compliance',
    confirm: { none: 'Office work of every day' },
    scope: 'members:read',
    response: z.array(fileEntry),
  },
  'POST /api/compliance/brokerage': {
    summary: 'Add an insurance of the brokerage',
    access: 'compliance',
    confirm: everyday,
    scope: 'members:write',
    limit: 'compliance',
    body: insuranceFields,
    response: z.array(fileEntry),
  },
  'GET /api/compliance/members/:id': {
    summary: 'The file of a member, by the id of the account, or by its own once the account has gone',
    access: 'compliance',
    confirm: { none: 'Office work of every day, one at a time' },
    scope: 'members:read',
    params: idParams('Member'),
    response: memberFile,
  },
  'GET /api/compliance/members/:id/folder': {
    summary: 'The same as PDF, to show to an auditor',
    access: 'compliance',
    confirm: 'needed',
    limit: 'userExport',
    head: false,
    params: idParams('Member'),
    produces: 'application/pdf',
    response: z.string(),
  },
  'POST /api/compliance/members/:id/entries': {
    summary: 'Add to the file of a member; a date of joining or leaving opens the notices that are due',
    access: 'compliance',
    confirm: everyday,
    scope: 'members:write',
    limit: 'compliance',
    params: idParams('Member'),
    body: officeEntry,
    response: memberFile,
  },
  'GET /api/compliance/members/:id/leaving': {
    summary: 'What is open with a member who leaves: agreement, closings, dues, pages, leads, findings',
    access: 'admin',
    confirm: { none: 'What its pages show, one member at a time' },
    scope: null,
    params: idParams('Member'),
    response: leaving,
  },
  'POST /api/compliance/members/:id/leaving': {
    summary:
      'A member leaves: opens notices and steps, and on the day ends the agreement, hands over the leads and suspends the account; at once for today or an earlier day',
    access: 'admin',
    confirm: 'needed',
    limit: 'user',
    params: idParams('Member'),
    body: leavingFields,
    response: leaving,
  },
  'POST /api/compliance/members/:id/check': {
    summary: 'Note the public record of a license: as expected, or the differences',
    access: 'compliance',
    confirm: everyday,
    scope: null,
    limit: 'compliance',
    params: idParams('Member'),
    body: checkFields,
    response: memberFile,
  },
  'POST /api/compliance/entries/:id/done': {
    summary: 'Note that a notice was given, or that a membership has ended',
    access: 'compliance',
    confirm: everyday,
    scope: 'members:write',
    limit: 'compliance',
    params: idParams('Entry'),
    body: z
      .object({
        on: z.iso.date('Date must be a date'),
        confirmation: optionalText('Confirmation', maxLengths.memberFile.number).default(''),
      })
      .meta({ id: 'EntryDone' }),
    response: memberFile,
  },
  'POST /api/compliance/entries/:id/decide': {
    summary:
      'Accept a certificate, a document or a renewal that its member marked complete, or say why not. 409 when the file has another newest entry',
    access: 'compliance',
    confirm: everyday,
    confirmed: 'an hour',
    scope: 'members:write',
    limit: 'compliance',
    params: idParams('Entry'),
    body: decisionFields,
    response: memberFile,
  },
  'POST /api/compliance/entries/:id/withdraw': {
    summary: 'Say that an entry does not hold; it stays, with the reason',
    access: 'compliance',
    confirm: everyday,
    confirmed: 'an hour',
    scope: 'members:write',
    limit: 'compliance',
    params: idParams('Entry'),
    body: z
      .object({ reason: requiredText('Reason', maxLengths.memberFile.text) })
      .meta({ id: 'EntryWithdrawal' }),
    response: message,
  },
} satisfies Contract;

/** Calls with a file, which have a scope of their own. */
export const complianceFilesContract = {
  'POST /api/compliance/entries/:id/file': {
    summary: 'Add a PDF or photo to an entry, such as a policy or a written delegation',
    access: 'compliance',
    confirm: everyday,
    scope: null,
    limit: 'upload',
    params: idParams('Entry'),
    response: fileEntry,
  },
  'GET /api/compliance/files/:id': {
    summary: 'A PDF or photo, by its entry',
    access: 'compliance',
    confirm: { none: 'Office work of every day, one at a time' },
    scope: null,
    params: idParams('File'),
    head: false,
    produces: ['application/pdf', 'image/jpeg'],
    response: z.string(),
  },
} satisfies Contract;
