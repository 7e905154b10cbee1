import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { accountsByFormerEmail, isNotWithdrawn } from './identities.ts';
import { maxByNumber } from './same-person.ts';

/**
 * Which accounts are one person with each other, as `personOf` says except for corporations: for all of them at once, by as
 * many queries as for one. One that several would share by two license numbers goes with the first.
 * @returns `people`: the key of the person, by the id of an account, also of one that was deleted; others are one each.
 * `unsure`: the keys of those who are one by a number that not all of them have today, as it may have been mistyped
 */
export async function groupPeople(
  db: Database,
): Promise<{ people: Map<string, string>; unsure: Set<string> }> {
  const leaders = new Map<string, string>();
  const leaderOf = (account: string): string => {
    let leader = account;
    for (let next = leaders.get(leader); next !== undefined; next = leaders.get(leader)) leader = next;
    return leader;
  };
  const join = (account: string, leader: string) => {
    if (account !== leader) leaders.set(account, leader);
  };
  const { direct, byNumber } = await linksOf(db);
  for (const accounts of [...(await accountsByFormerEmail(db)), ...direct]) {
    const [first = '', ...others] = accounts;
    for (const other of others) join(leaderOf(other), leaderOf(first));
  }
  const joined = new Set<string>();
  const unsure = new Set<string>();
  for (const { accounts, present } of [...byNumber, ...(await accountsByNumbers(db))]) {
    const people = [...new Set(accounts.map(leaderOf))].filter((person) => !joined.has(person));
    if (people.length < 2 || accounts.length > maxByNumber) continue;
    const [first = '', ...others] = people;
    for (const other of others) join(other, first);
    joined.add(first);
    if (accounts.some((account) => !present.has(account))) unsure.add(first);
  }
  return { people: new Map([...leaders.keys()].map((account) => [account, leaderOf(account)])), unsure };
}

/** Each with the deleted account, or erased address, that it was one person by. */
async function linksOf(db: Database): Promise<{ direct: string[][]; byNumber: Numbered[] }> {
  const rows = await db.selectFrom('same_people').select(['user_id', 'link_id', 'by_number']).execute();
  const pairs = (wanted: boolean) =>
    rows.filter((row) => row.by_number === wanted).map(({ user_id, link_id }) => [link_id, user_id]);
  const byNumber = pairs(true).map((accounts) => ({ accounts, present: new Set<string>() }));
  return { direct: pairs(false), byNumber };
}

/** The accounts that have or had a license number, and those that have it today. */
interface Numbered {
  accounts: readonly string[];
  present: ReadonlySet<string>;
}

/** For each number that several have or had, in an order that stays. */
async function accountsByNumbers(db: Database): Promise<Numbered[]> {
  const entered = isPostgres(db)
    ? sql`member_file_entries.details::json ->> 'number'`
    : sql`member_file_entries.details ->> '$.number'`;
  const { rows } = await sql<{ number: string; account: string; present: number }>`
    with numbers as materialized (
      select user_id as account, number, 1 as present from licenses
      union all select user_id, license, 1 from profiles
      union all select coalesce(member_file_entries.user_id, member_files.user_was), ${entered}, 0
        from member_file_entries left join member_files on member_files.id = member_file_entries.file_id
        where kind in ('license', 'check') and details like '%"number":%' and ${isNotWithdrawn}
    ), several as (
      select number from numbers where number <> '' group by number having count(distinct account) > 1
    )
    select number, account, max(present) as present from numbers
    where account is not null and number in (select number from several)
    group by number, account order by number, account`.execute(db);
  return [...Map.groupBy(rows, ({ number }) => number).values()].map((its) => ({
    accounts: its.map(({ account }) => account),
    present: new Set(its.filter(({ present }) => present === 1).map(({ account }) => account)),
  }));
}
