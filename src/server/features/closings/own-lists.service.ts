/** An agent's lists of closings, and the draft of a report. */

import type { OwnClosingRow } from '../../../shared/closings/closing-answers.ts';
import type { ClosingDraft, ClosingStart } from '../../../shared/closings/closings.contract.ts';
import { today } from '../../../shared/dates.ts';
import { calculationInWords } from '../../../shared/fees/calculation-label.ts';
import { calculatorFromQuery, calculatorToQuery } from '../../../shared/fees/calculator-link.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { stale } from '../../platform/http-error.ts';
import { termsOf } from '../agreements/terms.ts';
import { whyNotWork } from '../member-files/stops.ts';
import { rowColumns, toRow } from './closing-answers.ts';
import { settingsOf } from './closing-settings.service.ts';

interface Page {
  limit: number;
  after: Keyset | undefined;
}

/** One's own, and those with a share, by when they were reported, the newest first. */
export async function listOwnClosings(
  db: Database,
  { id }: Pick<Actor, 'id'>,
  { limit, after }: Page,
): Promise<KeysetPage<OwnClosingRow>> {
  let own = db
    .selectFrom('closings')
    .select(rowColumns)
    .where('agent_id', '=', id)
    .orderBy('reported_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  let shares = db
    .selectFrom('closing_shares')
    .innerJoin('closings', 'closings.id', 'closing_shares.closing_id')
    .select(columnsOf('closings', rowColumns))
    .select('closing_shares.amount')
    .where('closing_shares.user_id', '=', id)
    .orderBy('closing_shares.reported_at', 'desc')
    .orderBy('closing_shares.closing_id', 'desc')
    .limit(limit + 1);
  if (after) {
    own = own.where(beforeKeyset('reported_at', 'id', after));
    shares = shares.where(beforeKeyset('closing_shares.reported_at', 'closing_shares.closing_id', after));
  }
  const rows: OwnClosingRow[] = [
    ...(await own.execute()).map((row) => ({ ...toRow(row), role: 'agent' as const })),
    ...(await shares.execute()).map(({ amount, ...row }) => ({
      ...toRow(row),
      role: 'co-agent' as const,
      kept: amount,
    })),
  ];
  const keyOf = ({ reported, _id }: OwnClosingRow) => ({ at: reported, id: _id });
  const place = (row: OwnClosingRow) => `${row.reported} ${row._id}`;
  rows.sort((a, b) => (place(a) < place(b) ? 1 : -1));
  return toKeysetPage(rows.slice(0, limit + 1), limit, keyOf);
}

/** The values that a report begins with. */
export async function startClosing(
  db: Database,
  { id, email }: Pick<Actor, 'id' | 'email'>,
): Promise<ClosingStart> {
  const { schedule, agreement } = await termsOf(db, id);
  const lead = await db
    .selectFrom('contact_requests')
    .select('calculation')
    .where('member_id', '=', id)
    // Merged requests may be of another address, and another person.
    .where('email', '=', email)
    .where('calculation', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { promiseDays, feeBasis } = await settingsOf(db);
  const query = lead?.calculation ?? '';
  const pairs = [...new URLSearchParams(query)];
  // The unchanged example of the calculator says nothing about this agent.
  const isExample = calculatorToQuery(calculatorFromQuery(pairs), 1) === '';
  return {
    fees: schedule,
    agreement,
    mayWork: (await whyNotWork(db, [id], today())).size === 0,
    calculation: isExample ? null : { text: calculationInWords(pairs, await feesInForce(db)), query },
    promiseDays,
    feeBasis,
  };
}

export async function readDraft(db: Database, { id }: Pick<Actor, 'id'>): Promise<ClosingDraft> {
  const row = await db
    .selectFrom('closing_drafts')
    .select(['form', 'saved_at'])
    .where('user_id', '=', id)
    .executeTakeFirst();
  return { form: row?.form ?? '', saved: row?.saved_at ?? null };
}

/** @param seen when the draft that this continues was saved. @throws 412 in place of another one */
export async function saveDraft(
  db: Database,
  { id }: Pick<Actor, 'id'>,
  { form, seen }: { form: string; seen?: string | null | undefined },
): Promise<ClosingDraft> {
  if (form === '') {
    await deleteDraft(db, id, seen);
    return { form, saved: null };
  }
  const saved_at = now();
  const saved = await db
    .insertInto('closing_drafts')
    .values({ user_id: id, form, saved_at })
    .onConflict((conflict) => {
      const one = conflict.column('user_id');
      if (seen === null) return one.doNothing();
      const other = one.doUpdateSet({ form, saved_at });
      return seen === undefined ? other : other.where('closing_drafts.saved_at', '=', seen);
    })
    .returning('saved_at')
    .executeTakeFirst();
  if (!saved) throw stale('Draft');
  return { form, saved: saved_at };
}

/** Another draft than the one seen stays. */
export async function deleteDraft(
  db: Database | DatabaseTransaction,
  userId: string,
  seen: string | null | undefined,
): Promise<void> {
  if (seen === null) return;
  const drafts = db.deleteFrom('closing_drafts').where('user_id', '=', userId);
  await (seen === undefined ? drafts : drafts.where('saved_at', '=', seen)).execute();
}
