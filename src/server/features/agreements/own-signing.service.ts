/** Members sign a new version, signed in and without a code. */

import type { OwnAgreements, PreparedAgreement } from '../../../shared/agreements/agreement-fields.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { feesInForce, feesOfVersion } from '../../platform/fee-schedules.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import type { AgreementAskRow } from '../../tables/agreements.ts';
import type { SecurityLogRow } from '../../tables/logs.ts';
import { getLicense } from '../licenses/licenses.service.ts';
import { samePeople } from '../member-files/same-person.ts';
import { notifyOfWork } from '../notifications/notifications.service.ts';
import { type AgreementBasis, readBasis } from './agreement-basis.ts';
import { signedAnewMail } from './agreement-mails.ts';
import { signersOf } from './agreement-settings.service.ts';
import { ownAgreements } from './agreements.service.ts';
import { basisOf, drawShown, dropShown, isCurrent, keepShown, toPrepared } from './prepare.service.ts';
import { nameToSign } from './renamed.ts';
import {
  changedMeanwhile,
  insertSigned,
  type Origin,
  requireOwnName,
  signedAlready,
} from './signing.service.ts';
import { sendable } from './versions.service.ts';

const askRow = (db: Database, userId: string) =>
  db
    .selectFrom('agreement_asks')
    .select(['user_id', 'version', 'fees', 'note', 'due_on', 'asked_at', 'reminded_at'])
    .select(['document_id', 'sha256', 'basis', 'agreement_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** @throws 404 'Agreement not found' for a member who is not asked to sign */
async function openAsk(db: Database, userId: string): Promise<AgreementAskRow> {
  const ask = await askRow(db, userId);
  if (!ask || ask.agreement_id !== null) throw notFound('Agreement');
  return ask;
}

const presentAgreement = (db: Database, userId: string) =>
  db
    .selectFrom('agreements')
    .select(['basis', 'name', 'account_name'])
    .where('user_id', '=', userId)
    .where('state', '=', 'in-force')
    .executeTakeFirst();

/**
 * The agreement that the member would sign now, with the individual terms of the agreement in force.
 * @throws 400 without a license number
 */
async function present(parts: Pick<Parts, 'config' | 'siteSettings'>, db: Database, actor: Actor) {
  const from = await sendable(db, parts.config);
  const { number } = await getLicense(db, actor.id);
  if (number === '') throw invalid('Enter your license number in your account first');
  const before = await presentAgreement(db, actor.id);
  const signed = before && readBasis(before.basis);
  const who = { member: nameToSign(actor, before), license: number };
  const fees = await feesForMember(db, actor.id, signed?.fees);
  return { from, basis: await basisOf(db, parts, from, who, { fees, terms: signed?.terms ?? null }), signed };
}

/** Members sign the fees that they were asked to sign, else those that they signed before (docs/product.md P2.16). */
async function feesForMember(db: Database, userId: string, signed: number | undefined) {
  if (signed === undefined) return feesInForce(db);
  const ask = await askRow(db, userId);
  return feesOfVersion(db, Math.max(signed, ask?.fees ?? signed));
}

/** @throws 404 for a member who is not asked; 400 as `present` */
export async function reviewOwn(parts: Parts, actor: Actor): Promise<PreparedAgreement> {
  const { db } = parts;
  await openAsk(db, actor.id);
  const { from, basis, signed } = await present(parts, db, actor);
  const shown = await shownTo(parts, actor, from, basis);
  return toPrepared(parts, shown, from.version.text, { before: signed, person: actor.id });
}

async function shownTo(
  parts: Parts,
  actor: Actor,
  from: Parameters<typeof drawShown>[1],
  basis: AgreementBasis,
): Promise<{ sha256: string; bytes: number; basis: AgreementBasis }> {
  const before = await openAsk(parts.db, actor.id);
  if (isCurrent(before, basis) && before.document_id !== null && before.sha256 !== null)
    return { sha256: before.sha256, bytes: await sizeOf(parts.db, before.document_id), basis };
  const stored = await drawShown(parts, from, basis);
  return inTransaction(parts.db, async (transaction) => {
    const ask = await lockAsk(transaction, actor.id);
    if (ask.agreement_id !== null) throw signedAlready();
    await transaction
      .updateTable('agreement_asks')
      .set(await keepShown(transaction, stored, basis))
      .where('user_id', '=', actor.id)
      .execute();
    await dropShown(transaction, ask.document_id);
    return { sha256: stored.sha256, bytes: stored.size, basis };
  });
}

export async function sizeOf(db: Database, documentId: string): Promise<number> {
  const { size } = await db
    .selectFrom('documents')
    .select('size')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
  return size;
}

/** The file of the shown agreement. @throws 404 'Agreement not found' */
export async function ownReviewFile(db: Database, userId: string): Promise<string> {
  const { document_id } = await openAsk(db, userId);
  if (document_id === null) throw notFound('Agreement');
  return document_id;
}

async function lockAsk(transaction: DatabaseTransaction, userId: string): Promise<AgreementAskRow> {
  // A no-op update locks the row on every engine.
  await transaction
    .updateTable('agreement_asks')
    .set({ user_id: userId })
    .where('user_id', '=', userId)
    .execute();
  const ask = await askRow(transaction, userId);
  if (!ask) throw notFound('Agreement');
  return ask;
}

/**
 * @throws 404 for a member who is not asked; 409 when it has been signed, differs from the shown one, or was shown on
 * another day; 400 for another name
 */
export async function signOwn(
  parts: Parts,
  actor: Actor,
  { sha256, name }: { sha256: string; name: string },
  from: Origin,
): Promise<{ own: OwnAgreements; event: SecurityLogRow }> {
  const made = await inTransaction(parts.db, async (transaction) => {
    const ask = await lockAsk(transaction, actor.id);
    if (ask.agreement_id !== null) throw signedAlready();
    const { basis } = await present(parts, transaction, actor);
    if (ask.sha256 !== sha256 || !isCurrent(ask, basis)) throw changedMeanwhile();
    requireOwnName(name, basis.values);
    const signature = { name, email: actor.email, userId: actor.id, from };
    const { id, event } = await insertSigned(transaction, parts, ask, signature);
    await transaction
      .updateTable('agreement_asks')
      .set({ agreement_id: id, document_id: null })
      .where('user_id', '=', actor.id)
      .execute();
    const { brokerage } = parts.config;
    await queueMail(transaction, signedAnewMail(brokerage));
    await notifyOfWork(transaction, await othersWhoSign(transaction, actor), {
      event: 'signed-again',
      objectId: id,
      actorId: actor.id,
      mailed: [brokerage.email],
    });
    return { own: await ownAgreements(transaction, actor.id), event };
  });
  parts.mails.wake();
  return made;
}

/** Those who countersign, but not by another account of the same person (docs/security.md S17.10). */
async function othersWhoSign(transaction: DatabaseTransaction, actor: Actor): Promise<string[]> {
  const signers = await signersOf(transaction);
  const own = await samePeople(transaction, actor.id, signers);
  return signers.filter((id) => !own.has(id));
}
