/** By what accounts are known as a person, those that were deleted, too. */

import { sql } from 'kysely';
import { cleanEmail } from '../../../shared/email-address.ts';
import { licenseDigits } from '../../../shared/licenses/license-number.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { GoneIdentityRow } from '../../tables/member-files.ts';
import { corporationForm, corporationsOf } from './corporations.ts';

export type Db = Database | DatabaseTransaction;

/** By what an account is known as a person. */
export interface Identity {
  /** Present and former ones. */
  names: readonly string[];
  numbers: string[];
  emails: Set<string>;
  /** As corporationForm; '' for none. */
  corporation: string;
  /** Ids of deleted accounts and erased addresses that it was one person by. */
  links: ReadonlySet<string>;
  /** Those by a license number. */
  numberLinks: ReadonlySet<string>;
}

export const nothingKnown: Identity = {
  names: [],
  numbers: [],
  emails: new Set(),
  corporation: '',
  links: new Set(),
  numberLinks: new Set(),
};

/** The accounts of each address that several have or had. */
export async function accountsByFormerEmail(db: Db): Promise<string[][]> {
  const changes = await emailChanges(db);
  const accounts = new Map<string, Set<string>>();
  for (const { id, details } of changes)
    for (const email of formerEmailsIn(details).map(cleanEmail))
      accounts.set(email, (accounts.get(email) ?? new Set()).add(id));
  if (accounts.size === 0) return [];
  const present = await db
    .selectFrom('users')
    .select('id')
    .select('email')
    .where('email', 'in', [...accounts.keys()])
    .execute();
  for (const { id, email } of present) accounts.get(email)?.add(id);
  return [...accounts.values()].filter((some) => some.size > 1).map((some) => [...some].toSorted());
}

const emailChanges = (db: Db) =>
  db
    .selectFrom('audit_log')
    .select([idOf('object_id'), 'details'])
    .where('action', '=', 'user.updated')
    .where('details', 'like', '%email: %')
    .execute();

/** Accounts that have or had one of these addresses, with it. */
export async function holdersOf(
  db: Db,
  emails: ReadonlySet<string>,
): Promise<{ id: string; email: string }[]> {
  if (emails.size === 0) return [];
  const present = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', 'in', [...emails])
    .execute();
  const changes = await emailChanges(db);
  const former = changes.flatMap(({ id, details }) =>
    formerEmailsIn(details).map((email) => ({ id, email: cleanEmail(email) })),
  );
  return [...present, ...former.filter(({ email }) => emails.has(email))];
}

/** Accounts that have or had one of these addresses. */
export const accountsByEmail = async (db: Db, emails: ReadonlySet<string>): Promise<string[]> =>
  (await holdersOf(db, emails)).map(({ id }) => id);

export async function accountsPaidBy(db: Db, corporations: ReadonlySet<string>): Promise<string[]> {
  if (corporations.size === 0) return [];
  const payees = await db.selectFrom('member_payees').select(['user_id', 'corporation']).execute();
  return payees.flatMap(({ user_id, corporation }) =>
    corporations.has(corporationForm(corporation)) ? user_id : [],
  );
}

export async function accountsByLink(db: Db, links: readonly string[]): Promise<string[]> {
  if (links.length === 0) return [];
  const rows = await db.selectFrom('same_people').select('user_id').where('link_id', 'in', links).execute();
  return rows.map(({ user_id }) => user_id);
}

/** The corporations of deleted accounts, as corporationForm. */
export async function corporationsOfGone(db: Db, links: readonly string[]): Promise<string[]> {
  if (links.length === 0) return [];
  const rows = await db
    .selectFrom('gone_identities')
    .select('value')
    .where('kind', '=', 'corporation')
    .where('link_id', 'in', links)
    .execute();
  return rows.map(({ value }) => value);
}

/** Marks of the addresses that deleted accounts had, and of erased ones. */
export async function goneAddressesOf(db: Db, links: readonly string[]): Promise<string[]> {
  if (links.length === 0) return [];
  const rows = await db
    .selectFrom('gone_identities')
    .select('value')
    .where('kind', '=', 'address')
    .where('link_id', 'in', links)
    .execute();
  return rows.map(({ value }) => value);
}

/** Deleted accounts and erased addresses that are known by one of these. */
export async function goneWith(
  db: Db,
  kind: GoneIdentityRow['kind'],
  values: readonly string[],
): Promise<string[]> {
  if (values.length === 0) return [];
  const rows = await db
    .selectFrom('gone_identities')
    .select('link_id')
    .where('kind', '=', kind)
    .where('value', 'in', values)
    .execute();
  return rows.map(({ link_id }) => link_id);
}

/** A database that knows addresses which were erased by their marks. */
export interface MarkingDatabase {
  db: Db;
  sealing: Pick<Sealing, 'mark'>;
}

/** By the email address, deleted accounts and erased addresses that are the person who has it now. */
export async function goneAt(
  { db, sealing }: MarkingDatabase,
  emails: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (emails.length === 0) return found;
  const marks = new Map(emails.map((email) => [sealing.mark(cleanEmail(email)), email]));
  const rows = await db
    .selectFrom('gone_identities')
    .select(['link_id', 'value'])
    .where('kind', '=', 'address')
    .where('value', 'in', [...marks.keys()])
    .execute();
  for (const { link_id, value } of rows) {
    const email = marks.get(value) ?? '';
    found.set(email, [...(found.get(email) ?? []), link_id]);
  }
  return found;
}

/** Deleted accounts with one of these license numbers in their files. */
export async function goneWithNumber(db: Db, texts: readonly string[]): Promise<string[]> {
  const numbers = storedNumbers(texts);
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom('member_file_entries')
    .innerJoin('member_files', 'member_files.id', 'member_file_entries.file_id')
    .select('member_files.user_was')
    .distinct()
    .where('member_files.user_was', 'is not', null)
    .where('kind', 'in', ['license', 'check'])
    .where(isNotWithdrawn)
    .where(hasOneOf(numbers))
    .execute();
  return rows.flatMap(({ user_was }) => user_was ?? []);
}

const storedNumbers = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(licenseDigits))].filter((number) => number !== '');

/** An entry with one of these numbers. */
const hasOneOf = (numbers: readonly string[]) => {
  const likes = numbers.map((number) => sql`details like ${`%${JSON.stringify({ number }).slice(1, -1)}%`}`);
  return sql<boolean>`(${sql.join(likes, sql` or `)})`;
};

/** License numbers in the files of deleted accounts. */
export async function numbersOfDeleted(db: Db, accounts: readonly string[]): Promise<string[]> {
  if (accounts.length === 0) return [];
  const rows = await db
    .selectFrom('member_file_entries')
    .innerJoin('member_files', 'member_files.id', 'member_file_entries.file_id')
    .select('member_file_entries.details')
    .where('member_files.user_was', 'in', accounts)
    .where('kind', 'in', ['license', 'check'])
    .where(isNotWithdrawn)
    .execute();
  return rows.flatMap(({ details }) => numberIn(details));
}

export const numberIn = (details: string): string[] => {
  const { number }: { number?: string } = JSON.parse(details);
  return number === undefined ? [] : [number];
};

/** Accounts that have or had one of these numbers as it is stored, 8 digits. */
export async function accountsByNumber(db: Db, texts: readonly string[]): Promise<string[]> {
  const numbers = storedNumbers(texts);
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom('licenses')
    .select(idOf('user_id'))
    .where('number', 'in', numbers)
    .union(db.selectFrom('profiles').select(idOf('user_id')).where('license', 'in', numbers))
    .union(
      db
        .selectFrom('member_file_entries')
        .select(idOf('user_id'))
        .where('user_id', 'is not', null)
        .where('kind', 'in', ['license', 'check'])
        .where(isNotWithdrawn)
        .where(hasOneOf(numbers)),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The office withdraws a number that was mistyped, or is another's. */
export const isNotWithdrawn = sql<boolean>`not exists (
  select 1 from member_file_entries as taken
  where taken.refers_to = member_file_entries.id and taken.kind = 'withdrawal')`;

/** As text on every engine, as the log has the ids of other things, too. */
const idOf = (column: 'users.id' | 'user_id' | 'object_id') =>
  sql<string>`cast(${sql.ref(column)} as text)`.as('id');

const linkText = sql<string>`cast(link_id as text)`.as('text');

const from = (source: 'name' | 'email' | 'number' | 'entry' | 'change' | 'link' | 'number-link') =>
  sql<string>`${sql.lit(source)}`.as('source');

export async function identitiesOf(db: Db, ids: string[]): Promise<Map<string, Identity>> {
  const rows = await db
    .selectFrom('users')
    .select([idOf('users.id'), from('email'), 'users.email as text'])
    .where('users.id', 'in', ids)
    .unionAll(
      db
        .selectFrom('users')
        .select([idOf('users.id'), from('name'), 'users.name as text'])
        .where('users.id', 'in', ids),
    )
    .unionAll(
      db
        .selectFrom('licenses')
        .select([idOf('user_id'), from('number'), 'number as text'])
        .where('user_id', 'in', ids),
    )
    .unionAll(
      db
        .selectFrom('profiles')
        .select([idOf('user_id'), from('number'), 'license as text'])
        .where('user_id', 'in', ids),
    )
    .unionAll(
      db
        .selectFrom('member_file_entries')
        .select([idOf('user_id'), from('entry'), 'details as text'])
        .where('user_id', 'in', ids)
        .where('kind', 'in', ['license', 'check'])
        .where(isNotWithdrawn),
    )
    .unionAll(
      db
        .selectFrom('audit_log')
        .select([idOf('object_id'), from('change'), 'details as text'])
        .where('object_id', 'in', ids)
        .where('action', '=', 'user.updated'),
    )
    .unionAll(
      db
        .selectFrom('same_people')
        .select([idOf('user_id'), from('link'), linkText])
        .where('user_id', 'in', ids)
        .where('by_number', '=', false),
    )
    .unionAll(
      db
        .selectFrom('same_people')
        .select([idOf('user_id'), from('number-link'), linkText])
        .where('user_id', 'in', ids)
        .where('by_number', '=', true),
    )
    .execute();
  const corporations = await corporationsOf(db, ids);
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byId].map(([id, its]) => {
      const textsOf = (source: string) => its.filter((row) => row.source === source).map(({ text }) => text);
      const emails = [...textsOf('email'), ...textsOf('change').flatMap(formerEmailsIn)];
      const identity = {
        names: [...textsOf('name'), ...textsOf('change').flatMap(formerNamesIn)],
        numbers: [...textsOf('number'), ...textsOf('entry').flatMap(numberIn)],
        emails: new Set(emails.map(cleanEmail)),
        corporation: corporationForm(corporations.get(id) ?? ''),
        links: new Set(textsOf('link')),
        numberLinks: new Set(textsOf('number-link')),
      };
      return [id, identity] as const;
    }),
  );
}

/**
 * As users.service.ts writes them in an audit event. A name can't hide one: all that look like one count. An erased one is
 * no address.
 */
export const formerEmailsIn = (details: string): string[] =>
  Array.from(details.matchAll(/\bemail: (\S+) → /g), ([, address = '']) => address).filter((address) =>
    address.includes('@'),
  );

/**
 * The name is the first that users.service.ts writes in an audit event. One with an arrow can't hide another: all that look
 * like one count.
 */
function formerNamesIn(details: string): string[] {
  const start = 'name: ';
  if (!details.startsWith(start)) return [];
  const parts = details.slice(start.length).split(' → ');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join(' → '));
}
