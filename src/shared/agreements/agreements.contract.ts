import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { idParams, optionalName, optionalText, requiredName, requiredText, sha256 } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import {
  agreement,
  agreementSettings,
  agreementText,
  agreementVersion,
  agreementVersionText,
  askFields,
  day,
  hashBody,
  ownAgreements,
  preparedAgreement,
  resign,
  settingsFields,
  signatureFields,
  verification,
} from './agreement-fields.ts';
import { agreementStates } from './agreements.ts';

const bodyLimit = 512 * 1024;

const textBody = z
  .object({ text: requiredText('Text', maxLengths.agreement.text) })
  .meta({ id: 'AgreementTextFields' });

/** The SHA-256 of the text that the screen showed; without it the stored text is meant, whatever it is. */
const seenText = sha256.optional();

export const agreementsContract = {
  'GET /api/agreements/text': {
    summary: 'The text of the agreement as it will be published next',
    access: 'recruiting',
    confirm: { none: 'Words without anything about a person' },
    scope: null,
    response: agreementText,
  },
  'PUT /api/agreements/text': {
    summary:
      "Save a draft of the agreement's text; publish it to change the agreements that are sent. 412 when it was edited from another text than the stored one",
    access: 'admin',
    confirm: { none: 'No one is shown it before it is published, which asks' },
    scope: null,
    limit: 'agreement',
    body: textBody.extend({ editedFrom: seenText }).meta({ id: 'AgreementTextChange' }),
    response: agreementText,
    bodyLimit,
  },
  'POST /api/agreements/text/preview': {
    summary: 'A text of the agreement as a PDF with examples in place of the placeholders',
    access: 'admin',
    confirm: { none: 'Words without anything about a person' },
    scope: null,
    limit: 'agreementPdf',
    body: textBody,
    response: z.string(),
    produces: 'application/pdf',
    bodyLimit,
  },
  'GET /api/agreements/versions': {
    summary: 'Every published version, newest first',
    access: 'recruiting',
    confirm: { none: 'Words without anything about a person' },
    scope: null,
    response: z.array(agreementVersion),
  },
  'POST /api/agreements/versions': {
    summary:
      'Publish the text: new signatures are for this version. With `ask`, members are asked to sign again. 412 with the SHA-256 of another text than the stored one',
    access: 'admin',
    confirm: 'needed',
    limit: 'agreement',
    body: z
      .object({
        /** Tells members who must sign again what has changed. */
        note: optionalName('Note', maxLengths.agreement.note).default(''),
        ask: askFields.nullable().default(null),
        sha256: seenText,
      })
      .meta({ id: 'NewAgreementVersion' }),
    response: agreementVersion,
  },
  'GET /api/agreements/versions/:id/text': {
    summary: 'A published version with its text',
    access: 'recruiting',
    confirm: { none: 'Words without anything about a person' },
    scope: null,
    params: idParams('Version'),
    response: agreementVersionText,
  },
  'GET /api/agreements/settings': {
    summary: 'Reminders, how long agreements stay, and who may countersign',
    access: 'recruiting',
    confirm: { none: 'Names and license numbers in a public register' },
    scope: null,
    response: agreementSettings,
  },
  'PUT /api/agreements/settings': {
    summary: 'Change them',
    access: 'admin',
    confirm: 'needed',
    limit: 'agreement',
    body: settingsFields,
    response: agreementSettings,
  },
  'GET /api/agreements': {
    summary: 'Signed agreements, the latest signature first; search looks into names and email',
    access: 'recruiting',
    confirm: { none: 'Office work of every day, a page at a time' },
    scope: null,
    query: pageQuery({ default: 50, max: 100 }).extend({
      state: z.enum(agreementStates, 'State is not known').optional(),
      user: z.uuid('User not found').toLowerCase().optional(),
      id: z.uuid('Agreement not found').toLowerCase().optional(),
      search: optionalText('Search', maxLengths.search.agreements).default(''),
    }),
    response: z.array(agreement),
  },
  'GET /api/agreements/mine': {
    summary: "The caller's own agreements, and the version they are asked to sign",
    access: 'member',
    response: ownAgreements,
  },
  'POST /api/agreements/mine/review': {
    summary: 'The agreement that the caller is asked to sign, with the changes since the one they signed',
    access: 'member',
    limit: 'agreementPdf',
    response: preparedAgreement,
  },
  'GET /api/agreements/mine/review/pdf': {
    summary: 'The same as the PDF that will be signed',
    access: 'member',
    limit: 'agreementPdf',
    response: z.string(),
    produces: 'application/pdf',
  },
  'POST /api/agreements/mine/sign': {
    summary: 'Sign the agreement that was shown; it is in force once the broker has signed, too',
    access: 'member',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'agreement',
    body: z.object(signatureFields).meta({ id: 'OwnSignature' }),
    response: ownAgreements,
  },
  'GET /api/agreements/mine/:id/pdf': {
    summary: "A copy of one of the caller's agreements",
    access: 'member',
    limit: 'agreementPdf',
    params: idParams('Agreement'),
    response: z.string(),
    produces: 'application/pdf',
  },
  'GET /api/agreements/asks': {
    summary: 'Members who have yet to sign the new version, by name; 50, from `skip` on',
    access: 'recruiting',
    confirm: { none: 'Office work of every day' },
    scope: null,
    query: z.object({
      search: optionalText('Search', maxLengths.search.users).default(''),
      /** Only those who have yet to sign. */
      open: z.enum(['true', 'false'], 'Open must be true or false').default('false'),
      skip: z.coerce.number('Skip must be a number').int().min(0).max(100_000).default(0),
    }),
    response: z.strictObject({ members: z.array(resign), total: z.int() }).meta({ id: 'AskedMembers' }),
  },
  'POST /api/agreements/asks': {
    summary:
      'Ask all or chosen members to sign the present version by a day; members who have signed it, and need not sign it again, are not asked. 412 when another `version` is the present one',
    access: 'recruiting',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'agreement',
    body: askFields
      .extend({
        /** The present version, as the screen had it; without it the one that is present is asked for. */
        version: z.int('Version must be a number').optional(),
      })
      .meta({ id: 'AgreementAskForVersion' }),
    response: z.strictObject({ asked: z.int() }).meta({ id: 'MembersAsked' }),
  },
  'POST /api/agreements/verify': {
    summary:
      'Whether a PDF, by its SHA-256, is one of the agreements, and whether its stored parts are intact',
    access: 'recruiting',
    confirm: { none: 'Only people with the file know its hash' },
    scope: null,
    limit: 'agreementPdf',
    body: hashBody,
    response: verification,
  },
  'GET /api/agreements/:id': {
    summary: 'A signed agreement',
    access: 'recruiting',
    confirm: { none: 'Office work of every day, one at a time' },
    scope: null,
    params: idParams('Agreement'),
    response: agreement,
  },
  'GET /api/agreements/:id/pdf': {
    summary: 'Its PDF: with both signatures once the broker has signed, before that as the member signed it',
    access: 'recruiting',
    confirm: { none: 'Office work of every day, one at a time' },
    scope: null,
    limit: 'agreementPdf',
    params: idParams('Agreement'),
    response: z.string(),
    produces: 'application/pdf',
  },
  'POST /api/agreements/:id/countersign': {
    summary: 'Sign for the broker after a member has signed again; the agreement is in force from then on',
    access: 'recruiting',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'agreement',
    params: idParams('Agreement'),
    body: hashBody,
    response: agreement,
  },
  'POST /api/agreements/:id/end': {
    summary: 'Note that an agreement has ended; it stays for as long as the settings say',
    access: 'recruiting',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'agreement',
    params: idParams('Agreement'),
    body: z
      .object({
        on: day('Day'),
        reason: requiredName('Reason', maxLengths.agreement.reason),
      })
      .meta({ id: 'AgreementEnd' }),
    response: agreement,
  },
} satisfies Contract;
