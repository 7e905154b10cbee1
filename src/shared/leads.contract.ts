import { z } from 'zod';
import type { Contract } from './contract.ts';
import { maxLengths } from './field-limits.ts';
import { count, id, idParams, message, optionalText, requiredText, timestamp } from './fields.ts';
import { leadStatuses } from './lead-statuses.ts';
import { pageQuery } from './paging.ts';

const status = z.enum(leadStatuses, 'Status is not known');

export const lead = z.strictObject({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.string(),
  status,
  spam: z.boolean(),
  /** State of the mail to the office; null for spam, which sends none. */
  mail: z.enum(['waiting', 'sent', 'failed']).nullable(),
  notes: z.int(),
  date: timestamp,
});
export type Lead = z.output<typeof lead>;

export const leadNote = z.strictObject({ _id: id, author: z.string(), text: z.string(), date: timestamp });
export type LeadNote = z.output<typeof leadNote>;

const filter = {
  status: status.optional(),
  spam: z.enum(['true', 'false'], 'Spam must be true or false').default('false'),
  search: optionalText('Search', maxLengths.search.leads).default(''),
};

export const leadsContract = {
  'GET /api/leads': {
    summary: 'Contact requests, newest first; search looks into names, phone and e-mail',
    access: 'admin',
    query: pageQuery({ default: 50, max: 200 }).extend(filter),
    response: z.array(lead),
  },
  'GET /api/leads/new-count': {
    summary: 'How many contact requests are new',
    access: 'admin',
    response: count,
  },
  'GET /api/leads/overflow': {
    summary:
      'How many of the last 7 days went to the spam folder only because there were too many, and since when',
    access: 'admin',
    response: z.strictObject({ count: z.int(), since: timestamp.nullable() }),
  },
  'GET /api/leads/export': {
    summary: 'Every contact request of a filter as a CSV file, newest first, safe to open in a spreadsheet',
    access: 'admin',
    limit: 'leadExport',
    query: z.object(filter),
    response: z.string(),
    produces: 'text/csv',
    head: false,
  },
  'GET /api/leads/:id': {
    summary: 'One contact request',
    access: 'admin',
    params: idParams('Lead'),
    response: lead,
  },
  'PATCH /api/leads/:id': {
    summary: 'Change the status of a contact request, or move it to the spam folder or back',
    access: 'admin',
    limit: 'lead',
    params: idParams('Lead'),
    body: z.object({ status, spam: z.boolean('Spam must be true or false') }).partial(),
    response: lead,
  },
  'DELETE /api/leads/:id': {
    summary: 'Delete a contact request with its notes',
    access: 'admin',
    limit: 'lead',
    params: idParams('Lead'),
    response: message,
  },
  'GET /api/leads/:id/notes': {
    summary: 'The notes on a contact request, newest first',
    access: 'admin',
    params: idParams('Lead'),
    response: z.array(leadNote),
  },
  'POST /api/leads/:id/notes': {
    summary: 'Note something about a contact request; answers all its notes, newest first',
    access: 'admin',
    limit: 'lead',
    params: idParams('Lead'),
    body: z.object({ text: requiredText('Text', maxLengths.lead.note) }),
    response: z.array(leadNote),
  },
} satisfies Contract;
