/** Whom the brokerage paid in a year, or had paid through escrow (docs/product.md P32). */

import { sql } from 'kysely';
import { today } from '../../../shared/dates.ts';
import type { Payee, PayeeYear } from '../../../shared/payees/payees.contract.ts';
import {
  type FormNeed,
  needOfForm,
  type PayeeKind,
  payeesOnPage,
  type Threshold,
  type W9State,
} from '../../../shared/payees/payees.ts';
import { plainForm } from '../../../shared/search/search-form.ts';
import type { Database } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { dayByAgent } from '../bookkeeping/paid-figures.ts';
import { keptBefore } from '../closings/corrections.service.ts';
import { corporationForm } from '../member-files/corporations.ts';
import { groupPeople } from '../member-files/group-people.ts';
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
  return ({ name, member, others = [], form: need, w9: { state, paidTo } }: Payee): boolean =>
    plainForm([name, paidTo, member?.name, ...others.map((other) => other.name)].join(' ')).includes(
      wanted,
    ) &&
    (form === undefined || form === need) &&
    (w9 === undefined || (member !== null && w9 === state));
};

async function payeesOf(db: Database, year: number, threshold: Threshold | null): Promise<Payee[]> {
  const paid = await paidIn(db, year);
  const members = await membersOf(
    db,
    paid.flatMap(({ users }) => users),
  );
  const inLetters = await corporationsPaid(db, year);
  const rows = paid.map((row) => {
    const its = row.users.flatMap((user) => members.get(user) ?? []);
    // One W-9 is enough for a person.
    const member = its.find(({ w9 }) => w9.state === 'noted') ?? its[0];
    const others = its.filter((other) => other !== member);
    const named = row.accounts.flatMap((account) => inLetters.get(account) ?? []);
    const corporations = [...others.map(({ corporation }) => corporation), ...named];
    return { row, member, others, corporations, payees: payeesIn(row, member, corporations) };
  });
  const sums = new Map<string, number>();
  for (const { row, payees } of rows)
    for (const payee of payees) sums.set(payee, (sums.get(payee) ?? 0) + row.total);
  return rows
    .map(({ row, member, others, corporations, payees }): Payee => {
      const { users, accounts, unsure, name, kind: kindOfRow, license, ...figures } = row;
      const w9 = member?.w9 ?? { state: 'missing', on: null, paidTo: '' };
      const kind = member && member.corporation !== '' ? 'corporation' : kindOfRow;
      const asToday =
        !unsure &&
        users.length === accounts.length &&
        corporations.every((corporation) => corporation === member?.corporation);
      return {
        name: member?.nameOnForm ?? name,
        member: member ? { _id: member.id, name: member.name } : null,
        others:
          others.length > 0 ? others.map(({ id, name: other }) => ({ _id: id, name: other })) : undefined,
        kind,
        license,
        ...figures,
        w9,
        form: needOfForm(
          {
            kind,
            total: Math.max(figures.total, ...[...payees].map((payee) => sums.get(payee) ?? 0)),
            w9: w9.state,
            known: member !== undefined && asToday,
          },
          threshold,
        ),
      };
    })
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
}

/** Keys of the payees of a row, to add it up with others: corporations and accounts; none for a share of an account that has gone. */
function payeesIn(
  { accounts, name, kind }: PaidPayee,
  member: Member | undefined,
  named: string[],
): Set<string> {
  const corporations = [member?.corporation ?? '', ...named].filter((corporation) => corporation !== '');
  if (kind === 'other-broker') return new Set([`corporation ${corporationForm(name)}`]);
  return new Set([
    ...corporations.map((corporation) => `corporation ${corporation}`),
    ...accounts.map((account) => `account ${account}`),
  ]);
}

interface PaidPayee {
  /** The accounts of a person that are there, the one paid most first; none for another broker. */
  users: string[];
  /** Those, and those that have gone. */
  accounts: string[];
  /** Whether a license number that not all of them have today makes them one payee. */
  unsure: boolean;
  name: string;
  kind: PayeeKind;
  license: string;
  total: number;
  payments: number;
  corrections: number;
}

interface PaidRow {
  user_id: string | null;
  account: string | null;
  name: string;
  license: string;
  paid: number | string;
  payments: number | string;
  corrections: number | string;
}

/**
 * By the days of payment, and of corrections; the accounts of a person together. A share whose account has gone has only a
 * name: it is of the account that had it, if only one had.
 */
async function paidIn(db: Database, year: number): Promise<PaidPayee[]> {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const inYear = sql`paid.on_day >= ${from} and paid.on_day <= ${to}`;
  const day = dayByAgent(db);
  // As countsForForm, in SQL: a part below zero is paid by the agent.
  const { rows: members } = await sql<Omit<PaidRow, 'account' | 'name' | 'license'>>`
    select user_id, ${paidSums}
    from paid_figures
    where ${day} >= ${from} and ${day} <= ${to} and kind in ('closing', 'share') and user_id is not null
    group by user_id`.execute(db);
  const { rows: gone } = await sql<PaidRow>`
    select null as user_id, account, name, '' as license, ${paidSums}
    from (
      select paid.user_name as name, paid.kept, case when paid.kind = 'closing' then closings.agent_was end as account
      from paid_figures as paid join closings on closings.id = paid.closing_id
      where ${inYear} and paid.kind in ('closing', 'share') and paid.user_id is null
    ) as parts group by account, name`.execute(db);
  const { rows: corrected } = await sql<PaidRow>`
    select user_id, account, name, '' as license, 0 as paid, 0 as payments,
      sum(case when before + kept > 0 then before + kept else 0 end
        - case when before > 0 then before else 0 end) as corrections
    from (
      select paid.user_id, coalesce(paid.user_id, closings.agent_was) as account,
        case when paid.user_id is null then paid.user_name else '' end as name, entry.kept, ${keptBefore} as before
      from paid_figures as paid join closing_corrections as entry on entry.id = paid.source
        join closings on closings.id = entry.closing_id
      where entry.on_day >= ${from} and entry.on_day <= ${to} and paid.kind = 'correction'
    ) as parts group by user_id, account, name`.execute(db);
  const present = members.map((row) => ({ ...row, account: row.user_id, name: '', license: '' }));
  const parts = [...present, ...gone, ...corrected].map((row) => toPaid('agent', row));
  const { people, unsure } = await groupPeople(db);
  const goneBy = Map.groupBy(
    parts.filter(({ users, accounts }) => users.length === 0 && accounts.length > 0),
    ({ name }) => name,
  );
  const accountOf = ({ accounts: [account], name }: PaidPayee): string | undefined => {
    if (account !== undefined) return account;
    const named = new Set(goneBy.get(name)?.flatMap(({ accounts }) => accounts));
    return named.size === 1 ? [...named][0] : undefined;
  };
  const paid = new Map<string, PaidPayee>();
  for (const part of parts.toSorted((a, b) => b.total - a.total)) {
    const account = accountOf(part);
    const key = account === undefined ? `gone ${part.name}` : (people.get(account) ?? account);
    const known = paid.get(key);
    paid.set(key, {
      ...(known ?? part),
      users: [...new Set([...(known?.users ?? []), ...part.users])],
      accounts: [...new Set([...(known?.accounts ?? []), ...part.accounts])],
      name: known?.name || part.name,
      unsure: unsure.has(key),
      total: part.total + (known?.total ?? 0),
      payments: part.payments + (known?.payments ?? 0),
      corrections: part.corrections + (known?.corrections ?? 0),
    });
  }
  return [
    ...[...paid.values()].filter(({ payments, corrections }) => payments > 0 || corrections !== 0),
    ...(await brokersPaid(db, from, to)),
  ];
}

const paidSums = sql`sum(case when kept > 0 then kept else 0 end) as paid,
  sum(case when kept > 0 then 1 else 0 end) as payments, 0 as corrections`;

const toPaid = (kind: PayeeKind, { user_id, account, name, license, ...sums }: PaidRow): PaidPayee => ({
  users: user_id === null ? [] : [user_id],
  accounts: account === null ? [] : [account],
  unsure: false,
  name,
  kind,
  license,
  // PostgreSQL adds integers up to a text.
  total: Number(sums.paid) + Number(sums.corrections),
  payments: Number(sums.payments),
  corrections: Number(sums.corrections),
});

/** The corporations, as corporationForm and '' for none, by which letters of the year pay members, by account. */
async function corporationsPaid(db: Database, year: number): Promise<Map<string, string[]>> {
  const day = dayByAgent(db);
  const inYear = sql`${day} >= ${`${year}-01-01`} and ${day} <= ${`${year}-12-31`} and paid_to is not null`;
  const { rows } = await sql<{ account: string; paid_to: string }>`
    select user_id as account, paid_to from paid_figures where user_id is not null and ${inYear} group by user_id, paid_to
    union select closings.agent_was, paid_to from paid_figures join closings on closings.id = closing_id
    where user_id is null and closings.agent_was is not null and ${inYear}`.execute(db);
  const found = new Map<string, string[]>();
  for (const { account, paid_to } of rows) found.set(account, [...(found.get(account) ?? []), paid_to]);
  return found;
}

/** Only the frozen statement names them; few closings have one. One license is one broker, however its name is written. */
async function brokersPaid(db: Database, from: string, to: string): Promise<PaidPayee[]> {
  const payees = isPostgres(db)
    ? sql`lateral jsonb_array_elements(closings.settlement::jsonb -> 'payees') as payee(value)`
    : sql`json_each(closings.settlement, '$.payees') as payee`;
  const field = (name: string) =>
    isPostgres(db) ? sql`(payee.value ->> ${name}::text)` : sql`json_extract(payee.value, ${`$.${name}`})`;
  const { rows } = await sql<PaidRow>`
    select null as user_id, null as account, name, license, sum(amount) as paid, count(*) as payments, 0 as corrections
    from (
      select ${field('name')} as name, ${field('license')} || ' (' || ${field('state')} || ')' as license,
        cast(${field('amount')} as bigint) as amount
      from paid_figures as paid join closings on closings.id = paid.closing_id, ${payees}
      where paid.on_day >= ${from} and paid.on_day <= ${to} and paid.kind = 'closing' and paid.referred > 0
        and ${field('to')} = 'other-broker'
    ) as parts group by name, license order by name`.execute(db);
  const brokers = new Map<string, PaidPayee>();
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
  id: string;
  name: string;
  nameOnForm: string;
  /** As corporationForm; '' for none. */
  corporation: string;
  w9: Payee['w9'];
}

async function membersOf(db: Database, users: readonly string[]): Promise<Map<string, Member>> {
  const members = new Map<string, Member>();
  for (let start = 0; start < users.length; start += atOnce) {
    const some = users.slice(start, start + atOnce);
    const checks = await standingChecks(db, some, 'w9');
    const rows = await db
      .selectFrom('users')
      .leftJoin('member_payees', 'member_payees.user_id', 'users.id')
      .select(['users.id', 'users.name', 'member_payees.corporation'])
      .where('users.id', 'in', some)
      .execute();
    for (const { id, name, corporation } of rows) {
      const paidTo = corporation ?? name;
      const tick = checks.get(id)?.w9;
      // A W-9 holds for its name, also of who has left.
      const other = tick?.openAgain?.why === 'changed' ? tick.openAgain.was : undefined;
      members.set(id, {
        id,
        name,
        nameOnForm: other ?? paidTo,
        corporation: corporationForm(corporation ?? ''),
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
