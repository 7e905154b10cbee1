import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { id, idParams, timestamp } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { mailStates } from './mail-states.ts';

const outboxMail = z
  .strictObject({
    _id: id,
    to: z.string(),
    subject: z.string(),
    state: z.enum(mailStates),
    attempts: z.int(),
    /** The last error of the mail server or the connection. */
    error: z.string().nullable(),
    date: timestamp,
    /** In the past while the mail is due. */
    nextAttempt: timestamp.nullable(),
    sent: timestamp.nullable(),
    /** The closing whose letter, invoice or notice is attached: that is emailed again from the closing only. */
    closing: id.optional(),
  })
  .meta({ id: 'OutboxMail' });
export type OutboxMail = z.output<typeof outboxMail>;

const outboxMailText = outboxMail
  .extend({
    /** Without the fragments of links, which may set passwords. Null once sent: the text is deleted. */
    text: z.string().nullable(),
    /** The name of the attached file, as long as that is kept. */
    attachment: z.string().nullable(),
    /** Without a mail server an admin delivers an invitation by hand: GET /api/outbox/:id/invitation has its link. */
    byHand: z.boolean(),
  })
  .meta({ id: 'OutboxMailText' });
export type OutboxMailText = z.output<typeof outboxMailText>;

const outboxSummary = z
  .strictObject({
    /** Without a mail server, mails wait. */
    mailServer: z.boolean(),
    waiting: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'OutboxSummary' });
export type OutboxSummary = z.output<typeof outboxSummary>;

const params = idParams('Mail');

export const outboxContract = {
  'GET /api/outbox': {
    summary: 'The emails that were sent or wait to be, newest first',
    access: 'admin',
    confirm: { none: 'No text, and no link' },
    scope: null,
    query: pageQuery({ default: 50, max: 200 }).extend({
      state: z.enum(mailStates, 'State is not known').optional(),
    }),
    response: z.array(outboxMail),
  },
  'GET /api/outbox/summary': {
    summary: 'How many emails wait, how many were given up, and whether there is a mail server',
    access: 'admin',
    confirm: { none: 'Counts' },
    scope: 'system:read',
    response: outboxSummary,
  },
  'GET /api/outbox/:id': {
    summary: 'One email with its words; links that set a password are cut',
    access: 'admin',
    confirm: { none: 'Links that open something are cut' },
    scope: null,
    params,
    response: outboxMailText,
  },
  'GET /api/outbox/:id/invitation': {
    summary: 'An invitation with its whole link, to deliver by hand while there is no mail server; recorded',
    access: 'admin',
    confirm: 'needed',
    secret: true,
    head: false,
    params: idParams('Invitation'),
    response: outboxMailText,
  },
  'POST /api/outbox/:id/retry': {
    summary: 'Try an email again now, also one that was given up; never one with a letter of a closing',
    access: 'admin',
    confirm: { none: 'The same email to the same recipient' },
    scope: null,
    limit: 'mailRetry',
    params,
    response: outboxMail,
  },
} satisfies Contract;
