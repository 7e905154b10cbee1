/**
 * An application as its applicant reads it and fills it in. Answers are JSON: a required one also needs
 * missing-steps.ts, each one `AnswersOf.tsx`.
 */

import type { IndividualTerms } from '../../../shared/agreements/agreement-fields.ts';
import { calculationObject } from '../../../shared/fees/calculation-label.ts';
import { calculatorFromQuery, calculatorTransaction } from '../../../shared/fees/calculator-link.ts';
import { closingStatement } from '../../../shared/fees/fees.ts';
import type { AnswerFields, JoinAgreement, JoinState } from '../../../shared/joining/joining-fields.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import { consumeRateLimit } from '../../platform/http/rate-limits.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { hashToken } from '../../platform/tokens.ts';
import { type ApplicationRow, applicationColumns } from '../../tables/joining.ts';
import { type AgreementBasis, readBasis } from '../agreements/agreement-basis.ts';
import { sizeOf } from '../agreements/own-signing.service.ts';
import {
  basisOf,
  drawShown,
  dropShown,
  isCurrent,
  keepShown,
  scheduleOf,
  toPrepared,
} from '../agreements/prepare.service.ts';
import { declineAgreement, type Origin, signedAlready } from '../agreements/signing.service.ts';
import { type Sendable, sendable } from '../agreements/versions.service.ts';
import {
  answersOf,
  dropMails,
  lockApplication,
  recordEvent,
  setApplication,
  termsOfRow,
} from './application-rows.ts';
import { withdrawnMail } from './joining-mails.ts';
import { applicantOf, tellOwner } from './letters.ts';
import { answeredLicenseChange } from './license-check.ts';
import { missingSteps } from './missing-steps.ts';

/** One answer for a wrong, an ended and a withdrawn link: no one learns which it was. */
const noLink = () => notFound('Link');

/** Counts for the address, then for the link. @throws 404 'Link not found'; 429 */
export async function openLink(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  token: string,
  { address }: Pick<Origin, 'address'>,
): Promise<ApplicationRow> {
  await consumeRateLimit({ db, config }, 'joinAddress', address);
  const row = await db
    .selectFrom('applications')
    .select(applicationColumns)
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row || isOver(row)) throw noLink();
  await consumeRateLimit({ db, config }, 'joinLink', row.id);
  return row;
}

/** The row, locked; a link that was withdrawn since is not found. */
export async function lockByToken(
  transaction: DatabaseTransaction,
  { id }: Pick<ApplicationRow, 'id'>,
  token: string,
): Promise<ApplicationRow> {
  const row = await lockApplication(transaction, { id });
  if (row.token_hash !== hashToken(token) || isOver(row)) throw noLink();
  return row;
}

/** One that is signed and not decided has no end: people get at their copy for as long as they wait. */
const isOver = ({ expires_at, state }: Pick<ApplicationRow, 'expires_at' | 'state'>) =>
  state === 'withdrawn' || (expires_at !== null && expires_at <= now());

/** Whether the person has said no by this link: then it says so, and does nothing else. */
export async function hasSaidNo(db: Database, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('applications')
    .select('state')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row?.state === 'withdrawn';
}

/** Facts of the lead, with which the form of the application begins (docs/product.md P27.5). */
export async function givenBefore(db: Database, token: string): Promise<AnswerFields> {
  const lead = await db
    .selectFrom('applications')
    .innerJoin('contact_requests as lead', 'lead.id', 'applications.lead_id')
    .select(['lead.first_name', 'lead.last_name', 'lead.phone', 'lead.license', 'lead.brokerage'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!lead) return {};
  const { first_name, last_name, phone, license, brokerage } = lead;
  return {
    name: `${first_name} ${last_name}`.trim(),
    phone,
    license: license ?? '',
    presentBroker: brokerage ?? '',
  };
}

export const isOpen = ({ state }: Pick<ApplicationRow, 'state'>) =>
  state === 'invited' || state === 'started';

export async function joinState(db: Database, id: string): Promise<JoinState> {
  const row = await db
    .selectFrom('applications')
    .innerJoin('contact_requests as lead', 'lead.id', 'applications.lead_id')
    .leftJoin('agreements', 'agreements.id', 'applications.agreement_id')
    .select([
      'applications.state',
      'applications.email',
      'expires_at',
      'answers',
      'question',
      'lead.first_name',
    ])
    .select([
      'applications.document_id',
      'signed_name',
      'signed_at',
      'agreements.sha256',
      'final_document_id',
    ])
    .where('applications.id', '=', id)
    .executeTakeFirstOrThrow();
  const answers = answersOf(row);
  return {
    state: row.state,
    firstName: row.first_name,
    email: row.email,
    expires: row.expires_at,
    answers,
    missing: missingSteps(answers),
    question: row.state === 'question' ? row.question : '',
    signed:
      row.signed_name !== null && row.signed_at !== null && row.sha256 !== null
        ? { name: row.signed_name, date: row.signed_at, sha256: row.sha256 }
        : null,
    copy: copyKind(row),
  };
}

function copyKind(row: {
  final_document_id: string | null;
  sha256: string | null;
  document_id: string | null;
}): JoinState['copy'] {
  if (row.final_document_id !== null) return 'final';
  if (row.sha256 !== null) return 'signed';
  return row.document_id === null ? 'none' : 'prepared';
}

/** Replaces the given answers and nothing else. @throws 404; 409 once it is signed */
export async function saveAnswers(
  parts: Pick<Parts, 'db' | 'config'>,
  { token, answers }: { token: string; answers: AnswerFields },
  from: Origin,
): Promise<JoinState> {
  const { id } = await openLink(parts, token, from);
  return inTransaction(parts.db, async (transaction) => {
    const row = await lockByToken(transaction, { id }, token);
    if (!isOpen(row)) throw signedAlready();
    const merged = JSON.stringify({ ...answersOf(row), ...answers });
    if (merged !== row.answers) await setApplication(transaction, id, { answers: merged, state: 'started' });
    if (row.state === 'invited') await recordEvent(transaction, undefined, id, { kind: 'opened', from });
    const change = answeredLicenseChange(answersOf(row), { ...answersOf(row), ...answers });
    if (row.license_finding !== null && change)
      await recordEvent(transaction, undefined, id, {
        kind: 'license-changed',
        text: `${change.was} → ${change.is}`,
        from,
      });
    return joinState(transaction, id);
  });
}

/** The agreement that this person would sign now. @throws 400 while something is missing */
export async function presentOf(
  parts: Pick<Parts, 'config' | 'siteSettings'>,
  db: Database,
  row: ApplicationRow,
): Promise<{ from: Sendable; basis: AgreementBasis }> {
  const answers = answersOf(row);
  const { name, license } = answers;
  if (missingSteps(answers).length > 0 || !name || !license)
    throw invalid('Please complete your application first');
  const from = await sendable(db, parts.config);
  const by = { fees: await feesInForce(db), terms: termsOfRow(row) };
  return { from, basis: await basisOf(db, parts, from, { member: name, license }, by) };
}

/**
 * The agreement to read, drawn once: these bytes are signed. Shows the changes since the agreement that was `seen`, if
 * it was the last one shown.
 * @throws 404; 400 while something is missing; 409 once it is signed
 */
export async function reviewAgreement(
  parts: Parts,
  { token, seen }: { token: string; seen?: string | undefined },
  origin: Origin,
): Promise<JoinAgreement> {
  const row = await openLink(parts, token, origin);
  if (!isOpen(row)) throw signedAlready();
  const { from, basis } = await presentOf(parts, parts.db, row);
  const isLast = seen === undefined || row.sha256 === seen;
  const before = isLast && row.basis !== null ? readBasis(row.basis) : undefined;
  const shown = await shownNow(parts, { token, row, from, basis }, origin);
  const prepared = await toPrepared(parts, shown, from.version.text, { before, person: `join:${row.id}` });
  return { ...prepared, statement: await statementOf(parts.db, row.lead_id, basis) };
}

async function shownNow(
  parts: Parts,
  { token, row, from, basis }: { token: string; row: ApplicationRow; from: Sendable; basis: AgreementBasis },
  origin: Origin,
): Promise<{ sha256: string; bytes: number; basis: AgreementBasis }> {
  if (isCurrent(row, basis) && row.document_id !== null && row.sha256 !== null)
    return { sha256: row.sha256, bytes: await sizeOf(parts.db, row.document_id), basis };
  await consumeRateLimit(parts, 'joinPdf', row.id);
  const stored = await drawShown(parts, from, basis);
  return inTransaction(parts.db, async (transaction) => {
    const { document_id, ...locked } = await lockByToken(transaction, row, token);
    if (!isOpen(locked)) throw signedAlready();
    await setApplication(transaction, row.id, await keepShown(transaction, stored, basis));
    await dropShown(transaction, document_id);
    await recordEvent(transaction, undefined, row.id, {
      kind: 'reviewed',
      text: stored.sha256,
      from: origin,
    });
    return { sha256: stored.sha256, bytes: stored.size, basis };
  });
}

/** Uses the lead's numbers from the calculator on the site, with the fees of this agreement. */
async function statementOf(
  db: Database,
  leadId: string,
  basis: { fees: number; terms: IndividualTerms | null },
): Promise<JoinAgreement['statement']> {
  const { calculation } = await db
    .selectFrom('contact_requests')
    .select('calculation')
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  if (calculation === null) return null;
  const calculator = calculatorFromQuery(new URLSearchParams(calculation));
  const fees = await scheduleOf(db, basis);
  const { lines, agentKeeps } = closingStatement(calculatorTransaction(calculator), fees);
  return {
    title: `One of your ${calculationObject(calculator)}`,
    lines: lines.map(({ label, rule, amount }) => ({ label, rule, amount })),
    keeps: agentKeeps,
  };
}

/** The file that the person may have now. @throws 404 'Link not found', 'Agreement not found' */
export async function joinCopy(parts: Parts, token: string, from: Origin): Promise<string> {
  const { agreement_id, document_id } = await openLink(parts, token, from);
  const agreement =
    agreement_id === null
      ? undefined
      : await parts.db
          .selectFrom('agreements')
          .select(['document_id', 'final_document_id'])
          .where('id', '=', agreement_id)
          .executeTakeFirst();
  const file = agreement ? (agreement.final_document_id ?? agreement.document_id) : document_id;
  if (file === null) throw notFound('Agreement');
  return file;
}

/** Answers the office's question. @throws 404; 400 when there is none */
export async function reply(
  parts: Parts,
  { token, text }: { token: string; text: string },
  from: Origin,
): Promise<JoinState> {
  const { id } = await openLink(parts, token, from);
  const state = await inTransaction(parts.db, async (transaction) => {
    const row = await lockByToken(transaction, { id }, token);
    if (row.state !== 'question') throw invalid('There is no question to answer');
    await setApplication(transaction, id, { state: 'signed', reply: text });
    await recordEvent(transaction, undefined, id, { kind: 'answered', text, from });
    await tellOwner(transaction, parts, row, 'answered');
    return joinState(transaction, id);
  });
  parts.mails.wake();
  return state;
}

/** The person says no, and is told by email; what they have signed never comes in force. @throws 404; 409 once the broker has signed */
export async function sayNo(
  parts: Parts,
  { token, reason }: { token: string; reason: string },
  from: Origin,
): Promise<void> {
  const { id } = await openLink(parts, token, from);
  await inTransaction(parts.db, async (transaction) => {
    const row = await lockByToken(transaction, { id }, token);
    if (row.state === 'joined')
      throw new HttpError(409, [{ msg: 'The agreement is in force. Please write to the office' }]);
    await closeApplication(transaction, row, { state: 'withdrawn', reason });
    await recordEvent(transaction, undefined, id, { kind: 'withdrawn', text: reason, from });
    const to = await applicantOf(transaction, row);
    await queueMail(transaction, withdrawnMail(to, row.agreement_id !== null, parts.config.brokerage));
    await tellOwner(transaction, parts, row, 'withdrawn');
  });
  parts.mails.wake();
}

/** Ends the link, the shown agreement, and a signed one that will not be in force. */
export async function closeApplication(
  transaction: DatabaseTransaction,
  { id, document_id, agreement_id }: ApplicationRow,
  { state, reason }: { state: 'withdrawn' | 'declined'; reason: string },
): Promise<void> {
  await setApplication(transaction, id, {
    state,
    reason,
    expires_at: null,
    code_mark: null,
    // The person's own no is said by the link from then on.
    ...(state === 'declined' && { token_hash: null }),
    document_id: null,
    sha256: null,
    basis: null,
  });
  await dropMails(transaction, id);
  await dropShown(transaction, document_id);
  if (agreement_id !== null)
    await declineAgreement(transaction, agreement_id, `The application was ${state}`);
}
