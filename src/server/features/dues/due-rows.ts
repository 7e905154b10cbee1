/** Reads, locks and changes dues. */

import { type ExpressionBuilder, sql } from 'kysely';
import { laterDay, officeDay, today } from '../../../shared/dates.ts';
import { shownEvents, storedEvents } from '../../../shared/dues/due-history.ts';
import type { Due, OwnDue } from '../../../shared/dues/dues.contract.ts';
import { type DueState, shownDueState } from '../../../shared/dues/dues.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { containing } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { afterKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';
import type { DueRow } from '../../tables/dues.ts';
import type { Tables } from '../../tables/tables.ts';
import { setDueFigures } from '../bookkeeping/paid-figures.ts';

type Db = Database | DatabaseTransaction;

/** The actor; undefined for the server. */
export type By = Pick<Actor, 'id' | 'name'> | undefined;

export const dueColumns = [
  'id',
  'user_id',
  'user_was',
  'user_name',
  'label',
  'reason',
  'amount',
  'annual_on',
  'charged_on',
  'due_on',
  'state',
  'tell_on',
  'from_closing',
  'closing_id',
  'opened_from',
  'credit_of',
  'settled_on',
  'method',
  'settled_reason',
  'settled_by',
  'settler_name',
  'history',
  'invoice',
  'invoice_content',
  'keep_from',
  'created_at',
] as const satisfies (keyof DueRow)[];

const shown = (db: Db) =>
  db
    .selectFrom('dues')
    .leftJoin('closings as keeper', 'keeper.id', 'dues.closing_id')
    .leftJoin('closings as fallen', 'fallen.id', 'dues.from_closing')
    .leftJoin('users', 'users.id', 'dues.user_id')
    .select([
      'dues.id',
      'dues.user_id',
      'dues.user_name',
      'dues.label',
      'dues.reason',
      'dues.amount',
      'dues.annual_on',
      'dues.charged_on',
      'dues.due_on',
      'dues.state',
      'dues.from_closing',
      'dues.closing_id',
      'dues.settled_on',
      'dues.method',
      'dues.settled_reason',
      'dues.settler_name',
      'dues.history',
      'dues.invoice',
      'users.name as present_name',
      'keeper.property as kept_from',
      'fallen.property as fallen_from',
    ]);

type Shown = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

/** Begins the event of a due that a closing keeps; its property follows. */
export const keptText = 'kept from the closing at';

const placeOf = (id: string | null, property: string | null) =>
  id === null || property === null ? null : { _id: id, property };

function toOwnDue(row: Shown): OwnDue {
  const amount = Number(row.amount);
  return {
    _id: row.id,
    label: row.label,
    reason: row.reason,
    amount,
    annual: row.annual_on !== null,
    charged: row.charged_on,
    due: row.due_on,
    state: shownDueState({ state: row.state, amount, due: row.due_on }, today()),
    closing: placeOf(row.closing_id, row.kept_from),
    from: placeOf(row.from_closing, row.fallen_from),
    invoice: row.invoice,
    settled:
      row.settled_on === null ? null : { on: row.settled_on, method: row.method, reason: row.settled_reason },
  };
}

function toDue(row: Shown): Due {
  const { settled, ...own } = toOwnDue(row);
  return {
    ...own,
    member: { _id: row.user_id, name: row.present_name ?? row.user_name },
    settled: settled && { ...settled, by: row.settler_name },
    history: shownEvents(row.history),
  };
}

export interface DueFilter {
  state?: DueState | 'overdue' | 'unpaid' | undefined;
  member?: string | undefined;
  closing?: string | undefined;
  due?: string | undefined;
  search?: string | undefined;
}

/** A cursor has a moment. */
const dayLength = 'YYYY-MM-DD'.length;

const isOverdue = (e: ExpressionBuilder<Tables, 'dues'>) =>
  e.and([e('dues.state', '=', 'open'), e('dues.due_on', '<', today()), e('dues.amount', '>', 0)]);

/** The open dues of a user add up to something that they owe (docs/product.md P30.6). */
const isUncovered = (userId: string) =>
  sql<boolean>`(select sum(amount) from dues where user_id = ${userId} and state = 'open') > 0`;

/**
 * Those due first, at most `limit`, and how many more there are; `own` of the actor, none while credits cover all that they
 * owe, or of all others.
 */
export async function overdueDues(
  db: Db,
  { id }: Pick<Actor, 'id'>,
  { own, limit }: { own: boolean; limit: number },
): Promise<{
  dues: { _id: string; label: string; amount: number; due: string; member: string }[];
  more: number;
}> {
  const overdue = db
    .selectFrom('dues')
    .leftJoin('users', 'users.id', 'dues.user_id')
    .where(isOverdue)
    .where((e) =>
      own
        ? e.and([e('dues.user_id', '=', id), isUncovered(id)])
        : e.or([e('dues.user_id', 'is', null), e('dues.user_id', '!=', id)]),
    );
  const rows = await overdue
    .select(['dues.id', 'dues.label', 'dues.amount', 'dues.due_on', 'dues.user_name', 'users.name'])
    .orderBy('dues.due_on')
    .orderBy('dues.id')
    .limit(limit)
    .execute();
  const { count } = await overdue.select((e) => e.fn.countAll().as('count')).executeTakeFirstOrThrow();
  const dues = rows.map((row) => ({
    _id: row.id,
    label: row.label,
    amount: Number(row.amount),
    due: row.due_on,
    member: row.name ?? row.user_name,
  }));
  return { dues, more: Number(count) - dues.length };
}

/** Those due first at the top. */
export async function listDues(
  db: Db,
  { state, member, closing, due, search }: DueFilter,
  { limit, after }: { limit: number; after: Keyset | undefined },
): Promise<KeysetPage<Due>> {
  let query = shown(db)
    .orderBy('dues.due_on')
    .orderBy('dues.id')
    .limit(limit + 1);
  if (after)
    query = query.where(
      afterKeyset('dues.due_on', 'dues.id', { at: after.at.slice(0, dayLength), id: after.id }),
    );
  if (member) query = query.where('dues.user_id', '=', member);
  if (closing) query = query.where('dues.closing_id', '=', closing);
  if (due) query = query.where('dues.id', '=', due);
  if (state === 'overdue') query = query.where(isOverdue);
  else if (state === 'unpaid')
    query = query
      .where('dues.state', 'in', ['open', 'kept'])
      .where((e) => e.or([e('dues.state', '=', 'open'), e('dues.settled_on', 'is', null)]));
  else if (state) query = query.where('dues.state', '=', state);
  if (search)
    query = query.where((e) =>
      e.or([
        containing(db, 'dues.label', search),
        containing(db, 'dues.user_name', search),
        containing(db, 'users.name', search),
      ]),
    );
  const rows = (await query.execute()).map(toDue);
  return toKeysetPage(rows, limit, ({ due, _id }) => ({ at: `${due}T00:00:00.000Z`, id: _id }));
}

const maxOwn = 100;

/** The newest. */
export async function ownDues(db: Db, { id }: Pick<Actor, 'id'>): Promise<OwnDue[]> {
  const rows = await shown(db)
    .where('dues.user_id', '=', id)
    .orderBy('dues.due_on', 'desc')
    .orderBy('dues.id', 'desc')
    .limit(maxOwn)
    .execute();
  return rows.map(toOwnDue);
}

/** @throws 404 'Due not found' */
export async function getDue(db: Db, id: string): Promise<Due> {
  const row = await shown(db).where('dues.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Due');
  return toDue(row);
}

/** By their ids, in that order. */
export async function getDues(db: Db, ids: readonly string[]): Promise<Due[]> {
  const rows = ids.length === 0 ? [] : await shown(db).where('dues.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toDue(row)] : [];
  });
}

/**
 * Locks dues until the transaction ends: first their members, as an approval does, then the dues, each by their ids. When
 * calls come together, one decides, and the others see its result. SQLite runs one transaction at a time.
 * @throws 404 'Due not found'
 */
export async function lockDues(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<Map<string, DueRow>> {
  const found = await transaction
    .selectFrom('dues')
    .select(['id', 'user_id'])
    .where('id', 'in', ids)
    .execute();
  if (found.length < ids.length) throw notFound('Due');
  const members = [...new Set(found.flatMap(({ user_id }) => user_id ?? []))];
  const dues = transaction.selectFrom('dues').select(dueColumns).where('id', 'in', ids).orderBy('id');
  if (isPostgres(transaction) && members.length > 0)
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', 'in', members)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  const rows = await (isPostgres(transaction) ? dues.forNoKeyUpdate() : dues).execute();
  if (rows.length < ids.length) throw notFound('Due');
  return new Map(rows.map((row) => [row.id, { ...row, amount: Number(row.amount) }]));
}

type NewRow = Pick<DueRow, 'user_name' | 'label' | 'reason' | 'amount' | 'charged_on' | 'due_on'> &
  Partial<DueRow> & { user_id: string | null };

/**
 * Adds one, with its first event. No day that is typed shortens how long it stays (docs/product.md P30.8). @returns undefined for an
 * annual fee that is there
 */
export async function insertDue(
  transaction: DatabaseTransaction,
  by: By,
  given: NewRow,
  text: string,
): Promise<DueRow | undefined> {
  const moment = now();
  const row = await transaction
    .insertInto('dues')
    .values({
      id: newId(),
      user_was: null,
      annual_on: null,
      state: 'open',
      tell_on: null,
      from_closing: null,
      closing_id: null,
      opened_from: null,
      credit_of: null,
      settled_on: null,
      method: '',
      settled_reason: '',
      settled_by: null,
      settler_name: '',
      invoice: null,
      invoice_content: null,
      created_at: moment,
      ...given,
      keep_from: laterDay(given.keep_from ?? given.due_on, officeDay(given.created_at ?? moment)),
      history: JSON.stringify([
        { date: moment, by: by?.name ?? 'Server', text, state: given.state ?? 'open' },
      ]),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(dueColumns)
    .executeTakeFirst();
  if (!row) return undefined;
  await setDueFigures(transaction, [row]);
  await recordAuditEvent(transaction, by, eventOf({ row, text }));
  return row;
}

/** How a locked due changes; undefined columns stay. */
export interface DueChange {
  row: DueRow;
  changes: Partial<Pick<DueRow, (typeof changing)[number]>>;
  /** For its history. */
  text: string;
}

const changing = [
  'state',
  'tell_on',
  'closing_id',
  'opened_from',
  'settled_on',
  'method',
  'settled_reason',
  'settled_by',
  'settler_name',
  'keep_from',
] as const;

/** As changeDues, of one. */
export const changeDue = (
  transaction: DatabaseTransaction,
  by: By,
  row: DueRow,
  changes: DueChange['changes'],
  text: string,
): Promise<void> => changeDues(transaction, by, [{ row, changes, text }]);

/** Changes locked dues, each once, and adds to their history; their years of retention count from today at least. */
export async function changeDues(
  transaction: DatabaseTransaction,
  by: By,
  all: readonly DueChange[],
): Promise<void> {
  if (all.length === 0) return;
  await recordAuditEvent(transaction, by, ...all.map(eventOf));
  const date = now();
  const changed = all.map(({ row, changes, text }): DueRow => {
    const history = [
      ...storedEvents(row.history),
      { date, by: by?.name ?? 'Server', text, state: changes.state ?? row.state },
    ];
    const keep_from = laterDay(changes.keep_from ?? row.keep_from, today());
    return { ...row, ...changes, keep_from, history: JSON.stringify(history) };
  });
  const columns = [...changing, 'history'] as const;
  const rows = JSON.stringify(
    changed.map((row) => Object.fromEntries(['id' as const, ...columns].map((name) => [name, row[name]]))),
  );
  const isOnPostgres = isPostgres(transaction);
  const given = isOnPostgres
    ? sql`json_populate_recordset(null::dues, ${rows}::json)`
    : sql`json_each(${rows})`;
  const value = (name: string) =>
    isOnPostgres ? sql`${sql.ref(`given.${name}`)}` : sql`(given.value ->> ${sql.lit(`$.${name}`)})`;
  await sql`update dues set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${value(name)}`))}
    from ${given} as given where dues.id = ${value('id')}`.execute(transaction);
  await setDueFigures(transaction, changed);
}

const eventOf = ({ row: { id, label, user_name }, text: details }: Pick<DueChange, 'row' | 'text'>) => ({
  action: 'due.updated' as const,
  object: { id, name: `${label}, ${user_name}` },
  details,
});

/** Changes that open one again: nothing settles it. */
export const openAgain = {
  state: 'open',
  closing_id: null,
  settled_on: null,
  method: '',
  settled_reason: '',
  settled_by: null,
  settler_name: '',
} as const satisfies Partial<DueRow>;
