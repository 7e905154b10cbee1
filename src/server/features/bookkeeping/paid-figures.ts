/**
 * Writes what was paid to `paid_figures`, which the reports add up, in the transaction that notes a payment, a correction
 * or a due (docs/product.md P31.1).
 */

import { type RawBuilder, sql } from 'kysely';
import type { DeductionKind, SettlementLine } from '../../../shared/closings/closing.ts';
import { kindOf, type TransactionKind } from '../../../shared/closings/transaction-kinds.ts';
import { officeDay } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import type { PaidFiguresRow } from '../../tables/bookkeeping.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import type { DueRow } from '../../tables/dues.ts';

/**
 * The day of a row in a sum for each agent: without an order by days, SQLite adds up in the order of the index by agents and
 * sorts nothing. PostgreSQL chooses by its statistics.
 */
export const dayByAgent = (db: Database): RawBuilder<string> => (isPostgres(db) ? sql`on_day` : sql`+on_day`);

type Amounts = Omit<
  PaidFiguresRow,
  'id' | 'kind' | 'source' | 'closing_id' | 'due_id' | 'user_id' | 'user_name' | 'on_day'
>;
type FeeColumn = keyof {
  [Name in keyof Amounts as Amounts[Name] extends number ? Name : never]: true;
};

const nothing: Amounts = {
  sides: 0,
  volume: 0,
  gross: 0,
  transaction_fee: 0,
  insurance: 0,
  coordination: 0,
  short_sale: 0,
  lease: 0,
  referral: 0,
  new_construction: 0,
  other: 0,
  corrected: 0,
  waived: 0,
  annual: 0,
  carried: 0,
  charged: 0,
  credits: 0,
  referred: 0,
  kept: 0,
  paid_to: null,
  unexplained: 0,
  days_to_pay: null,
  in_time: null,
};

const store = async (transaction: DatabaseTransaction, rows: PaidFiguresRow[]): Promise<number> => {
  if (rows.length === 0) return 0;
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('paid_figures')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['source', 'kind']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
};

const feesOfKind = { sale: 'transaction_fee', lease: 'lease', referral: 'referral' } as const;

const columnsOfDeductions = { annual: 'annual', carried: 'carried', other: 'charged' } as const;

/** The labels that an earlier version froze; they stay, whatever those of today are. */
function kindByLabel({ label }: SettlementLine): DeductionKind {
  if (label === 'Annual fee') return 'annual';
  return label === 'Charge carried over' ? 'carried' : 'other';
}

/** Where a line of a settlement counts; undefined for what is a column of the closing. */
function columnOf(line: SettlementLine, kind: TransactionKind): FeeColumn | undefined {
  switch (line.id) {
    case 'transaction-fee':
      return feesOfKind[kindOf(kind).fees];
    case 'errors-and-omissions':
      return 'insurance';
    case 'coordinator':
      return 'coordination';
    case 'short-sale':
      return 'short_sale';
    case 'new-construction':
      return 'new_construction';
    case 'in-house-escrow':
      return 'other';
    case 'decided':
      return line.amount > 0 ? 'waived' : 'other';
    case 'deduction':
      return columnsOfDeductions[line.kind ?? kindByLabel(line)];
    case 'referral':
      return 'referred';
    case 'credit':
      return 'credits';
    default:
      return undefined;
  }
}

type PaidClosing = Pick<
  ClosingRow,
  | 'id'
  | 'agent_id'
  | 'agent_name'
  | 'kind'
  | 'price'
  | 'gross'
  | 'kept'
  | 'settlement'
  | 'paid_on'
  | 'package_at'
  | 'promise'
>;

/** Undefined before the payment. `volume` is the price: `countVolumes` follows. */
function figuresOfClosing(row: PaidClosing): PaidFiguresRow | undefined {
  const { paid_on, settlement } = row;
  if (paid_on === null) return undefined;
  const { lines }: { lines: SettlementLine[] } = settlement === null ? { lines: [] } : JSON.parse(settlement);
  const amounts = { ...nothing };
  for (const line of lines) {
    const column = columnOf(line, row.kind);
    if (column !== undefined) amounts[column] -= line.amount;
  }
  return {
    ...amounts,
    ...owned('closing', row.id, { user_id: row.agent_id, user_name: row.agent_name }),
    closing_id: row.id,
    on_day: paid_on,
    sides: 1,
    volume: row.price,
    gross: row.gross,
    kept: row.kept,
    ...promiseOf(row, paid_on),
  };
}

const owned = (
  kind: PaidFiguresRow['kind'],
  source: string,
  { user_id, user_name }: Pick<PaidFiguresRow, 'user_id' | 'user_name'>,
) => ({ id: newId(), kind, source, closing_id: null, due_id: null, user_id, user_name });

function promiseOf({ package_at, promise }: PaidClosing, paid: string) {
  if (package_at === null || promise === null) return {};
  const days = (Date.parse(paid) - Date.parse(officeDay(package_at))) / day;
  return { days_to_pay: Math.max(0, days), in_time: promise === 'kept' ? 1 : 0 };
}

/** Adds closings that are paid, with their shares; those that are there stay. @returns how many rows it added */
export async function addClosingFigures(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await transaction
    .selectFrom('closings')
    .select(['id', 'deal_id', 'agent_id', 'agent_name', 'kind', 'price', 'gross', 'kept', 'settlement'])
    .select(['paid_on', 'package_at', 'promise'])
    .where('id', 'in', ids)
    .execute();
  const shares = await transaction
    .selectFrom('closing_shares')
    .select(['id', 'closing_id', 'user_id', 'user_name', 'amount', 'paid_on'])
    .where('closing_id', 'in', ids)
    .where('paid_on', 'is not', null)
    .execute();
  const added = await store(transaction, [
    ...rows.flatMap((row) => figuresOfClosing(row) ?? []),
    ...shares.flatMap((share): PaidFiguresRow[] =>
      share.paid_on === null
        ? []
        : [
            {
              ...nothing,
              ...owned('share', share.id, share),
              closing_id: share.closing_id,
              on_day: share.paid_on,
              kept: share.amount,
            },
          ],
    ),
  ]);
  await countVolumes(transaction, [...new Set(rows.map(({ deal_id }) => deal_id))]);
  return added;
}

/** A price counts once for each agent of a deal, with their side that was paid first, as in their year. */
const volumeOf = sql<number>`(
  select case when exists (
    select 1 from closings as other
    where other.deal_id = closings.deal_id and other.agent_id = closings.agent_id and other.paid_on is not null
      and (other.paid_on, other.id) < (closings.paid_on, closings.id)
  ) then 0 else closings.price end
  from closings where closings.id = paid_figures.closing_id
)`;

/** Call it after a change of the sides of these deals, or of what is paid of them. @returns how many rows it changed */
export async function countVolumes(
  transaction: DatabaseTransaction,
  deals: readonly string[],
): Promise<number> {
  if (deals.length === 0) return 0;
  const { numUpdatedRows } = await transaction
    .updateTable('paid_figures')
    .set({ volume: volumeOf })
    .where('kind', '=', 'closing')
    .where('closing_id', 'in', (e) => e.selectFrom('closings').select('id').where('deal_id', 'in', deals))
    .where((e) => e('volume', '!=', volumeOf))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Adds corrections, each on its own day; those that are there stay. @returns how many rows it added */
export async function addCorrectionFigures(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await transaction
    .selectFrom('closing_corrections as entry')
    .innerJoin('closings', 'closings.id', 'entry.closing_id')
    .select(['entry.id', 'entry.closing_id', 'entry.agent_id', 'closings.agent_name', 'entry.on_day'])
    .select(['entry.price', 'entry.gross', 'entry.fees', 'entry.kept'])
    .select(['entry.freed_annual', 'entry.freed_carried', 'entry.freed_charged'])
    .where('entry.id', 'in', ids)
    .execute();
  return store(
    transaction,
    rows.map((row) => {
      const { id, closing_id, on_day, price, gross, fees, kept } = row;
      const freed = row.freed_annual + row.freed_carried + row.freed_charged;
      return {
        ...nothing,
        ...owned('correction', id, { user_id: row.agent_id, user_name: row.agent_name }),
        closing_id,
        on_day,
        volume: price,
        gross,
        corrected: fees,
        annual: -row.freed_annual,
        carried: -row.freed_carried,
        charged: -row.freed_charged,
        kept,
        unexplained: gross - fees - kept + freed,
      };
    }),
  );
}

type SettledDue = Pick<
  DueRow,
  | 'id'
  | 'user_id'
  | 'user_name'
  | 'amount'
  | 'annual_on'
  | 'from_closing'
  | 'state'
  | 'settled_on'
  | 'credit_of'
  | 'charged_on'
>;

/**
 * Brings the rows of dues up to date with their state: a payment, and the money of a credit. A row that is as it should be
 * stays, as an export names it.
 */
export async function setDueFigures(
  transaction: DatabaseTransaction,
  dues: readonly SettledDue[],
): Promise<void> {
  const wanted = dues.flatMap(figuresOfDue);
  const present = await transaction
    .selectFrom('paid_figures')
    .select(['id', 'due_id', 'kind', 'on_day', 'annual', 'carried', 'charged'])
    .where(
      'due_id',
      'in',
      dues.map(({ id }) => id),
    )
    .execute();
  const stale = present.filter((one) => !wanted.some((other) => saysAlike(one, other)));
  if (stale.length > 0)
    await transaction
      .deleteFrom('paid_figures')
      .where(
        'id',
        'in',
        stale.map(({ id }) => id),
      )
      .execute();
  await store(transaction, wanted);
}

type OfDue = Pick<PaidFiguresRow, 'due_id' | 'kind' | 'on_day' | 'annual' | 'carried' | 'charged'>;

const saysAlike = (one: OfDue, other: OfDue) =>
  one.due_id === other.due_id &&
  one.kind === other.kind &&
  one.on_day === other.on_day &&
  one.annual === other.annual &&
  one.carried === other.carried &&
  one.charged === other.charged;

/** Where the amount of a due counts. */
export function columnOfDue({ annual_on, from_closing }: Pick<DueRow, 'annual_on' | 'from_closing'>) {
  if (annual_on !== null) return 'annual';
  return from_closing !== null ? 'carried' : 'charged';
}

function figuresOfDue(row: SettledDue): PaidFiguresRow[] {
  const column = columnOfDue(row);
  const rows: PaidFiguresRow[] = [];
  const add = (kind: 'due' | 'credit', on_day: string, amount: number) =>
    rows.push({ ...nothing, ...owned(kind, row.id, row), due_id: row.id, on_day, [column]: amount });
  if (row.state === 'paid' && row.settled_on !== null && row.amount !== 0)
    add('due', row.settled_on, row.amount);
  // The money was the office's from that day on, and is theirs again once the credit is settled.
  if (row.credit_of !== null && row.state !== 'void') add('credit', row.charged_on, -row.amount);
  return rows;
}

/** Rows in one transaction. */
export const batch = 200;

/**
 * Adds what an earlier version noted, and counts the prices of its deals. Returns how much. May stop anywhere and run
 * again.
 */
export async function refillPaidFigures(db: Database): Promise<number> {
  const paid = await eachBatch(
    db,
    (after) =>
      db
        .selectFrom('closings')
        .select('id')
        .where('paid_on', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .execute(),
    addClosingFigures,
  );
  const corrected = await eachBatch(
    db,
    (after) =>
      db
        .selectFrom('closing_corrections')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .execute(),
    addCorrectionFigures,
  );
  const settled = await eachBatch(
    db,
    (after) =>
      db.selectFrom('dues').select('id').where('id', '>', after).orderBy('id').limit(batch).execute(),
    addDueFigures,
  );
  return paid + corrected + settled;
}

const lowestId = '00000000-0000-0000-0000-000000000000';

/** Each with a transaction of its own. @returns how much they wrote */
export async function eachBatch(
  db: Database,
  read: (after: string) => Promise<{ id: string }[]>,
  add: (transaction: DatabaseTransaction, ids: string[]) => Promise<number>,
): Promise<number> {
  let written = 0;
  for (let after = lowestId; ; ) {
    const ids = (await read(after)).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return written;
    after = last;
    written += await db.transaction().execute((transaction) => add(transaction, ids));
  }
}

async function addDueFigures(transaction: DatabaseTransaction, ids: readonly string[]): Promise<number> {
  const rows = await transaction
    .selectFrom('dues')
    .select(['id', 'user_id', 'user_name', 'amount', 'annual_on', 'from_closing', 'state', 'settled_on'])
    .select(['credit_of', 'charged_on'])
    .where('id', 'in', ids)
    .execute();
  return store(transaction, rows.flatMap(figuresOfDue));
}
