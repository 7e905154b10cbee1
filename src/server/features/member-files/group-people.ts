import type { Database } from '../../platform/db/database.ts';
import { accountsByFormerEmail, isNotWithdrawn, numberIn } from './identities.ts';
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
  const present = await db
    .selectFrom('licenses')
    .select(['user_id', 'number'])
    .unionAll(db.selectFrom('profiles').select(['user_id', 'license as number']).where('license', '!=', ''))
    .execute();
  const entered = db
    .selectFrom('member_file_entries')
    .where('member_file_entries.kind', 'in', ['license', 'check'])
    .where('member_file_entries.details', 'like', '%"number":%')
    .where(isNotWithdrawn);
  const entries = await entered.select(['user_id', 'details']).where('user_id', 'is not', null).execute();
  const ofDeleted = await entered
    .innerJoin('member_files', 'member_files.id', 'member_file_entries.file_id')
    .select(['member_files.user_was as user_id', 'member_file_entries.details'])
    .where('member_files.user_was', 'is not', null)
    .execute();
  const accounts = new Map<string, Set<string>>();
  const add = (account: string | null, number: string) => {
    if (account === null || number === '') return;
    accounts.set(number, (accounts.get(number) ?? new Set()).add(account));
  };
  for (const { user_id, number } of present) add(user_id, number);
  const today = new Map([...accounts].map(([number, some]) => [number, new Set(some)]));
  for (const { user_id, details } of [...entries, ...ofDeleted])
    for (const number of numberIn(details)) add(user_id, number);
  return [...accounts]
    .filter(([, some]) => some.size > 1)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([number, some]) => ({ accounts: [...some].toSorted(), present: today.get(number) ?? new Set() }));
}
