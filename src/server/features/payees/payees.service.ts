/** Whom the brokerage paid in a year, or had paid through escrow (docs/product.md P32). */

import { sql } from 'kysely';
import { today } from '../../../shared/dates.ts';
import { type Payee, type PayeeYear, payeesOnPage } from '../../../shared/payees/payees.contract.ts';
import {
  type FormNeed,
  needOfForm,
  type PayeeKind,
  type Threshold,
  type W9State,
} from '../../../shared/payees/payees.ts';
import { plainForm } from '../../../shared/search/search-form.ts';
import type { Database } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { corporationsOf } from '../member-files/corporations.ts';
import { standingChecks } from '../member-files/standing-checks.ts';
import { thresholdOf } from './thresholds.service.ts';

export interface PayeeFilter {
  search: string;
  form?: FormNeed | undefined;
  w9?: W9State | undefined;
}

/** Users in one statement. */
const atOnce = 5000;

/** A page of the payees that the filter finds, those paid most first, with the sums of the whole year. */
export async function readPayees(
  db: Database,
  year: number,
  { skip, ...filter }: PayeeFilter & { skip: number },
): Promise<PayeeYear> {
  const threshold = await thresholdOf(db, year);
  const all = await payeesOf(db, year, threshold);
  const found = all.filter(matching(filter));
  const needs = { yes: 0, ask: 0, corporation: 0, below: 0 };
  for (const { form } of all) needs[form] += 1;
  return {
    year,
    years: await yearsUntilNow(db, year),
    threshold,
    sum: {
      paid: all.reduce((sum, { total }) => sum + total, 0),
      payees: all.length,
      needs,
      missing: all.filter(matching({ search: '', w9: 'missing' })).length,
    },
    total: found.length,
    payees: found.slice(skip, skip + payeesOnPage),
  };
}

/** All payees that the filter finds, for the file. */
export async function findPayees(db: Database, year: number, filter: PayeeFilter): Promise<Payee[]> {
  return (await payeesOf(db, year, await thresholdOf(db, year))).filter(matching(filter));
}

/** A W-9 is asked of members: that of another broker is not noted here. */
const matching = ({ search, form, w9 }: PayeeFilter) => {
  const wanted = plainForm(search);
  return ({ name, member, form: need, w9: { state, paidTo } }: Payee): boolean =>
    plainForm(`${name} ${paidTo} ${member?.name ?? ''}`).includes(wanted) &&
    (form === undefined || form === need) &&
    (w9 === undefined || (member !== null && w9 === state));
};

async function payeesOf(db: Database, year: number, threshold: Threshold | null): Promise<Payee[]> {
  const paid = await paidIn(db, year);
  const members = await membersOf(
    db,
    paid.flatMap(({ user }) => user ?? []),
  );
  return paid
    .map(({ user, name, kind, license, ...sums }): Payee => {
      const member = user === null ? undefined : members.get(user);
      const w9 = member?.w9 ?? { state: 'missing', on: null, paidTo: '' };
      const of = member?.isCorporation ? 'corporation' : kind;
      return {
        name: member?.nameOnForm ?? name,
        member: user === null || !member ? null : { _id: user, name: member.name },
        kind: of,
        license,
        ...sums,
        w9,
        form: needOfForm(
          { kind: of, total: sums.total, w9: w9.state, known: member !== undefined },
          threshold,
        ),
      };
    })
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
}

interface Paid {
  /** Null for another broker, and once the account has gone. */
  user: string | null;
  name: string;
  kind: PayeeKind;
  license: string;
  total: number;
  payments: number;
  corrections: number;
}

interface PaidRow {
  user_id: string | null;
  name: string;
  license: string;
  paid: number | string;
  payments: number | string;
  corrections: number | string;
}

/** By the days of payment, and of corrections. Those whose account has gone are told apart by the name that the closing has. */
async function paidIn(db: Database, year: number): Promise<Paid[]> {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  // As countsForForm, in SQL: a part below zero is paid by the agent.
  const { rows: members } = await sql<PaidRow>`
    select user_id, case when user_id is null then user_name else '' end as name, '' as license,
      sum(case when kind <> 'correction' and kept > 0 then kept else 0 end) as paid,
      sum(case when kind <> 'correction' and kept > 0 then 1 else 0 end) as payments,
      sum(case when kind = 'correction' then kept else 0 end) as corrections
    from paid_figures
    where on_day >= ${from} and on_day <= ${to} and kind in ('closing', 'share', 'correction')
    group by 1, 2`.execute(db);
  return [
    ...members
      .map((row) => toPaid('agent', row))
      .filter(({ payments, corrections }) => payments > 0 || corrections !== 0),
    ...(await brokersPaid(db, from, to)),
  ];
}

const toPaid = (kind: PayeeKind, { user_id, name, license, paid, payments, corrections }: PaidRow): Paid => ({
  user: user_id,
  name,
  kind,
  license,
  // PostgreSQL adds integers up to a text.
  total: Number(paid) + Number(corrections),
  payments: Number(payments),
  corrections: Number(corrections),
});

/** Only the frozen statement names them; few closings have one. One license is one broker, however its name is written. */
async function brokersPaid(db: Database, from: string, to: string): Promise<Paid[]> {
  const payees = isPostgres(db)
    ? sql`lateral jsonb_array_elements(closings.settlement::jsonb -> 'payees') as payee(value)`
    : sql`json_each(closings.settlement, '$.payees') as payee`;
  const field = (name: string) =>
    isPostgres(db) ? sql`(payee.value ->> ${name}::text)` : sql`json_extract(payee.value, ${`$.${name}`})`;
  const { rows } = await sql<PaidRow>`
    select null as user_id, name, license, sum(amount) as paid, count(*) as payments, 0 as corrections
    from (
      select ${field('name')} as name, ${field('license')} || ' (' || ${field('state')} || ')' as license,
        cast(${field('amount')} as bigint) as amount
      from paid_figures as paid join closings on closings.id = paid.closing_id, ${payees}
      where paid.on_day >= ${from} and paid.on_day <= ${to} and paid.kind = 'closing' and paid.referred > 0
        and ${field('to')} = 'other-broker'
    ) as parts group by name, license order by name`.execute(db);
  const brokers = new Map<string, Paid>();
  for (const row of rows) {
    const broker = toPaid('other-broker', row);
    // Some write "none" for the number.
    const key = /\d/.test(row.license) ? row.license : `${plainForm(row.name)} ${row.license}`;
    const known = brokers.get(key);
    brokers.set(key, {
      ...broker,
      total: broker.total + (known?.total ?? 0),
      payments: broker.payments + (known?.payments ?? 0),
    });
  }
  return [...brokers.values()];
}

interface Member {
  name: string;
  nameOnForm: string;
  isCorporation: boolean;
  w9: Payee['w9'];
}

async function membersOf(db: Database, users: readonly string[]): Promise<Map<string, Member>> {
  const members = new Map<string, Member>();
  for (let start = 0; start < users.length; start += atOnce) {
    const some = users.slice(start, start + atOnce);
    const checks = await standingChecks(db, some, 'w9');
    const corporations = await corporationsOf(db, some);
    const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', some).execute();
    for (const { id, name } of rows) {
      const paidTo = corporations.get(id) ?? name;
      const tick = checks.get(id)?.w9;
      // A W-9 holds for its name, also of who has left.
      const other = tick?.openAgain?.why === 'changed' ? tick.openAgain.was : undefined;
      members.set(id, {
        name,
        nameOnForm: other ?? paidTo,
        isCorporation: corporations.has(id),
        w9: {
          state: !tick ? 'missing' : other === undefined ? 'noted' : 'other-name',
          on: tick?.day ?? null,
          paidTo: other === undefined ? '' : paidTo,
        },
      });
    }
  }
  return members;
}

async function yearsUntilNow(db: Database, year: number): Promise<number[]> {
  const { first } = await db
    .selectFrom('closings')
    .select((e) => e.fn.min('paid_on').as('first'))
    .where('paid_on', 'is not', null)
    .executeTakeFirstOrThrow();
  const [oldest, newest] = [first ?? today(), today()].map((day) => Number(day.slice(0, 4)));
  const years = new Set([year]);
  for (let each = oldest ?? year; each <= (newest ?? year); each += 1) years.add(each);
  return [...years].sort((a, b) => b - a);
}
