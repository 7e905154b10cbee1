import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import {
  email,
  id,
  idParams,
  message,
  optionalText,
  requiredLine,
  requiredText,
  timestamp,
} from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { privacyChannels, privacyKinds } from './privacy-kinds.ts';

const kind = z.enum(privacyKinds, 'Please choose what you ask for');
const details = optionalText('Details', maxLengths.privacy.text).default('');

/** `leaveEmpty`, formerly `website`, is a trap for robots, as that of the contact form. */
export const privacyForm = z.object({
  kind,
  name: requiredLine('Name', maxLengths.user.name),
  email: email(),
  details,
  leaveEmpty: z.string('Leave empty must be text').optional(),
  website: z.string('Website must be text').optional(),
  started: z.string('Started must be text').optional(),
});
export type PrivacyForm = z.output<typeof privacyForm>;

/** A request that reached the office in another way. Without an email address we can send no email. */
export const enteredRequest = z
  .object({
    kind,
    name: requiredLine('Name', maxLengths.user.name),
    email: z.preprocess((given) => (given === '' ? undefined : given), email().optional()),
    details,
    cameBy: z.enum(privacyChannels, 'Please choose how it came'),
    receivedOn: z.iso.date('Received on must be a date such as 2026-01-31'),
    verifiedHow: optionalText('How it was verified', maxLengths.privacy.text).default(''),
  })
  .meta({ id: 'EnteredPrivacyRequestFields' });

const privacyRequest = z
  .strictObject({
    _id: id,
    kind,
    /** Empty after 22 months. */
    name: z.string(),
    email: z.string(),
    details: z.string(),
    user: id.nullable(),
    received: timestamp,
    verified: timestamp.nullable(),
    verifiedHow: z.string().nullable(),
    acknowledged: timestamp.nullable(),
    /** 10 business days. */
    acknowledgeBy: timestamp,
    /** 30 days, the brokerage's own promise; with an extension that of the law. */
    due: timestamp,
    /** 45 days, 90 with an extension. */
    legallyDue: timestamp,
    extension: z.string().nullable(),
    closed: timestamp.nullable(),
    outcome: z.enum(['done', 'refused']).nullable(),
    answer: z.string().nullable(),
    /** For what the office has entered; null for the form and for a member's own. */
    cameBy: z.enum(privacyChannels).nullable(),
    overdue: z.boolean(),
    /** A field that people do not see was filled in. */
    trapped: z.boolean(),
  })
  .meta({ id: 'PrivacyRequest' });
export type PrivacyRequest = z.output<typeof privacyRequest>;

const legalHold = z
  .strictObject({
    _id: id,
    email: z.string(),
    reason: z.string(),
    /** YYYY-MM-DD. */
    reviewOn: z.iso.date(),
    reviewDue: z.boolean(),
    placed: timestamp,
  })
  .meta({ id: 'LegalHold' });
export type LegalHold = z.output<typeof legalHold>;

export const privacyContract = {
  'GET /api/privacy-requests': {
    summary: 'The register of privacy requests, newest first',
    access: 'admin',
    confirm: { none: 'The register has to be read in time, a page at a time' },
    scope: null,
    query: pageQuery({ default: 50, max: 200 }).extend({
      state: z.enum(['open', 'overdue', 'closed'], 'State is not known').optional(),
    }),
    response: z.array(privacyRequest),
  },
  'POST /api/privacy-requests': {
    summary:
      'Ask for something about one’s own data; being signed in verifies it, once an email has proven one’s address',
    access: 'member',
    confirm: 'needed',
    limit: 'privacyRequest',
    body: z.object({ kind, details }).meta({ id: 'PrivacyRequestFields' }),
    response: message,
  },
  'POST /api/privacy-requests/entered': {
    summary: 'Enter a privacy request that came by phone, letter, email or in the office',
    access: 'admin',
    confirm: 'needed',
    limit: 'privacy',
    body: enteredRequest,
    response: privacyRequest,
  },
  'GET /api/privacy-requests/:id': {
    summary: 'A privacy request',
    access: 'admin',
    confirm: { none: 'The register has to be read in time, one at a time' },
    scope: null,
    params: idParams('Privacy request'),
    response: privacyRequest,
  },
  'PATCH /api/privacy-requests/:id': {
    summary:
      'Record how a privacy request was acknowledged, verified, extended or closed; the person gets an email about the last two. 412 when their verification is another than `seenVerified`',
    access: 'admin',
    confirm: 'needed',
    limit: 'privacy',
    params: idParams('Privacy request'),
    body: z
      .object({
        acknowledged: z.literal(true, 'Acknowledged must be true'),
        verifiedHow: requiredText('How it was verified', maxLengths.privacy.text),
        extension: requiredText('Reason of the extension', maxLengths.privacy.text),
        outcome: z.enum(['done', 'refused'], 'Outcome must be done or refused'),
        answer: requiredText('Answer', maxLengths.privacy.text),
        /** When the person was verified, as the screen had it; without it the request is changed as it stands. */
        seenVerified: z.iso.datetime('Seen verified must be a time or null').nullable(),
      })
      .partial()
      .refine((changes) => Object.keys(changes).some((key) => key !== 'seenVerified'), {
        error: 'Nothing is to be changed',
        path: ['acknowledged'],
      })
      .meta({ id: 'PrivacyRequestChanges' }),
    response: privacyRequest,
  },
  'GET /api/legal-holds': {
    summary: 'The legal holds, the one to review first at the top',
    access: 'admin',
    confirm: { none: 'A short list that is read with the register' },
    scope: null,
    response: z.array(legalHold),
  },
  'POST /api/legal-holds': {
    summary: 'Keep all data of a person from retention and erasure',
    access: 'admin',
    confirm: 'needed',
    limit: 'privacy',
    body: z
      .object({
        email: email(),
        reason: requiredText('Reason', maxLengths.privacy.text),
        reviewOn: z.iso.date('Date of review must be a date such as 2026-01-31'),
      })
      .meta({ id: 'LegalHoldFields' }),
    response: legalHold,
  },
  'DELETE /api/legal-holds/:id': {
    summary: 'Release a legal hold',
    access: 'admin',
    confirm: 'needed',
    limit: 'privacy',
    params: idParams('Legal hold'),
    response: message,
  },
} satisfies Contract;
