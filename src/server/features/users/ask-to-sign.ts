/** Asks members to sign the agreement; agreements/asks.service.ts says whom the office asks. */

import { sql } from 'kysely';
import { counted } from '../../../shared/counted.ts';
import { laterDay, today } from '../../../shared/dates.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';

export const theAgreement = { id: 'agreement', name: 'Agreement' };

/** Rows in one statement. */
const atOnce = 500;

export interface Asked {
  number: number;
  note: string;
  /** Fees to sign with it. */
  fees?: number | undefined;
}

/** Undefined for the server. */
export type AskedBy = Pick<Actor, 'id' | 'name' | 'by'> | undefined;

/** Asks these members, whether they can sign in yet or not. Returns how many. Call it with the settings locked. */
export async function ask(
  transaction: DatabaseTransaction,
  actor: AskedBy,
  { number, note, fees }: Asked,
  asked: string[],
  due: string,
): Promise<number> {
  const row = { version: number, note, due_on: due, asked_at: now(), reminded_at: null, agreement_id: null };
  // An ask for the text only leaves the fees that they have yet to sign.
  const feesToSign =
    fees ?? sql<number | null>`case when agreement_asks.agreement_id is null then agreement_asks.fees end`;
  for (let start = 0; start < asked.length; start += atOnce) {
    const some = asked.slice(start, start + atOnce);
    await transaction
      .insertInto('agreement_asks')
      .values(
        some.map((user_id) => ({
          user_id,
          ...row,
          fees: fees ?? null,
          document_id: null,
          sha256: null,
          basis: null,
        })),
      )
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...row, fees: feesToSign }))
      .execute();
    // No one countersigns an agreement that is to be signed again. A signature waits for the row of the ask, written above.
    await transaction
      .updateTable('agreements')
      .set({
        state: 'declined',
        ended_on: today(),
        ended_reason:
          fees === undefined ? `Replaced by version ${number}` : `Replaced by version ${fees} of the fees`,
      })
      .where('user_id', 'in', some)
      .where('state', '=', 'signed')
      .execute();
  }
  const count = asked.length;
  await recordAuditEvent(transaction, actor && { id: actor.id, name: actor.name, by: actor.by }, {
    action: 'agreement.asked',
    object: theAgreement,
    details: `version ${number}${fees === undefined ? '' : `, fees ${fees}`}, ${counted(count, 'member')}, due ${due}`,
  });
  return count;
}

/**
 * Asks a member who had not joined yet, or was suspended, when all were asked to sign a version, or fees with it
 * (docs/product.md P2.16, P27.10). Call it once their agreement is in force and the account is open, by who opens it.
 */
export async function askLater(transaction: DatabaseTransaction, by: AskedBy, userId: string): Promise<void> {
  // A no-op update locks the row on every engine: a publication that asks all goes first, or finds this member.
  const { asked_version, asked_due_on } = await transaction
    .updateTable('agreement_settings')
    .set({ id: 1 })
    .returning(['asked_version', 'asked_due_on'])
    .executeTakeFirstOrThrow();
  const signed = await transaction
    .selectFrom('agreements')
    .select(['version', 'fees'])
    .where('user_id', '=', userId)
    .where('state', '=', 'in-force')
    .executeTakeFirst();
  const version = await transaction
    .selectFrom('agreement_versions')
    .select(['number', 'note'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!signed || !version || (await isSignerOrAsked(transaction, userId))) return;
  const newest = await newestForMembers(transaction);
  if (newest && newest.number > signed.fees) {
    const asked = { number: version.number, note: newest.note, fees: newest.number };
    await ask(transaction, by, asked, [userId], laterDay(newest.due_on ?? today(), today()));
  } else if (asked_version !== null && asked_due_on !== null && signed.version < asked_version) {
    await ask(transaction, by, version, [userId], laterDay(asked_due_on, today()));
  }
}

/** Whether the member signs for the broker, or has an open ask. */
async function isSignerOrAsked(transaction: DatabaseTransaction, userId: string): Promise<boolean> {
  const found = await transaction
    .selectFrom('agreement_signers')
    .select('user_id')
    .where('user_id', '=', userId)
    .union(
      transaction
        .selectFrom('agreement_asks')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('agreement_id', 'is', null),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** The newest version of the fees that members are asked to sign. */
const newestForMembers = (db: Database) =>
  db
    .selectFrom('fee_versions')
    .select(['number', 'note', 'due_on'])
    .where((e) => e.or([e('due_on', 'is not', null), e('replaces_asks', '=', true)]))
    .where('starts_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
