/** The office's requests to members to sign a new version. */

import type { AskFields, Resign } from '../../../shared/agreements/agreement-fields.ts';
import { membersToSign } from '../../../shared/agreements/agreements.ts';
import { today } from '../../../shared/dates.ts';
import { activeUsers } from '../../platform/db/active-users.ts';
import { byName, containing } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, stale } from '../../platform/http-error.ts';
import { isOfStaff } from '../../platform/rights.ts';
import { whyToSignAgain } from '../member-files/signed-facts.ts';
import { whoHasLeft } from '../member-files/who-has-left.ts';
import { type Asked, type AskedBy, ask } from '../users/ask-to-sign.ts';
import { lockSettings, presentVersion } from './versions.service.ts';

/**
 * Asks members to sign a version, or new fees with it, except those whose signature on it holds and those who sign for the
 * broker, unless they are chosen and have an agreement in force. All are those who work as agents and have not left. Returns
 * how many are asked. Call it with the settings locked.
 * @throws 400 for a day that has passed
 */
export async function askMembers(
  transaction: DatabaseTransaction,
  by: AskedBy,
  asked: Asked,
  { who, chosen, due }: Omit<AskFields, 'fees'>,
): Promise<number> {
  if (due < today()) throw invalid('Due must be today or later', 'due');
  if (who === 'chosen' && chosen.length === 0) throw invalid('Choose at least one member', 'chosen');
  const wanted = new Set(chosen);
  const gone = who === 'all' ? await whoHasLeft(transaction) : new Set<string>();
  const members = (
    await activeUsers(transaction)
      .select('users.id')
      .where((e) => {
        const isNoSigner = e('users.id', 'not in', e.selectFrom('agreement_signers').select('user_id'));
        const inForce = e.selectFrom('agreements').select('user_id').where('state', '=', 'in-force');
        const hasSigned = e('users.id', 'in', inForce.where('user_id', 'is not', null));
        if (who === 'chosen') return e.or([isNoSigner, hasSigned]);
        const licensed = e.selectFrom('licenses').select('user_id').where('number', '!=', '');
        // Staff without a license have nothing to sign.
        const isAgent = e.or([e.not(isOfStaff(e)), hasSigned, e('users.id', 'in', licensed)]);
        return e.and([isNoSigner, isAgent]);
      })
      .execute()
  ).filter(({ id }) => (who === 'all' ? !gone.has(id) : wanted.has(id)));
  const signed = await signedBy(transaction, asked, who === 'all' ? undefined : chosen);
  if (who === 'all')
    await transaction
      .updateTable('agreement_settings')
      .set({ asked_version: asked.number, asked_due_on: due })
      .execute();
  const ids = members.map(({ id }) => id).filter((id) => !signed.has(id));
  return ask(transaction, by, asked, ids, due);
}

/** Those who have signed this version, and what it says still holds (docs/product.md P24.14). */
async function signedBy(
  transaction: DatabaseTransaction,
  { number, fees }: Asked,
  users: readonly string[] | undefined,
): Promise<Set<string | null>> {
  const rows = await transaction
    .selectFrom('agreements')
    .select(['id', 'user_id', 'basis', 'countersigned_at'])
    .where('user_id', 'is not', null)
    .where('state', 'in', ['signed', 'in-force'])
    .where('version', '=', number)
    .$if(users !== undefined, (some) => some.where('user_id', 'in', users ?? []))
    .$if(fees !== undefined, (some) => some.where('fees', '=', fees ?? 0))
    .execute();
  const again = await whyToSignAgain(transaction, rows);
  return new Set(rows.filter(({ id }) => !again.has(id)).map(({ user_id }) => user_id));
}

/** How many members have yet to sign a version of the fees. */
export async function countAskedForFees(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('agreement_asks')
    .innerJoin('users', 'users.id', 'agreement_asks.user_id')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('agreement_asks.agreement_id', 'is', null)
    .where('agreement_asks.fees', 'is not', null)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Members who have yet to sign an earlier version of the fees sign this one in its place. */
export async function replaceFeeAsks(
  transaction: DatabaseTransaction,
  fees: number,
  note: string,
): Promise<void> {
  await transaction
    .updateTable('agreement_asks')
    .set({ fees, note, reminded_at: null })
    .where('agreement_id', 'is', null)
    .where('fees', 'is not', null)
    .execute();
}

/** @throws 400 before the first version; 412 when another one was looked at; as askMembers */
export async function askToSign(
  db: Database,
  actor: Actor,
  { version: seen, ...fields }: AskFields & { version?: number | undefined },
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await lockSettings(transaction);
    const version = await presentVersion(transaction);
    if (!version) throw invalid('Publish the text of the agreement first');
    const { number, note } = version;
    if (seen !== undefined && seen !== number) throw stale('The agreement');
    const { fees, ...rest } = fields;
    const asked = fees ? { number, note, fees: (await feesInForce(transaction)).version } : { number, note };
    return askMembers(transaction, actor, asked, rest);
  });
}

interface TableFilter {
  search: string;
  open: boolean;
  skip: number;
}

/** Members who were asked to sign, by name, with the state of each. */
export async function listAsks(
  db: Database,
  { search, open, skip }: TableFilter,
): Promise<{ members: Resign[]; total: number }> {
  let found = db
    .selectFrom('agreement_asks as ask')
    .innerJoin('users', 'users.id', 'ask.user_id')
    .where('users.suspended_at', 'is', null);
  if (search !== '') found = found.where(containing(db, 'users.name', search));
  if (open) found = found.where('ask.agreement_id', 'is', null);
  const { total } = await found.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('agreements as present', (join) =>
      join.onRef('present.user_id', '=', 'ask.user_id').on('present.state', '=', 'in-force'),
    )
    .leftJoin('agreements as signed', 'signed.id', 'ask.agreement_id')
    .select(['ask.user_id', 'users.name', 'ask.version', 'ask.fees', 'ask.due_on', 'ask.agreement_id'])
    .select(['present.version as present_version', 'present.fees as present_fees'])
    .select('signed.state as signed_state')
    .orderBy(byName(db, 'users.name'))
    .orderBy('users.id')
    .limit(membersToSign)
    .offset(skip)
    .execute();
  const day = today();
  return {
    total: Number(total),
    members: rows.map((row) => ({
      user: { _id: row.user_id, name: row.name },
      version: row.present_version,
      fees: row.present_fees,
      asked: row.version,
      askedFees: row.fees,
      due: row.due_on,
      state: stateOf(row, day),
      agreement: row.signed_state === 'signed' ? row.agreement_id : null,
    })),
  };
}

function stateOf(
  {
    agreement_id,
    signed_state,
    due_on,
  }: { agreement_id: string | null; signed_state: string | null; due_on: string },
  day: string,
): Resign['state'] {
  if (agreement_id !== null) return signed_state === 'signed' ? 'signed' : 'done';
  return due_on < day ? 'overdue' : 'open';
}
