/** Signatures, those of applicants too; own-signing.service.ts asks members for theirs. */

import { today } from '../../../shared/dates.ts';
import { isSameName } from '../../../shared/search/search-form.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { feesOfVersion } from '../../platform/fee-schedules.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { type AgreementRow, type AgreementSignerRow, agreementColumns } from '../../tables/agreements.ts';
import type { SecurityLogRow } from '../../tables/logs.ts';
import { keepDocument, type StoredDocument, storePdf } from '../documents/documents.service.ts';
import { appendInTransaction } from '../security-log/security-chain.ts';
import { readBasis } from './agreement-basis.ts';
import { type Evidence, type SignedBy, signedContent } from './agreement-pdf.ts';
import type { ShownAgreement } from './prepare.service.ts';
import { finalDetail, inForceDetail, proofContext, signedDetail } from './seal.ts';
import { textOfVersion } from './versions.service.ts';

/** Where a signature came from. */
export interface Origin {
  address: string;
  device: string;
  requestId: string;
}

export const changedMeanwhile = () =>
  new HttpError(409, [{ msg: 'The agreement has changed. Please read it again before you sign' }]);
export const signedAlready = () => new HttpError(409, [{ msg: 'This agreement is already signed' }]);

/** @throws 400 for another name than the one on the license (docs/security.md S17.7) */
export function requireOwnName(typed: string, { member }: { member: string }): void {
  if (!isSameName(typed, member)) throw invalid(`Type your name as on your license: ${member}`, 'name');
}

interface Signature {
  name: string;
  email: string;
  userId: string | null;
  from: Origin;
}

/**
 * Turns the shown agreement into a signed one. The caller's transaction has checked that it may be signed. Its row, its
 * file and the security log's event are committed together. Returns the event for the server's log.
 */
export async function insertSigned(
  transaction: DatabaseTransaction,
  { sealing }: Pick<Parts, 'sealing'>,
  shown: ShownAgreement,
  { name, email, userId, from }: Signature,
): Promise<{ id: string; signedAt: string; event: SecurityLogRow }> {
  const { document_id, sha256, basis } = shown;
  if (document_id === null || sha256 === null || basis === null) throw changedMeanwhile();
  const { version, fees, consent, values } = readBasis(basis);
  const part = {
    id: newId(),
    name: values.member,
    license: values.license,
    email,
    version,
    fees,
    basis,
    sha256,
    consent,
    signed_at: now(),
    signed_name: name,
    signed_address: from.address,
    signed_device: from.device,
  };
  const detail = signedDetail(part, await textOfVersion(transaction, version));
  const event = await logEvent(transaction, sealing, 'agreement.signed', {
    detail,
    userId,
    from,
    at: part.signed_at,
  });
  await transaction
    .insertInto('agreements')
    .values({
      ...part,
      user_id: userId,
      user_was: null,
      account_name: userId === null ? null : await accountName(transaction, userId),
      state: 'signed',
      document_id,
      signed_event: event.number,
      signed_proof: sealing.prove(detail, proofContext),
      countersigned_at: null,
      countersigned_by: null,
      signer_name: '',
      signer_capacity: null,
      signer_license: '',
      signer_address: '',
      signer_device: '',
      final_document_id: null,
      final_sha256: null,
      final_event: null,
      final_proof: null,
      ended_on: null,
      ended_reason: '',
    })
    .execute();
  await transaction.deleteFrom('agreement_drafts').where('document_id', '=', document_id).execute();
  await transaction
    .updateTable('documents')
    .set({ name: `Agreement ${today()} (signed by the licensee).pdf`, user_id: userId })
    .where('id', '=', document_id)
    .execute();
  return { id: part.id, signedAt: part.signed_at, event };
}

async function accountName(transaction: DatabaseTransaction, userId: string): Promise<string> {
  const { name } = await transaction
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return name;
}

interface Logged {
  detail: string;
  userId: string | null;
  from: Origin;
  at: string;
}

async function logEvent(
  transaction: DatabaseTransaction,
  sealing: Parts['sealing'],
  event: 'agreement.signed' | 'agreement.countersigned',
  { detail, userId, from, at }: Logged,
): Promise<SecurityLogRow> {
  const rows = await appendInTransaction(transaction, sealing, [
    {
      event,
      detail,
      user_id: userId,
      address: from.address,
      device: from.device,
      request_id: from.requestId,
      created_at: at,
    },
  ]);
  const row = rows.at(-1);
  if (!row) throw new Error('The security log has no event of the signature');
  return row;
}

/** The row, locked until the transaction ends. @throws 404 'Agreement not found' */
export async function lockAgreement(transaction: DatabaseTransaction, id: string): Promise<AgreementRow> {
  // A no-op update locks the row on every engine.
  const row = await transaction
    .updateTable('agreements')
    .set({ id })
    .where('id', '=', id)
    .returning(agreementColumns)
    .executeTakeFirst();
  if (!row) throw notFound('Agreement');
  return row;
}

/** The broker's signature as it is drawn, before the transaction that makes it one. */
export interface Countersignature {
  stored: StoredDocument;
  signer: AgreementSignerRow;
  at: string;
  from: Origin;
}

/** Drawn by this process at the moment: one of many at once is drawn, the others are told so. */
const drawing = new Set<string>();

/**
 * Draws the PDF with both signatures and stores it, then calls `sign`, whose transaction puts it in force.
 * @throws 409 for one that is no longer waiting, was signed as another file, or is being signed
 */
export async function countersigning<T>(
  parts: Pick<Parts, 'db' | 'config' | 'images' | 'makePdf'>,
  id: string,
  {
    sha256,
    signer,
    from,
    signedBy,
    evidence,
  }: {
    sha256: string;
    signer: AgreementSignerRow;
    from: Origin;
    signedBy: SignedBy;
    evidence: Evidence[];
  },
  sign: (made: Countersignature) => Promise<T>,
): Promise<T> {
  const row = await parts.db
    .selectFrom('agreements')
    .select(agreementColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Agreement');
  if (row.state !== 'signed' || drawing.has(id)) throw signedAlready();
  if (row.sha256 !== sha256) throw changedMeanwhile();
  drawing.add(id);
  try {
    const at = now();
    const last = {
      what: 'Signed for the broker',
      at,
      by: signer.name,
      address: from.address,
      device: from.device,
    };
    const text = await textOfVersion(parts.db, row.version);
    const fees = await feesOfVersion(parts.db, row.fees);
    const bytes = await parts.makePdf(
      signedContent({ text, fees }, row, signer, at, { signedBy, events: [...evidence, last] }),
    );
    return await sign({ stored: await storePdf(parts, undefined, bytes), signer, at, from });
  } finally {
    drawing.delete(id);
  }
}

/**
 * From here on the agreement is in force, and the member's one before it is not; call it in the transaction of all that follows.
 * @throws 409 when someone else was quicker
 */
export async function putInForce(
  transaction: DatabaseTransaction,
  { sealing }: Pick<Parts, 'sealing'>,
  actor: Pick<Actor, 'id' | 'name' | 'by'>,
  id: string,
  { userId, made: { stored, signer, at, from } }: { userId: string; made: Countersignature },
): Promise<SecurityLogRow> {
  const row = await lockAgreement(transaction, id);
  if (row.state !== 'signed') throw signedAlready();
  await keepDocument(transaction, stored, { name: `Agreement ${today()}.pdf`, about: userId });
  await transaction
    .updateTable('documents')
    .set({ user_id: userId })
    .where('id', '=', row.document_id)
    .execute();
  await transaction
    .updateTable('agreements')
    .set({ state: 'replaced', ended_on: today(), ended_reason: 'Replaced by a new agreement' })
    .where('user_id', '=', userId)
    .where('state', '=', 'in-force')
    .execute();
  const part = {
    countersigned_at: at,
    signer_name: signer.name,
    signer_capacity: signer.capacity,
    signer_license: signer.license,
    signer_address: from.address,
    signer_device: from.device,
    final_sha256: stored.sha256,
  };
  const final = { ...row, ...part };
  const event = await logEvent(transaction, sealing, 'agreement.countersigned', {
    detail: inForceDetail(final, userId),
    userId: actor.id,
    from,
    at,
  });
  await transaction
    .updateTable('agreements')
    .set({
      ...part,
      user_id: userId,
      account_name: row.account_name ?? (await accountName(transaction, userId)),
      state: 'in-force',
      countersigned_by: actor.id,
      final_document_id: stored.id,
      final_event: event.number,
      final_proof: sealing.prove(finalDetail(final), proofContext),
    })
    .where('id', '=', id)
    .execute();
  await settleFileSoon(transaction, userId);
  await recordAuditEvent(transaction, actor, {
    action: 'agreement.countersigned',
    object: { id: userId, name: row.name },
    details: `version ${row.version}, fees ${row.fees}`,
  });
  return event;
}

/** A declined agreement never comes into force. The time for which it is stored begins today. */
export async function declineAgreement(
  transaction: DatabaseTransaction,
  id: string,
  reason: string,
): Promise<void> {
  await transaction
    .updateTable('agreements')
    .set({ state: 'declined', ended_on: today(), ended_reason: reason })
    .where('id', '=', id)
    .where('state', '=', 'signed')
    .execute();
}

/** Lets the compliance desk look at the member again; its job does. */
export const settleFileSoon = (transaction: DatabaseTransaction, userId: string) =>
  transaction.updateTable('member_files').set({ settle_at: now() }).where('user_id', '=', userId).execute();
