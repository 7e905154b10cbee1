/** The personal link to join, and the individual terms that it offers. */

import type { IndividualTerms, TermsFields } from '../../../shared/agreements/agreement-fields.ts';
import { signedStates } from '../../../shared/joining/applications.ts';
import type { Application } from '../../../shared/joining/joining-fields.ts';
import { stageOf } from '../../../shared/leads/lead-statuses.ts';
import { formatMoney } from '../../../shared/money.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { consumeRateLimit } from '../../platform/http/rate-limits.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import type { ContactRequestRow } from '../../tables/leads.ts';
import { toTerms } from '../agreements/prepare.service.ts';
import type { Origin } from '../agreements/signing.service.ts';
import { sendable } from '../agreements/versions.service.ts';
import { changeLead } from '../leads/lead-changes.service.ts';
import { recordLeadEvent } from '../leads/lead-events.service.ts';
import { lockLead, objectOf } from '../leads/lead-rows.ts';
import { tellingOfOwn } from '../users/own-work.ts';
import {
  applicationOfLead,
  dropMails,
  getApplication,
  linkEnd,
  lockApplication,
  newApplication,
  noCheck,
  noTerms,
  recordEvent,
  setApplication,
  termsOfRow,
  tokenOf,
} from './application-rows.ts';
import { applyLetter } from './joining-mails.ts';
import { applicantOf, linkOf, queueLinkLetter } from './letters.ts';
import { isOwnApplication } from './own-application.ts';

const endedStates: readonly ApplicationRow['state'][] = ['declined', 'withdrawn', 'closed'];

/**
 * Emails a personal link; an earlier one ends. The lead moves to Agreement sent.
 * @throws 404 'Lead not found'; 400 for a request of a lead, a joined lead, or while no agreement can be sent; 429
 */
export async function invite(parts: Parts, actor: Actor, leadId: string, from: Origin): Promise<Application> {
  const application = await inTransaction(parts.db, async (transaction) => {
    const { id } = await openApplication(transaction, actor, leadId);
    await sendable(transaction, parts.config);
    const before = await lockApplication(transaction, { id });
    const lead = await requireApplicant(transaction, leadId, before);
    await consumeRateLimit({ config: parts.config, db: transaction }, 'joinMail', lead.email.toLowerCase());
    const isSigned = signedStates.includes(before.state);
    const link = before.link + 1;
    const expires = linkEnd();
    const next = {
      email: lead.email.toLowerCase(),
      link,
      expires_at: isSigned ? null : expires,
      invited_at: now(),
      reminded: 0,
      token_hash: hashToken(tokenOf(parts.sealing, { id, link })),
      codes_sent: 0,
      code_mark: null,
      invited_by: actor.id,
      invited_by_name: actor.name,
      ...(!isSigned && { state: startOf(before), agreement_id: null, question: '', reply: '', reason: '' }),
      // A check that was made for an ended application does not count for the next one.
      ...(endedStates.includes(before.state) && noCheck),
    };
    await setApplication(transaction, id, next);
    await dropMails(transaction, id);
    const to = await applicantOf(transaction, { ...before, ...next });
    const letter = applyLetter(to, linkOf(parts, { id, link }), expires, parts.config.brokerage);
    await queueLinkLetter(transaction, parts, id, letter);
    await recordEvent(transaction, actor, id, { kind: link === 1 ? 'invited' : 'resent', from });
    await moveLead(transaction, actor, lead);
    await recordAuditEvent(transaction, actor, { action: 'application.invited', object: objectOf(lead) });
    return getApplication({ db: transaction, sealing: parts.sealing }, actor, id);
  });
  parts.mails.wake();
  return application;
}

const startOf = ({ answers }: ApplicationRow): ApplicationRow['state'] =>
  answers === '{}' ? 'invited' : 'started';

/** The one of the lead, made when there is none. @throws 404 'Lead not found' */
async function openApplication(
  transaction: DatabaseTransaction,
  actor: Actor,
  leadId: string,
): Promise<ApplicationRow> {
  const lead = await transaction
    .selectFrom('contact_requests')
    .select('email')
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!lead) throw notFound('Lead');
  await transaction
    .insertInto('applications')
    .values(newApplication(leadId, lead.email.toLowerCase(), { at: now(), by: actor }))
    .onConflict((conflict) => conflict.column('lead_id').doNothing())
    .execute();
  return lockApplication(transaction, { lead_id: leadId });
}

async function requireApplicant(
  transaction: DatabaseTransaction,
  leadId: string,
  { state }: ApplicationRow,
): Promise<ContactRequestRow> {
  const lead = await lockLead(transaction, leadId);
  if (lead.joined_to !== null) throw invalid('This request belongs to another lead of the same person');
  if (lead.spam) throw invalid('Move this lead out of spam first');
  if (state === 'joined' || lead.member_id !== null) throw invalid('This person has already joined');
  return lead;
}

async function moveLead(
  transaction: DatabaseTransaction,
  actor: Actor,
  lead: ContactRequestRow,
): Promise<void> {
  await recordLeadEvent(transaction, actor, lead.id, { kind: 'mail', text: 'Invitation to apply' });
  if (stageOf(lead.status).beforeInvitation)
    await changeLead(transaction, actor, lead, { status: 'agreement-sent' });
}

/** @throws 404 'Application not found'; 400 for one without a link, or that is signed */
export async function withdraw(
  parts: Parts,
  actor: Actor,
  leadId: string,
  from: Origin,
): Promise<Application> {
  return inTransaction(parts.db, async (transaction) => {
    const { id, state, token_hash } = await lockApplication(transaction, { lead_id: leadId });
    if (token_hash === null) throw invalid('There is no link to withdraw');
    if (state !== 'invited' && state !== 'started')
      throw invalid('This application is already signed: approve or decline it');
    await setApplication(transaction, id, {
      state: 'closed',
      token_hash: null,
      expires_at: null,
      code_mark: null,
    });
    await dropMails(transaction, id);
    await recordEvent(transaction, actor, id, { kind: 'closed', from });
    const application = await getApplication({ db: transaction, sealing: parts.sealing }, actor, id);
    await recordAuditEvent(transaction, actor, {
      action: 'application.withdrawn',
      object: { id: leadId, name: application.name },
    });
    return application;
  });
}

/**
 * Saves the terms agreed on with this person only; they are signed with the agreement.
 * @throws 403 for the actor's own, as tellingOfOwn; 404 'Lead not found'; 400 once it is signed; 412 when the terms are no
 * longer as seen
 */
export async function saveTerms(
  parts: Parts,
  actor: Actor,
  leadId: string,
  { terms: fields, seen }: { terms: TermsFields | null; seen?: IndividualTerms | null | undefined },
  from: Origin,
): Promise<{ application: Application | null }> {
  const saved = await inTransaction(parts.db, async (transaction) => {
    const row = await openApplication(transaction, actor, leadId);
    if (signedStates.includes(row.state) || row.state === 'joined')
      throw invalid('This application is already signed');
    if (seen !== undefined && JSON.stringify(seen) !== JSON.stringify(termsOfRow(row)))
      throw new HttpError(412, [
        { msg: 'The terms have been changed by someone else in the meantime. Look at them again' },
      ]);
    const marking = { db: transaction, sealing: parts.sealing };
    const isOwn = await isOwnApplication(marking, actor, row);
    const own = { isOwn, act: 'terms changed', what: 'application', id: row.id } as const;
    return tellingOfOwn(transaction, parts, actor, own, async () => {
      const terms = fields && toTerms(fields, await feesInForce(transaction));
      await setApplication(transaction, row.id, { terms: terms && JSON.stringify(terms) });
      await recordEvent(transaction, actor, row.id, { kind: 'terms', text: terms ? '' : noTerms, from });
      const application = await applicationOfLead(marking, actor, leadId);
      await recordAuditEvent(transaction, actor, {
        action: 'application.terms',
        object: { id: leadId, name: application?.name ?? '' },
        details: terms
          ? terms.lines.map(({ label, amount }) => `${label}: ${formatMoney(amount)}`).join('; ') ||
            'a paragraph'
          : 'none',
      });
      return { application };
    });
  });
  parts.mails.wake();
  return saved;
}
