/** Figures of closings. */

import { sql } from 'kysely';
import type { z } from 'zod';
import type { ClosingInsights, idleMember } from '../../../shared/closings/closings-office.contract.ts';
import type { TransactionKind } from '../../../shared/closings/transaction-kinds.ts';
import { addDays, today } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { isActive } from '../../platform/db/active-users.ts';
import { byName } from '../../platform/db/containing.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { feesSigned } from '../agreements/fees-signed.ts';

/** Days without a payment. */
const idleDays = 90;
const maxIdle = 5000;
const shownIdle = 200;

/** By month of payment in Los Angeles; corrections count in the month of their own day. */
export async function readClosingInsights(db: Database, months: number): Promise<ClosingInsights> {
  const to = today();
  const from = `${monthsBefore(to.slice(0, 7), months - 1)}-01`;
  const { count } = await db
    .selectFrom(idleMembers(db).select('users.id').limit(maxIdle).as('idle'))
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return {
    from,
    to,
    months: await monthsSince(db, from),
    promise: await promiseSince(db, from),
    idle: Number(count),
    fees: await feesSigned(db),
  };
}

function monthsBefore(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 - count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

interface MonthRow {
  month: string;
  kind: TransactionKind;
  closings: number;
  volume: number;
  fees: number;
}

async function monthsSince(db: Database, from: string): Promise<MonthRow[]> {
  // By day first, which is the order of the index.
  const { rows } = await sql<MonthRow>`
    select substr(day, 1, 7) as month, kind, cast(sum(closings) as bigint) as closings, cast(sum(volume) as bigint) as volume,
      cast(sum(fees) as bigint) as fees
    from (
      select paid_on as day, kind, count(*) as closings,
        sum(case when counts_price then price else 0 end) as volume, sum(fees) as fees
      from closings where paid_on >= ${from} group by paid_on, kind
      union all
      select entry.on_day, closings.kind, 0,
        sum(case when closings.counts_price then entry.price else 0 end), sum(entry.fees)
      from closing_corrections as entry join closings on closings.id = entry.closing_id
      where entry.on_day >= ${from} group by entry.on_day, closings.kind
    ) as parts
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

async function promiseSince(db: Database, from: string): Promise<ClosingInsights['promise']> {
  const hours = isPostgres(db)
    ? sql<number | null>`avg(extract(epoch from paid_at - package_at) / 3600)::float8`
    : sql<number | null>`avg((julianday(paid_at) - julianday(package_at)) * 24)`;
  const row = await db
    .selectFrom('closings')
    .select((e) => [
      e.fn.countAll().as('paid'),
      sql<number | null>`sum(case when promise = 'kept' then 1 else 0 end)`.as('within'),
      hours.as('hours'),
    ])
    .where('paid_on', '>=', from)
    .where('promise', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    paid: Number(row.paid),
    within: Number(row.within ?? 0),
    hours: row.hours === null ? null : Math.round(row.hours),
  };
}

/** Active members who joined before that day and were paid nothing since, as agent or co-agent. */
const idleMembers = (db: Database) => {
  const since = addDays(today(), -idleDays);
  return db
    .selectFrom('users')
    .where(isActive)
    .where('users.created_at', '<', fromNow(-idleDays * day))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('closings')
            .select('closings.id')
            .whereRef('closings.agent_id', '=', 'users.id')
            .where('closings.paid_on', '>=', since),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('closing_shares')
            .select('closing_shares.id')
            .whereRef('closing_shares.user_id', '=', 'users.id')
            .where('closing_shares.paid_on', '>=', since),
        ),
      ),
    );
};

/** Idle members, the longest first. */
export async function listIdle(db: Database, skip: number): Promise<z.output<typeof idleMember>[]> {
  const listed = idleMembers(db).select((e) => [
    'users.id',
    'users.name',
    e
      .selectFrom('closings')
      .select((c) => c.fn.max('closings.paid_on').as('last'))
      .whereRef('closings.agent_id', '=', 'users.id')
      .as('last_paid'),
  ]);
  const rows = await db
    .selectFrom(listed.as('idle'))
    .select(['idle.id', 'idle.name', 'idle.last_paid'])
    // Both engines must place alike who was never paid.
    .orderBy((e) => e.fn.coalesce('idle.last_paid', e.val('')))
    .orderBy(byName(db, 'idle.name'))
    .offset(skip)
    .limit(shownIdle)
    .execute();
  return rows.map(({ id, name, last_paid }) => ({ user: { _id: id, name }, lastPaid: last_paid }));
}
