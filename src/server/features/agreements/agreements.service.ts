/** Agreements that were signed: lists, copies and their end. */

import type { ExpressionBuilder } from 'kysely';
import type { Agreement, OwnAgreements } from '../../../shared/agreements/agreement-fields.ts';
import type { AgreementState } from '../../../shared/agreements/agreements.ts';
import { formatDay, officeDay, today } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import { containing, wordsIn } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { type AgreementRow, agreementColumns } from '../../tables/agreements.ts';
import type { Tables } from '../../tables/tables.ts';
import { isSamePerson, samePeople } from '../member-files/same-person.ts';
import { notifyOfOwn } from '../notifications/notifications.service.ts';
import { tellingOfOwn } from '../users/own-work.ts';
import { lockUser } from '../users/user-rows.ts';
import { declineWaiting } from '../users/waiting-signatures.ts';
import { readBasis } from './agreement-basis.ts';
import { lockAgreement, settleFileSoon } from './signing.service.ts';

interface Filter {
  state?: AgreementState | undefined;
  user?: string | undefined;
  /** This one only. */
  id?: string | undefined;
  search: string;
}

const maxOwn = 100;

/** The latest signature first, a page at a time. */
export async function listAgreements(
  db: Database,
  { limit, after, ...filter }: Filter & { limit: number; after: Keyset | undefined },
): Promise<KeysetPage<Agreement>> {
  let query = agreementRows(db)
    .where(isInFilter(db, filter))
    .orderBy('agreements.signed_at', 'desc')
    .orderBy('agreements.id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(beforeKeyset('agreements.signed_at', 'agreements.id', after));
  const found = (await query.execute()).map(toAgreement);
  return toKeysetPage(found, limit, ({ signed, _id }) => ({ at: signed.date, id: _id }));
}

function isInFilter(db: Database, { state, user, id, search }: Filter) {
  return (e: ExpressionBuilder<Tables, 'agreements'>) =>
    e.and([
      ...(state ? [e('agreements.state', '=', state)] : []),
      ...(user ? [e('agreements.user_id', '=', user)] : []),
      ...(id ? [e('agreements.id', '=', id)] : []),
      ...wordsIn(search).map((word) =>
        e.or([containing(db, 'agreements.name', word), containing(db, 'agreements.email', word)]),
      ),
    ]);
}

const agreementRows = (db: Database) =>
  db
    .selectFrom('agreements')
    .leftJoin('users', 'users.id', 'agreements.user_id')
    .select(columnsOf('agreements', agreementColumns))
    .select('users.name as user_name');

/** @throws 404 'Agreement not found' */
export async function getAgreement(db: Database, id: string): Promise<Agreement> {
  const row = await agreementRows(db).where('agreements.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Agreement');
  return toAgreement(row);
}

/** Looked through for one's own, which are not shown. */
const maxWaiting = 50;

/** Agreements that members signed again and the broker has not, but for the user's own; the longest waiting first. */
export async function agreementsToSign(
  db: Database,
  { id }: Pick<Actor, 'id'>,
): Promise<{ agreements: Agreement[]; more: number }> {
  const rows = await agreementRows(db)
    .where('agreements.state', '=', 'signed')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('agreement_asks')
          .select('agreement_asks.user_id')
          .whereRef('agreement_asks.agreement_id', '=', 'agreements.id'),
      ),
    )
    .orderBy('agreements.signed_at')
    .orderBy('agreements.id')
    .execute();
  const waiting = rows.slice(0, maxWaiting);
  const own = await samePeople(
    db,
    id,
    waiting.flatMap(({ user_id }) => user_id ?? []),
  );
  const agreements = waiting.filter(({ user_id }) => user_id === null || !own.has(user_id)).map(toAgreement);
  return { agreements, more: Math.max(0, rows.length - maxWaiting) };
}

/** By the SHA-256 of either of its files. */
export async function findByHash(db: Database, sha256: string): Promise<AgreementRow | undefined> {
  return db
    .selectFrom('agreements')
    .select(agreementColumns)
    .where((e) => e.or([e('sha256', '=', sha256), e('final_sha256', '=', sha256)]))
    .executeTakeFirst();
}

/** A member's agreements, the latest first, and the new version that they are asked to sign. */
export async function ownAgreements(db: Database, userId: string): Promise<OwnAgreements> {
  const rows = await agreementRows(db)
    .where('agreements.user_id', '=', userId)
    .orderBy('agreements.signed_at', 'desc')
    .limit(maxOwn)
    .execute();
  const ask = await db
    .selectFrom('agreement_asks')
    .select(['version', 'fees', 'note', 'due_on'])
    .where('user_id', '=', userId)
    .where('agreement_id', 'is', null)
    .executeTakeFirst();
  return {
    agreements: rows.map(toAgreement),
    ask: ask ? { version: ask.version, fees: ask.fees, note: ask.note, due: ask.due_on } : null,
  };
}

/** The file of an agreement: the one with both signatures once there is one. @throws 404 'Agreement not found' */
export async function copyOf(db: Database, id: string, userId?: string): Promise<string> {
  let query = db.selectFrom('agreements').select(['document_id', 'final_document_id']).where('id', '=', id);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  const row = await query.executeTakeFirst();
  if (!row) throw notFound('Agreement');
  return row.final_document_id ?? row.document_id;
}

/**
 * Ends the agreement; a new version that its member has signed and the broker has not goes with it.
 * @throws 403 for the actor's own, as tellingOfOwn; 404 'Agreement not found'; 400 for one that has ended, or a day to come
 */
export async function endAgreement(
  parts: Parts,
  actor: Actor,
  id: string,
  { on, reason }: { on: string; reason: string },
): Promise<Agreement> {
  const ended = await inTransaction(parts.db, async (transaction) => {
    const { user } = await getAgreement(transaction, id);
    // Before the agreement, as the broker's signature does.
    if (user) await lockUser(transaction, user._id);
    const own = {
      isOwn: await isSamePerson(transaction, actor.id, user?._id ?? null),
      act: 'ended',
      what: 'agreement',
      id,
    } as const;
    return tellingOfOwn(transaction, parts, actor, own, () => end(transaction, actor, id, { on, reason }));
  });
  parts.mails.wake();
  return ended;
}

/** Ends the agreement in force of a member who leaves, if there is one. Call it under the lock of the user. @throws as endAgreement */
export async function endOfLeaving(
  transaction: DatabaseTransaction,
  actor: Doer,
  userId: string,
  ending: { on: string; reason: string },
): Promise<void> {
  const inForce = await transaction
    .selectFrom('agreements')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'in-force')
    .executeTakeFirst();
  if (inForce) await end(transaction, actor, inForce.id, ending);
}

/** Undefined for the server. */
type Doer = Pick<Actor, 'id' | 'name' | 'by'> | undefined;

async function end(
  transaction: DatabaseTransaction,
  actor: Doer,
  id: string,
  { on, reason }: { on: string; reason: string },
): Promise<Agreement> {
  const row = await lockAgreement(transaction, id);
  if (row.state !== 'in-force') throw invalid('This agreement is not in force');
  if (on > today()) throw invalid('The end date must be today or earlier', 'on');
  // Years of keeping count from it: a day of long ago would erase the agreement at once.
  if (on < officeDay(fromNow(-366 * day))) throw invalid('The end date must be within the last year', 'on');
  await transaction
    .updateTable('agreements')
    .set({ state: 'ended', ended_on: on, ended_reason: reason })
    .where('id', '=', id)
    .execute();
  if (row.user_id) {
    await declineWaiting(transaction, row.user_id, {
      reason: 'The agreement before it was ended',
      askAgain: false,
    });
    await settleFileSoon(transaction, row.user_id);
  }
  await notifyOfOwn(transaction, row.user_id, {
    kind: 'agreement',
    actorId: actor?.id ?? '',
    text: `Your agreement ended on ${formatDay(on)}.`,
    reason,
  });
  await recordAuditEvent(transaction, actor, {
    action: 'agreement.ended',
    object: { id: row.user_id ?? id, name: row.name },
    details: `on ${on}: ${reason}`,
  });
  return getAgreement(transaction, id);
}

type Row = AgreementRow & { user_name: string | null };

function toAgreement(row: Row): Agreement {
  return {
    _id: row.id,
    user: row.user_id !== null && row.user_name !== null ? { _id: row.user_id, name: row.user_name } : null,
    name: row.name,
    license: row.license,
    email: row.email,
    state: row.state,
    version: row.version,
    fees: row.fees,
    terms: readBasis(row.basis).terms,
    signed: { name: row.signed_name, date: row.signed_at },
    countersigned:
      row.countersigned_at !== null && row.signer_capacity !== null
        ? {
            name: row.signer_name,
            date: row.countersigned_at,
            capacity: row.signer_capacity,
            license: row.signer_license,
          }
        : null,
    ended: row.ended_on,
    endedReason: row.ended_reason,
    sha256: row.sha256,
    finalSha256: row.final_sha256,
  };
}
