import { z } from 'zod';
import { hashBody, individualTerms, signatureFields, termsFields } from '../agreements/agreement-fields.ts';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { count, idParams, message, optionalText, requiredText, sha256 } from '../fields.ts';
import { leadNoteFields } from '../leads/leads.contract.ts';
import { pageQuery } from '../paging.ts';
import { typedCode } from '../search/search-form.ts';
import { applicationStates, licenseFindings } from './applications.ts';
import {
  answerFields,
  applicantLicense,
  application,
  applicationEntry,
  checkFields,
  joinAgreement,
  joinState,
  leadApplication,
  memberChecks,
  token,
  withToken,
} from './joining-fields.ts';

/** When the application was changed, as the screen had it; without it the decision is on how it stands. */
const changed = z.iso.datetime('Changed must be a time').optional();

export const joiningContract = {
  'POST /api/join': {
    summary:
      'The application of a personal link, as it stands. A wrong, ended or withdrawn link is not found',
    access: 'visitor',
    body: withToken,
    response: joinState,
  },
  'POST /api/join/answers': {
    summary: 'Save the given answers of the application; the rest stays. Works until it is signed',
    access: 'visitor',
    body: z.object({ token, answers: answerFields }).meta({ id: 'JoinAnswers' }),
    response: joinState,
  },
  'POST /api/join/agreement': {
    summary:
      'The agreement to read and sign, once the application is complete; with `seen`, the changes since that one',
    access: 'visitor',
    body: z.object({ token, seen: sha256.optional() }).meta({ id: 'JoinReview' }),
    response: joinAgreement,
  },
  'POST /api/join/copy': {
    summary: 'The PDF: to sign, as signed, or with both signatures',
    access: 'visitor',
    body: withToken,
    response: z.string(),
    produces: 'application/pdf',
  },
  'POST /api/join/code': {
    summary: 'Email a code for signing to the address of the link; a name that would not sign is 400 already',
    access: 'visitor',
    body: z.object({ token, sha256, name: signatureFields.name.optional() }).meta({ id: 'JoinCode' }),
    response: message,
  },
  'POST /api/join/sign': {
    summary:
      'Sign the agreement that was shown, by the name as licensed, two check boxes and the code. 409 when it has changed: read it again',
    access: 'visitor',
    body: z
      .object({
        token,
        ...signatureFields,
        code: z
          .string('Code is required')
          .overwrite(typedCode)
          .regex(/^\d{6}$/, 'Code must be 6 digits'),
      })
      .meta({ id: 'JoinSignature' }),
    response: joinState,
  },
  'POST /api/join/reply': {
    summary: "Answer the office's question",
    access: 'visitor',
    body: z
      .object({ token, text: requiredText('Answer', maxLengths.application.text) })
      .meta({ id: 'JoinReply' }),
    response: joinState,
  },
  'POST /api/join/decline': {
    summary: 'Say no, or withdraw the application before the broker has signed; the link is over then',
    access: 'visitor',
    body: z
      .object({ token, reason: optionalText('Reason', maxLengths.application.text).default('') })
      .meta({ id: 'JoinDecline' }),
    response: message,
  },
  'GET /api/joining/checks': {
    summary: "The office's checks before the caller works and is paid, ticked and open",
    access: 'member',
    response: memberChecks,
  },
  'GET /api/joining/members/:id/checks': {
    summary: 'The same of a member',
    access: 'compliance',
    confirm: { none: 'Office work of every day, one at a time' },
    scope: null,
    params: idParams('User'),
    response: memberChecks,
  },
  'POST /api/joining/members/:id/checks': {
    summary: 'Tick a check of a member, or take the tick back; every tick stays on record',
    access: 'compliance',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'joining',
    params: idParams('User'),
    body: checkFields,
    response: memberChecks,
  },
  'GET /api/joining/leads/:id': {
    summary: 'The application of a lead, if they were invited to apply',
    access: 'recruiting',
    confirm: { none: 'Office work of every day, one at a time' },
    scope: null,
    params: idParams('Lead'),
    response: leadApplication,
  },
  'PUT /api/joining/leads/:id/terms': {
    summary:
      'Individual terms for a lead, before the agreement is signed; null for none. 412 when they are no longer as `seen`',
    access: 'recruiting',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'joining',
    params: idParams('Lead'),
    body: z
      .object({
        terms: termsFields.nullable(),
        /** The terms as the screen had them; without it those that stand there now are replaced. */
        seen: individualTerms.nullable().optional(),
      })
      .meta({ id: 'LeadTerms' }),
    response: leadApplication,
  },
  'POST /api/joining/leads/:id/invitation': {
    summary:
      'Email a personal link to apply, for 14 days; an earlier one ends. The lead moves to Agreement sent',
    access: 'recruiting',
    confirm: { none: 'A letter only to the lead; withdrawn in the same way' },
    scope: null,
    limit: 'invitation',
    params: idParams('Lead'),
    response: application,
  },
  'DELETE /api/joining/leads/:id/invitation': {
    summary: 'Withdraw the link',
    access: 'recruiting',
    confirm: { none: 'Undoes a call that needs no confirmation either' },
    scope: null,
    limit: 'joining',
    params: idParams('Lead'),
    response: application,
  },
  'GET /api/joining/applications': {
    summary: 'Applications, the last changed first; search looks into names and email',
    access: 'recruiting',
    confirm: { none: 'Office work of every day, a page at a time' },
    scope: 'leads:read',
    query: pageQuery({ default: 50, max: 100 }).extend({
      state: z.enum(applicationStates, 'State is not known').optional(),
      search: optionalText('Search', maxLengths.search.applications).default(''),
    }),
    response: z.array(applicationEntry),
  },
  'GET /api/joining/applications/new-count': {
    summary: 'How many applications wait for the office: signed or approved',
    access: 'recruiting',
    confirm: { none: 'A count' },
    scope: 'leads:read',
    response: count,
  },
  'GET /api/joining/applications/:id': {
    summary: 'An application with its history and who else it might be',
    access: 'recruiting',
    confirm: { none: 'Office work of every day, one at a time' },
    scope: null,
    params: idParams('Application'),
    response: application,
  },
  'POST /api/joining/applications/:id/license-check': {
    summary:
      'Note the result of comparing the license with the public record, or why no one looked; one of them is needed to approve and countersign',
    access: 'recruiting',
    confirm: { none: 'Office work of every day; adds to the history' },
    scope: null,
    limit: 'joining',
    params: idParams('Application'),
    body: z
      .object({
        finding: z.enum(licenseFindings, 'Choose “as expected”, “differs” or “left out”'),
        note: optionalText('Note', maxLengths.application.text).default(''),
        seen: applicantLicense.optional(),
      })
      .refine(({ finding, note }) => finding !== 'left-out' || note !== '', {
        path: ['note'],
        message: 'Say why the check is left out',
      })
      .meta({ id: 'LicenseFinding' }),
    response: application,
  },
  'POST /api/joining/applications/:id/question': {
    summary:
      'Ask the applicant something, by email with the same link. 409 after another change than the screen had',
    access: 'recruiting',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'joining',
    params: idParams('Application'),
    body: leadNoteFields.extend({ changed }).meta({ id: 'ApplicationQuestion' }),
    response: application,
  },
  'POST /api/joining/applications/:id/approve': {
    summary:
      'Approve a signed application, for the broker to countersign. 409 while its license is neither checked nor left out with a reason, and with the SHA-256 of another agreement than the signed one or after another change',
    access: 'recruiting',
    confirm: { none: 'Binds no one: the countersignature does, and asks' },
    scope: null,
    limit: 'joining',
    params: idParams('Application'),
    /** The signed agreement, as the screen had it; without it the one that is signed now is approved. */
    body: z.object({ sha256: sha256.optional(), changed }).meta({ id: 'ApplicationApproval' }),
    response: application,
  },
  'POST /api/joining/applications/:id/decline': {
    summary:
      'Decline an application. The reason stays in the office; with `mail`, the applicant gets an email with that text. 409 after another change than the screen had',
    access: 'recruiting',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'joining',
    params: idParams('Application'),
    body: z
      .object({
        reason: requiredText('Reason', maxLengths.application.text),
        mail: optionalText('Email', maxLengths.application.text).default(''),
        changed,
      })
      .meta({ id: 'ApplicationDecline' }),
    response: application,
  },
  'POST /api/joining/applications/:id/countersign': {
    summary:
      'Sign for the broker: the agreement is in force, and the applicant becomes a member, all at once. 409 as for approving',
    access: 'recruiting',
    confirm: 'needed',
    confirmed: 'an hour',
    limit: 'joining',
    params: idParams('Application'),
    body: hashBody.extend({ changed }).meta({ id: 'ApplicationCountersignature' }),
    response: application,
  },
} satisfies Contract;
