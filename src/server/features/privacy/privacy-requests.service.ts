/**
 * Privacy requests from the form to the answer. No kind does anything by itself: an admin erases in
 * personal-data/.
 */

import type { ExpressionBuilder } from 'kysely';
import type { z } from 'zod';
import { officeDay } from '../../../shared/dates.ts';
import type {
  enteredRequest,
  PrivacyForm,
  PrivacyRequest,
} from '../../../shared/privacy/privacy.contract.ts';
import { needsIdentity, type PrivacyKind, privacyKindLabels } from '../../../shared/privacy/privacy-kinds.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { momentInOffice } from '../../../shared/site/office-hours.ts';
import { day, hour, second } from '../../../shared/time.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { consumeRateLimit, countHit, limits } from '../../platform/http/rate-limits.ts';
import { HttpError, invalid, notFound, stale } from '../../platform/http-error.ts';
import { inOfficeWords } from '../../platform/mail/office-words.ts';
import { insertMail, queueMail } from '../../platform/mail/queue-mail.ts';
import { queueSealedLetter } from '../../platform/mail/sealed-letter.ts';
import type { Parts } from '../../platform/parts.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { type PrivacyRequestRow, privacyRequestColumns } from '../../tables/privacy.ts';
import type { Tables } from '../../tables/tables.ts';
import { acknowledgeBy, legallyDue, promisedBy } from './deadlines.ts';
import {
  answeredMail,
  confirmationLetter,
  digestSubject,
  extendedMail,
  newRequestMail,
  newRequestsMail,
  receivedMail,
} from './privacy-mails.ts';

/** Time for which the link to confirm a request works. */
const linkLifetime = 7 * day;
/** Between mails to the office that tell of several. */
const digestPause = hour;

/**
 * Records a request from the public form. Where identity matters, a mail asks to confirm it; an opt-out counts at once.
 * With the hidden field filled in it is marked, never dropped: programs that fill in forms for people do that too.
 * @throws 429 past the limit of the address, and of all addresses together
 */
export async function sendPrivacyRequest(parts: Parts, form: PrivacyForm, address: string): Promise<void> {
  const { brokerage } = parts.config;
  await inTransaction(parts.db, async (transaction) => {
    const counting = { config: parts.config, db: transaction };
    await consumeRateLimit(counting, 'privacyAddress', address);
    const trapped = Boolean(form.leaveEmpty?.trim() || form.website?.trim());
    const all = trapped ? 'privacyTrapped' : 'privacyAll';
    if ((await countHit(counting, all, 'all')) > limits[all].limit) throw askOtherwise(brokerage);
    const token = needsIdentity(form.kind) ? newToken() : undefined;
    const stored = await store(transaction, form, { token_hash: token ? hashToken(token) : null, trapped });
    await tellOffice(transaction, parts, stored);
    // The form cannot be used to flood anyone's mailbox, nor many mailboxes.
    if ((await countHit(counting, 'privacyMail', form.email)) > limits.privacyMail.limit) return;
    if ((await countHit(counting, 'privacyMailAll', 'all')) > limits.privacyMailAll.limit) return;
    if (!token) return void (await queueMail(transaction, receivedMail(form.email, brokerage)));
    await mailConfirmation(transaction, parts, form.email, token);
  });
  parts.mails.wake();
}

const askOtherwise = ({ email, phone }: Brokerage) =>
  new HttpError(
    429,
    [{ msg: `The form takes no more requests today. Please write to ${email} or call ${phone}` }],
    hour / second,
  );

/**
 * Emails the office about each of the first few requests in a day. Later ones go together, an hour after the first of
 * them.
 */
async function tellOffice(
  transaction: DatabaseTransaction,
  { config }: Pick<Parts, 'config'>,
  { received_at: received }: PrivacyRequestRow,
): Promise<void> {
  const { brokerage } = config;
  // The count also lets one request at a time write the digest.
  const told = await countHit({ config, db: transaction }, 'privacyOffice', 'all');
  if (told <= limits.privacyOffice.limit)
    return void (await queueMail(transaction, newRequestMail(brokerage)));
  const waiting = await transaction
    .selectFrom('mails')
    .select(['id', 'next_attempt_at'])
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('next_attempt_at', '>', now())
    .where('recipient', '=', brokerage.email)
    .where('subject', '=', digestSubject)
    .executeTakeFirst();
  const since = waiting
    ? new Date(Date.parse(waiting.next_attempt_at) - digestPause).toISOString()
    : received;
  const requests = await transaction
    .selectFrom('privacy_requests')
    .select(['kind', 'received_at as received'])
    .where('received_at', '>=', since)
    .where('came_by', 'is', null)
    .orderBy('received_at')
    .execute();
  const written = await inOfficeWords(transaction, newRequestsMail(requests, brokerage));
  // With the subject by which the next request finds it.
  const { text, html = null, ...mail } = { ...written, subject: digestSubject };
  if (waiting)
    await transaction.updateTable('mails').set({ text, html }).where('id', '=', waiting.id).execute();
  else {
    const due = new Date(Date.parse(received) + digestPause).toISOString();
    await insertMail(transaction, newId(), { ...mail, text, ...(html && { html }) }, undefined, due);
  }
}

/** A member's request, verified by the session if a mail has proven their address (docs/security.md S15.1); else by a link. */
export async function sendOwnPrivacyRequest(
  parts: Parts,
  { id, name, email, emailProven }: Actor,
  { kind, details }: { kind: PrivacyKind; details: string },
): Promise<void> {
  await inTransaction(parts.db, async (transaction) => {
    const token = needsIdentity(kind) && !emailProven ? newToken() : undefined;
    const verified = token
      ? { user_id: id, token_hash: hashToken(token) }
      : { user_id: id, verified_at: now(), verified_how: 'signed in' };
    const stored = await store(transaction, { kind, name, email, details }, verified);
    await tellOffice(transaction, parts, stored);
    if (token) return mailConfirmation(transaction, parts, email, token);
    await queueMail(transaction, receivedMail(email, parts.config.brokerage), { userId: id });
  });
  parts.mails.wake();
}

/**
 * Enters a request that reached an admin by phone, letter and so on, with the deadlines of the day it was received.
 * With an email address the person gets the same emails as from the form.
 * @throws 400 for a day to come or more than a year ago
 */
export async function enterPrivacyRequest(
  parts: Parts,
  actor: Actor,
  { email = '', cameBy, receivedOn, verifiedHow, ...request }: z.output<typeof enteredRequest>,
): Promise<PrivacyRequest> {
  const { brokerage } = parts.config;
  const moment = now();
  const today = officeDay(moment);
  if (receivedOn > today) throw invalid('Received on must not be in the future', 'receivedOn');
  if (receivedOn < officeDay(fromNow(-oldest)))
    throw invalid('Received on must be within the last year', 'receivedOn');
  const received = receivedOn === today ? moment : new Date(momentInOffice(receivedOn, noon)).toISOString();
  const isVerified = verifiedHow !== '';
  const token = email && !isVerified && needsIdentity(request.kind) ? newToken() : undefined;
  const entered = await inTransaction(parts.db, async (transaction) => {
    const row = await store(
      transaction,
      { ...request, email },
      {
        came_by: cameBy,
        token_hash: token ? hashToken(token) : null,
        link_sent_at: moment,
        ...(isVerified && { verified_at: moment, verified_how: verifiedHow }),
      },
      received,
    );
    await recordAuditEvent(transaction, actor, {
      action: 'privacy-request.entered',
      object: { id: row.id, name: privacyKindLabels[row.kind] },
    });
    if (token) await mailConfirmation(transaction, parts, email, token);
    else if (email) await queueMail(transaction, receivedMail(email, brokerage));
    return toPrivacyRequest(row);
  });
  parts.mails.wake();
  return entered;
}

const noon = 12;
/** Oldest date of an entered request; much older ones are erased. */
const oldest = 365 * day;

async function mailConfirmation(
  transaction: DatabaseTransaction,
  { config: { brokerage }, sealing }: Parts,
  email: string,
  token: string,
): Promise<void> {
  const link = `${brokerage.baseUrl}/privacy-request/confirm/${token}`;
  await queueSealedLetter(transaction, sealing, confirmationLetter(email, link, brokerage));
}

async function store(
  transaction: DatabaseTransaction,
  { kind, name, email, details }: Pick<PrivacyForm, 'kind' | 'name' | 'email' | 'details'>,
  given: Partial<PrivacyRequestRow>,
  received = now(),
): Promise<PrivacyRequestRow> {
  return transaction
    .insertInto('privacy_requests')
    .values({
      id: newId(),
      kind,
      name,
      email,
      details,
      user_id: null,
      token_hash: null,
      verified_at: null,
      verified_how: null,
      received_at: received,
      acknowledge_by: acknowledgeBy(received),
      acknowledged_at: null,
      due_at: promisedBy(received),
      extension: null,
      closed_at: null,
      outcome: null,
      answer: null,
      warned_at: null,
      came_by: null,
      link_sent_at: null,
      ...given,
    })
    .returning(privacyRequestColumns)
    .executeTakeFirstOrThrow();
}

const isLinkAlive = (e: ExpressionBuilder<Tables, 'privacy_requests'>) =>
  e(e.fn.coalesce('link_sent_at', 'received_at'), '>', fromNow(-linkLifetime));

/**
 * How a link of a mail stands: to be used ('ask'), 'confirmed' however long ago, or 'invalid'. Does not use it.
 */
export async function confirmationState(
  db: Database,
  token: string,
): Promise<'ask' | 'confirmed' | 'invalid'> {
  const row = await db
    .selectFrom('privacy_requests')
    .select('verified_at')
    .where('token_hash', '=', hashToken(token))
    .where((e) => e.or([e('verified_at', 'is not', null), isLinkAlive(e)]))
    .executeTakeFirst();
  if (!row) return 'invalid';
  return row.verified_at === null ? 'ask' : 'confirmed';
}

/** Uses the link of the mail, once; does nothing for one that is unknown, used or too old. */
export async function confirmPrivacyRequest(parts: Parts, token: string): Promise<void> {
  await inTransaction(parts.db, async (transaction) => {
    const row = await transaction
      .updateTable('privacy_requests')
      // The hash stays, so that the link says that it was used.
      .set({ verified_at: now(), verified_how: 'link in a mail' })
      .where('token_hash', '=', hashToken(token))
      .where('verified_at', 'is', null)
      .where(isLinkAlive)
      .returning('email')
      .executeTakeFirst();
    if (row) await queueMail(transaction, receivedMail(row.email, parts.config.brokerage));
  });
  parts.mails.wake();
}

export type PrivacyRequestState = 'open' | 'overdue' | 'closed';

/** The register, newest first, a page at a time. */
export async function listPrivacyRequests(
  db: Database,
  {
    limit,
    after,
    state,
  }: { limit: number; after: Keyset | undefined; state?: PrivacyRequestState | undefined },
): Promise<KeysetPage<PrivacyRequest>> {
  let query = db
    .selectFrom('privacy_requests')
    .select(privacyRequestColumns)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(beforeKeyset('received_at', 'id', after));
  if (state) query = query.where('closed_at', state === 'closed' ? 'is not' : 'is', null);
  if (state === 'overdue') query = query.where(isLate);
  const rows = (await query.execute()).map(toPrivacyRequest);
  return toKeysetPage(rows, limit, ({ received, _id }) => ({ at: received, id: _id }));
}

/** @throws 404 'Privacy request not found' */
export async function getPrivacyRequest(db: Database, id: string): Promise<PrivacyRequest> {
  const row = await db
    .selectFrom('privacy_requests')
    .select(privacyRequestColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Privacy request');
  return toPrivacyRequest(row);
}

export interface PrivacyRequestChanges {
  acknowledged?: true | undefined;
  verifiedHow?: string | undefined;
  extension?: string | undefined;
  outcome?: 'done' | 'refused' | undefined;
  answer?: string | undefined;
  /** When the person was verified, as it was looked at (an ISO time). */
  seenVerified?: string | null | undefined;
}

/**
 * An extension and an answer are mailed to the person.
 * @throws 404 'Privacy request not found'; 400 when it is closed or extended already, for an outcome without an answer,
 *   and for handing out data to a person whose identity is not verified; 412 when the person has proven it since
 */
export async function updatePrivacyRequest(
  parts: Parts,
  actor: Actor,
  id: string,
  { seenVerified, ...changes }: PrivacyRequestChanges,
): Promise<PrivacyRequest> {
  const updated = await inTransaction(parts.db, async (transaction) => {
    const before = await lockPrivacyRequest(transaction, id);
    if (before.closed_at) throw invalid('This request is closed');
    if (seenVerified !== undefined && seenVerified !== before.verified_at) throw stale('This request');
    const { acknowledged, verifiedHow, extension, outcome, answer } = changes;
    if (outcome && !answer) throw invalid('Answer is required', 'answer');
    if (answer && !outcome) throw invalid('Outcome must be done or refused', 'outcome');
    if (extension && before.extension) throw invalid('This request is extended already', 'extension');
    const isVerified = before.verified_at !== null || verifiedHow !== undefined;
    if (outcome === 'done' && needsIdentity(before.kind) && !isVerified)
      throw invalid('Please record how the person was verified', 'verifiedHow');
    const moment = now();
    const row = await transaction
      .updateTable('privacy_requests')
      .set({
        ...(acknowledged && { acknowledged_at: before.acknowledged_at ?? moment }),
        ...(verifiedHow && { verified_at: moment, verified_how: verifiedHow, token_hash: null }),
        ...(extension && { extension, due_at: legallyDue(before.received_at, true) }),
        ...(outcome && { closed_at: moment, outcome, answer }),
        ...(outcome && !isVerified && { token_hash: null }),
      })
      .where('id', '=', id)
      .returning(privacyRequestColumns)
      .executeTakeFirstOrThrow();
    await recordAuditEvent(transaction, actor, {
      action: 'privacy-request.updated',
      object: { id, name: privacyKindLabels[row.kind] },
      details: Object.keys(changes).join(', '),
    });
    await mailChanges(transaction, parts, row, changes);
    return toPrivacyRequest(row);
  });
  parts.mails.wake();
  return updated;
}

async function mailChanges(
  transaction: DatabaseTransaction,
  { config: { brokerage } }: Parts,
  { email, due_at, user_id }: PrivacyRequestRow,
  { extension, outcome, answer }: PrivacyRequestChanges,
): Promise<void> {
  // Came by phone or letter: the office answers in the same way.
  if (email === '') return;
  const owner = user_id === null ? undefined : { userId: user_id };
  if (extension)
    await queueMail(transaction, extendedMail({ email, reason: extension, until: due_at }, brokerage), owner);
  // Belongs to no account: it has to arrive after that is erased.
  if (outcome && answer)
    await queueMail(transaction, answeredMail({ email, answer, done: outcome === 'done' }, brokerage));
}

async function lockPrivacyRequest(transaction: DatabaseTransaction, id: string): Promise<PrivacyRequestRow> {
  // A no-op update locks the row on every engine.
  const row = await transaction
    .updateTable('privacy_requests')
    .set({ id })
    .where('id', '=', id)
    .returning(privacyRequestColumns)
    .executeTakeFirst();
  if (!row) throw notFound('Privacy request');
  return row;
}

/** Past its day, or not acknowledged in time. */
export const isLate = (e: ExpressionBuilder<Tables, 'privacy_requests'>) =>
  e.or([e('due_at', '<', now()), e('acknowledged_at', 'is', null).and('acknowledge_by', '<', now())]);

function toPrivacyRequest(row: PrivacyRequestRow): PrivacyRequest {
  const moment = now();
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    email: row.email,
    details: row.details,
    user: row.user_id,
    received: row.received_at,
    verified: row.verified_at,
    verifiedHow: row.verified_how,
    acknowledged: row.acknowledged_at,
    acknowledgeBy: row.acknowledge_by,
    due: row.due_at,
    legallyDue: legallyDue(row.received_at, row.extension !== null),
    extension: row.extension,
    closed: row.closed_at,
    outcome: row.outcome,
    answer: row.answer,
    cameBy: row.came_by,
    trapped: row.trapped,
    overdue:
      row.closed_at === null &&
      (row.due_at < moment || (!row.acknowledged_at && row.acknowledge_by < moment)),
  };
}
