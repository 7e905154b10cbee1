import { z } from 'zod';
import { contactRequest } from '../contact/contact.contract.ts';
import type { Contract } from '../contract.ts';
import { figure, maxCounts, maxLengths } from '../field-limits.ts';
import {
  count,
  id,
  idParams,
  message,
  optionalName,
  optionalText,
  person,
  requiredName,
  requiredText,
  rowError,
  timestamp,
} from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { contactKinds, leadEventKinds, leadStatuses } from './lead-statuses.ts';

const status = z.enum(leadStatuses, 'Status is not known');
/** YYYY-MM-DD, in Los Angeles. */
const day = z.iso.date('Date must be a day such as 2026-01-31');

const nextStep = z.strictObject({ text: z.string(), on: day }).meta({ id: 'LeadNextStep' });

/** How the visit began; absent parts are empty. */
const leadSource = z
  .strictObject({
    landing: z.string(),
    referrer: z.string(),
    source: z.string(),
    medium: z.string(),
    campaign: z.string(),
  })
  .meta({ id: 'LeadSource' });

/** The lead's calculation: in words, and as the query of the calculator's address. */
export const leadCalculation = z
  .strictObject({ text: z.string(), query: z.string() })
  .meta({ id: 'LeadCalculation' });

export const phoneConsentShown = z
  .strictObject({ version: z.int(), text: z.string() })
  .meta({ id: 'ConsentText' });

export const lead = z
  .strictObject({
    _id: id,
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    /** The tel: address of the first number in `phone`; '' for none. */
    dial: z.string(),
    email: z.string(),
    status,
    /** Since when it has been in this stage. */
    stageSince: timestamp,
    spam: z.boolean(),
    /** A field that people do not see was filled in: it may be a robot. */
    trapped: z.boolean(),
    /** State of the mail to the office; null for spam, which sends none. */
    mail: z.enum(['waiting', 'sent', 'failed']).nullable(),
    notes: z.int(),
    date: timestamp,
    owner: person.nullable(),
    nextStep: nextStep.nullable(),
    closedReason: z.string().nullable(),
    /** Since when they wait for a call or mail; null once they got one. */
    waitingSince: timestamp.nullable(),
    firstContact: timestamp.nullable(),
    license: z.string().nullable(),
    brokerage: z.string().nullable(),
    dealsPerYear: z.int().nullable(),
    /** Their own words, of several lines; '' for none. */
    message: z.string(),
    source: leadSource.nullable(),
    calculation: leadCalculation.nullable(),
    referredBy: person.nullable(),
    /** The consent text shown next to the phone number that they sent. */
    phoneConsent: phoneConsentShown.nullable(),
    /** The account that the lead has become. */
    member: person.nullable(),
    /** The lead of the same person that this request belongs to. */
    mergedInto: id.nullable(),
    /** How many other requests of the same person belong to this lead. */
    requests: z.int(),
    /** How many other leads are linked with it. */
    linked: z.int(),
  })
  .meta({ id: 'Lead' });
export type Lead = z.output<typeof lead>;

const leadNote = z
  .strictObject({
    _id: id,
    author: z.string(),
    text: z.string(),
    date: timestamp,
  })
  .meta({ id: 'LeadNote' });
export type LeadNote = z.output<typeof leadNote>;

const leadEvent = z
  .strictObject({
    _id: id,
    kind: z.enum(leadEventKinds),
    author: z.string(),
    text: z.string(),
    date: timestamp,
  })
  .meta({ id: 'LeadEvent' });
export type LeadEvent = z.output<typeof leadEvent>;

const part = z.strictObject({ count: z.int(), leads: z.array(lead) }).meta({ id: 'LeadDayPart' });

const leadDay = z
  .strictObject({ date: day, overdue: part, due: part, waiting: part })
  .meta({ id: 'LeadDay' });
export type LeadDay = z.output<typeof leadDay>;

const newNextStep = z
  .object({
    text: requiredName('Next step', maxLengths.lead.nextStep),
    on: day,
  })
  .meta({ id: 'LeadNextStepFields' });

export const leadNoteFields = z
  .object({ text: requiredText('Text', maxLengths.lead.note) })
  .meta({ id: 'LeadNoteFields' });

/** A lead as the office writes one down. */
export const writtenLead = contactRequest
  .pick({ firstName: true, lastName: true, email: true, license: true, brokerage: true })
  .extend({
    phone: optionalName('Phone', maxLengths.contactRequest.phone).default(''),
    source: optionalName('Where from', maxLengths.lead.source).default(''),
    note: optionalText('Note', maxLengths.lead.note).default(''),
    /** The lead becomes the caller's. */
    take: z.boolean('Take must be true or false').default(false),
  })
  .meta({ id: 'WrittenLead' });
export type WrittenLead = z.output<typeof writtenLead>;

/** new: is added, or would be · known: is a lead · member: has an account · twice: stands above. */
const leadRowKinds = ['new', 'known', 'member', 'twice'] as const;
export type LeadRowKind = (typeof leadRowKinds)[number];

/** A line of a file of leads as it was understood. */
const leadRow = z
  .strictObject({
    line: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    source: z.string(),
    kind: z.enum(leadRowKinds),
    /** The lead that is known by this address. */
    lead: id.nullable(),
  })
  .meta({ id: 'LeadRow' });
export type LeadRow = z.output<typeof leadRow>;

const importedLeads = z
  .strictObject({
    rows: z.int(),
    /** Added, or would be. */
    added: z.int(),
    /** By the line of the file as an editor shows it, the first 100. */
    errors: z.array(rowError),
    /** How many lines have an error. */
    faulty: z.int(),
    /** Every line that can be read. */
    leads: z.array(leadRow),
  })
  .meta({ id: 'ImportedLeads' });
export type ImportedLeads = z.output<typeof importedLeads>;

/** In small letters: PostgreSQL finds an id in capitals, too, which is compared with the lead's own. */
const otherLead = z.object({ other: z.uuid('Lead not found').toLowerCase() }).meta({ id: 'OtherLead' });

const owner = z.uuid('Owner must have the right to recruiting').toLowerCase().nullable();
const changes = {
  status,
  owner,
  nextStep: newNextStep.nullable(),
  closedReason: requiredName('Reason', maxLengths.lead.closedReason),
};

const filter = {
  status: status.optional(),
  spam: z.enum(['true', 'false'], 'Spam must be true or false').default('false'),
  owner: z.union([z.literal('none'), z.uuid().toLowerCase()], 'Owner must be none or an id').optional(),
  search: optionalText('Search', maxLengths.search.leads).default(''),
};

export const leadsContract = {
  'GET /api/leads': {
    summary:
      'Leads, newest first, or oldest first by `sort=date`, linked ones as one; search looks into names, phone and email',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour, a page at a time; as a file it asks' },
    scope: 'leads:read',
    query: pageQuery({ default: 50, max: 200 }).extend({
      ...filter,
      sort: z.enum(['-date', 'date'], 'Sort must be date or -date').default('-date'),
    }),
    response: z.array(lead),
  },
  'POST /api/leads': {
    summary:
      'Write down a lead by hand. The email address of a lead adds nothing: `known` is true, and `lead` is the one that is there',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour' },
    scope: 'leads:write',
    limit: 'lead',
    body: writtenLead,
    response: z.strictObject({ lead, known: z.boolean() }).meta({ id: 'AddedLead' }),
  },
  'POST /api/leads/import': {
    summary: `Add leads of a CSV file (at most ${figure(maxCounts.bulkRows)} lines); leads and members with the same email address are left out. With an error nothing is added. Without \`apply\` it is only checked`,
    access: 'recruiting',
    confirm: 'needed',
    limit: 'lead',
    body: z
      .object({
        csv: z
          .string('A file is required')
          .min(1, 'A file is required')
          .max(maxLengths.bulk.csv, 'The file is too long'),
        apply: z.boolean('Apply must be true or false').default(false),
      })
      .meta({ id: 'LeadsFile' }),
    bodyLimit: 2 * 1024 * 1024,
    response: importedLeads,
  },
  'GET /api/leads/new-count': {
    summary: 'How many leads are new',
    access: 'recruiting',
    confirm: { none: 'A count' },
    scope: 'leads:read',
    response: count,
  },
  'GET /api/leads/overflow': {
    summary:
      'How many of the last 7 days went to the spam folder only because there were too many, and since when; and how many filled in a hidden field: in the inbox, and in the spam folder because another sign of a robot agreed',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour, a page at a time' },
    scope: 'leads:read',
    response: z
      .strictObject({
        count: z.int(),
        since: timestamp.nullable(),
        marked: z.int(),
        robots: z.int(),
      })
      .meta({ id: 'LeadOverflow' }),
  },
  'GET /api/leads/stages': {
    summary: 'How many leads each stage has, without spam; of one owner if asked',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour' },
    scope: 'leads:read',
    query: z.object({ owner: filter.owner }),
    response: z.array(z.strictObject({ status, count: z.int() }).meta({ id: 'LeadStage' })),
  },
  'GET /api/leads/today': {
    summary:
      'Open work: overdue next steps, those due today, and people who wait for an answer, the most urgent 50 of each. With `mine`, those of the caller and of no one',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour' },
    scope: 'leads:read',
    query: z.object({ mine: z.enum(['true', 'false'], 'Mine must be true or false').default('false') }),
    response: leadDay,
  },
  'GET /api/leads/owners': {
    summary: 'Who can own a lead: active people with the right to recruiting, by name',
    access: 'recruiting',
    confirm: { none: 'Names of colleagues, for the filter' },
    scope: 'leads:read',
    response: z.array(person),
  },
  'GET /api/leads/export': {
    summary: 'Every lead of a filter as a CSV file, newest first, safe to open in a spreadsheet',
    access: 'recruiting',
    confirm: 'needed',
    limit: 'leadExport',
    query: z.object(filter),
    response: z.string(),
    produces: 'text/csv',
    head: false,
  },
  'POST /api/leads/bulk': {
    summary: 'Assign or move up to 200 leads at once; the id undoes it within a day',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour; undone within a day' },
    scope: 'leads:write',
    limit: 'lead',
    body: z
      .object({
        ids: z
          .array(z.uuid('Lead not found').toLowerCase(), 'Leads must be a list')
          .min(1, 'Choose at least one lead')
          .max(maxCounts.leadsAtOnce, `Choose at most ${maxCounts.leadsAtOnce} leads`),
        changes: z.object(changes).partial().meta({ id: 'LeadsChanges' }),
      })
      .meta({ id: 'LeadsChange' }),
    response: z.strictObject({ _id: id, changed: z.int() }).meta({ id: 'LeadsChanged' }),
  },
  'POST /api/leads/bulk/:id/undo': {
    summary: 'Undo such a change within a day, except of leads that have been changed since',
    access: 'recruiting',
    confirm: { none: 'Undoes a call that needs no confirmation either' },
    scope: 'leads:write',
    limit: 'lead',
    params: idParams('Change'),
    response: z.strictObject({ changed: z.int(), left: z.int() }).meta({ id: 'LeadsUndone' }),
  },
  'GET /api/leads/:id': {
    summary: 'One lead',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour, one at a time' },
    scope: 'leads:read',
    params: idParams('Lead'),
    response: lead,
  },
  'PATCH /api/leads/:id': {
    summary:
      'Change status, owner or next step of a lead, or move it to the spam folder or back. Nurture needs a date, closed a reason',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour; changed back in the same way' },
    scope: 'leads:write',
    limit: 'lead',
    params: idParams('Lead'),
    body: z
      .object({ ...changes, spam: z.boolean('Spam must be true or false') })
      .partial()
      .meta({ id: 'LeadChanges' }),
    response: lead,
  },
  'DELETE /api/leads/:id': {
    summary: 'Delete a lead with its notes',
    access: 'recruiting',
    confirm: 'needed',
    scope: { unconfirmed: 'leads:write' },
    limit: 'lead',
    params: idParams('Lead'),
    response: message,
  },
  'POST /api/leads/:id/contacts': {
    summary:
      'Log a call or email to the person, with the next step: they no longer wait, and a new lead is contacted',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour; adds to the history' },
    scope: 'leads:write',
    limit: 'lead',
    params: idParams('Lead'),
    body: z
      .object({
        kind: z.enum(contactKinds, 'Kind must be call or mail'),
        text: optionalText('Text', maxLengths.lead.contact).default(''),
        nextStep: newNextStep.optional(),
        /** A lead without an owner becomes the caller's. */
        take: z.boolean('Take must be true or false').default(false),
      })
      .meta({ id: 'LeadContact' }),
    response: lead,
  },
  'GET /api/leads/:id/events': {
    summary: 'The history of a lead, newest first',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour, one at a time' },
    scope: 'leads:read',
    params: idParams('Lead'),
    response: z.array(leadEvent),
  },
  'GET /api/leads/:id/requests': {
    summary: 'The other requests of the same person that belong to the lead, newest first',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour, one at a time' },
    scope: 'leads:read',
    params: idParams('Lead'),
    response: z.array(lead),
  },
  'GET /api/leads/:id/same-phone': {
    summary:
      'The newest 5 leads that are not linked with this one and have a phone number of it, however it is written, without spam: a suggestion, as anyone can type any number',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour, five at a time' },
    scope: 'leads:read',
    params: idParams('Lead'),
    response: z.array(lead),
  },
  'GET /api/leads/:id/linked': {
    summary: 'The other leads that are linked with this one, newest first',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour, one at a time' },
    scope: 'leads:read',
    params: idParams('Lead'),
    response: z.array(lead),
  },
  'POST /api/leads/:id/link': {
    summary:
      'Link another lead that may be the same person: lists show both as one, and each keeps its own data',
    access: 'recruiting',
    confirm: 'needed',
    scope: { unconfirmed: 'leads:write' },
    limit: 'lead',
    params: idParams('Lead'),
    body: otherLead,
    response: lead,
  },
  'POST /api/leads/:id/unlink': {
    summary: 'Unlink the other lead from this one and from those linked with it',
    access: 'recruiting',
    confirm: 'needed',
    scope: { unconfirmed: 'leads:write' },
    limit: 'lead',
    params: idParams('Lead'),
    body: otherLead,
    response: lead,
  },
  'GET /api/leads/:id/notes': {
    summary: 'The notes on a lead, newest first',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour, one at a time' },
    scope: 'leads:read',
    params: idParams('Lead'),
    response: z.array(leadNote),
  },
  'POST /api/leads/:id/notes': {
    summary: 'Note something about a lead; answers all its notes, newest first',
    access: 'recruiting',
    confirm: { none: 'Office work of every hour; adds to the history' },
    scope: 'leads:write',
    limit: 'lead',
    params: idParams('Lead'),
    body: leadNoteFields,
    response: z.array(leadNote),
  },
} satisfies Contract;
