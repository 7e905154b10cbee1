import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { id, idParams, message, requiredName, requiredText } from '../fields.ts';

const hourOfDay = (label: string) =>
  z
    .int(`${label} must be a whole hour`)
    .min(0, `${label} must be a whole hour`)
    .max(24, `${label} must be a whole hour`);

const fields = {
  replies: z.boolean('Replies must be true or false'),
  /** Working hours; 0 for never. */
  alertHours: z
    .int('Hours must be a whole number')
    .min(0, 'Hours must be 0 or more')
    .max(80, 'Hours must be at most 80'),
  opensAt: hourOfDay('Opening'),
  closesAt: hourOfDay('Closing'),
};

const leadSettings = z
  .strictObject({
    replies: z.boolean(),
    alertHours: z.int(),
    opensAt: z.int(),
    closesAt: z.int(),
  })
  .meta({ id: 'LeadSettings' });
export type LeadSettings = z.output<typeof leadSettings>;

const leadTemplate = z
  .strictObject({
    _id: id,
    name: z.string(),
    subject: z.string(),
    text: z.string(),
  })
  .meta({ id: 'LeadTemplate' });
export type LeadTemplate = z.output<typeof leadTemplate>;

const templateFields = z
  .object({
    name: requiredName('Name', maxLengths.leadTemplate.name),
    subject: requiredName('Subject', maxLengths.leadTemplate.subject),
    text: requiredText('Text', maxLengths.leadTemplate.text),
  })
  .meta({ id: 'LeadTemplateFields' });
export type TemplateFields = z.output<typeof templateFields>;

/** `query` is the part of the list's address after '?'. */
const leadView = z.strictObject({ _id: id, name: z.string(), query: z.string() }).meta({ id: 'LeadView' });
export type LeadView = z.output<typeof leadView>;

const leadDigest = z.object({ wanted: z.boolean('Wanted must be true or false') }).meta({ id: 'LeadDigest' });

export const leadSettingsContract = {
  'GET /api/leads/settings': {
    summary:
      'How the office answers leads: whether at once, and when recruiters are emailed about an unanswered lead',
    access: 'recruiting',
    confirm: { none: 'Hours and switches' },
    scope: 'leads:read',
    response: leadSettings,
  },
  'PUT /api/leads/settings': {
    summary: 'Change how the office answers leads. 412 when it is no longer as `seen`',
    access: 'admin',
    confirm: 'needed',
    limit: 'lead',
    body: z.object({ ...fields, seen: z.object(fields).optional() }).meta({ id: 'LeadSettingsFields' }),
    response: leadSettings,
  },
  'GET /api/leads/signature': {
    summary: 'The lines below an email to a lead, the same as in emails that the site sends',
    access: 'recruiting',
    confirm: { none: 'Words without anything about a person' },
    scope: 'leads:read',
    response: z.strictObject({ lines: z.array(z.string()) }).meta({ id: 'LeadSignature' }),
  },
  'GET /api/leads/templates': {
    summary: 'Templates of emails to leads, by name',
    access: 'recruiting',
    confirm: { none: 'Words without anything about a person' },
    scope: 'leads:read',
    response: z.array(leadTemplate),
  },
  'POST /api/leads/templates': {
    summary: 'Add a template; {firstName}, {lastName}, {brokerage} and {me} are filled in when it is used',
    access: 'recruiting',
    confirm: 'needed',
    scope: { unconfirmed: 'leads:write' },
    limit: 'lead',
    body: templateFields,
    response: leadTemplate,
  },
  'PUT /api/leads/templates/:id': {
    summary: 'Change a template. 412 when it is no longer as `seen`',
    access: 'recruiting',
    confirm: 'needed',
    scope: { unconfirmed: 'leads:write' },
    limit: 'lead',
    params: idParams('Template'),
    body: templateFields
      .extend({ seen: z.object({ name: z.string(), subject: z.string(), text: z.string() }).optional() })
      .meta({ id: 'LeadTemplateChange' }),
    response: leadTemplate,
  },
  'DELETE /api/leads/templates/:id': {
    summary: 'Delete a template',
    access: 'recruiting',
    confirm: 'needed',
    scope: { unconfirmed: 'leads:write' },
    limit: 'lead',
    params: idParams('Template'),
    response: message,
  },
  'GET /api/leads/views': {
    summary: 'The filters of the list of leads that the caller has saved, oldest first',
    access: 'recruiting',
    confirm: { none: "The caller's own" },
    scope: null,
    response: z.array(leadView),
  },
  'POST /api/leads/views': {
    summary: 'Save a filter of the list of leads under a name',
    access: 'recruiting',
    confirm: { none: "The caller's own: a saved search" },
    scope: null,
    limit: 'lead',
    body: z
      .object({
        name: requiredName('Name', maxLengths.leadView.name),
        query: z
          .string('Query must be text')
          .max(maxLengths.leadView.query, `Query must be at most ${maxLengths.leadView.query} characters`)
          .regex(/^[\w=&%+.*~-]*$/, 'Query is not valid'),
      })
      .meta({ id: 'LeadViewFields' }),
    response: leadView,
  },
  'DELETE /api/leads/views/:id': {
    summary: 'Delete a saved filter of the caller',
    access: 'recruiting',
    confirm: { none: "The caller's own: a saved search" },
    scope: null,
    limit: 'lead',
    params: idParams('View'),
    response: message,
  },
  'GET /api/leads/digest': {
    summary: 'Whether the caller gets an email each morning about the work on their leads',
    access: 'recruiting',
    confirm: { none: "The caller's own" },
    scope: null,
    response: leadDigest,
  },
  'PUT /api/leads/digest': {
    summary: 'Get that email, or stop it',
    access: 'recruiting',
    confirm: { none: "An email to the caller's own address" },
    scope: null,
    limit: 'lead',
    body: leadDigest,
    response: leadDigest,
  },
} satisfies Contract;
