import { sql } from 'kysely';
import { cleanEmail } from '../../../shared/email-address.ts';
import { licenseDigits } from '../../../shared/licenses/license-number.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { GoneIdentityRow, SamePeopleRow } from '../../tables/member-files.ts';
import { corporationForm, corporationsOf } from './corporations.ts';
import { holdsLicense } from './license-numbers.ts';

type Db = Database | DatabaseTransaction;

/** A number that more accounts have is a mistake, or a placeholder: it links those who are asked about, and no others. */
export const maxByNumber = 20;

/** By what an account is known as a person. */
interface Identity {
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

/** One's accounts, and by what one is known by any of them. */
export interface Person {
  accounts: ReadonlySet<string>;
  /** Those without a license number on the way. */
  direct: ReadonlySet<string>;
  /** Present and former ones. No one is the same person by them. */
  names: readonly string[];
  emails: ReadonlySet<string>;
  /** As corporationForm. */
  corporations: ReadonlySet<string>;
  /** Those of one's own account and of others that are one's own by email address or corporation. */
  numbers: readonly string[];
}

/**
 * Finds the accounts of a user: by an email address that two of them have or had, or a corporation that is paid for both,
 * through any number of accounts, and by a license number that two have or had, once. By a second number no one is the
 * same person, as numbers are mistyped and shared; one that the office has withdrawn from a file counts for nothing. An
 * equal name is not enough, as two agents may share one (docs/security.md S17.12).
 */
export async function personOf(db: Db, userId: string, others: readonly string[] = []): Promise<Person> {
  const known = await identitiesOf(db, [...new Set([userId, ...others])]);
  return gather(db, new Map([...known].filter(([id]) => id === userId)), known);
}

/** Someone with or without an account, such as an applicant, by what is known of them. */
export interface Stranger {
  license: string;
  emails: readonly string[];
  /** Ids of deleted accounts and erased addresses, as goneAt. */
  links?: readonly string[];
  corporation: string;
}

/**
 * Which of `users` are one person with any of these accounts or with the stranger, as `personOf` says, for many users at
 * once: it looks from those few, so that its queries do not grow with the users.
 */
export async function usersBehind(
  db: Db,
  users: readonly string[],
  accounts: readonly (string | null)[],
  stranger?: Stranger,
): Promise<Set<string>> {
  const ids = [...new Set(accounts)].filter((id) => id !== null);
  const known = await identitiesOf(db, [...new Set([...ids, ...users])]);
  const starts = ids.map((id) => new Map([[id, withOwnLink(id, known.get(id))]]));
  if (stranger) {
    const { license, emails, corporation, links = [] } = stranger;
    starts.push(
      new Map([
        [
          '',
          {
            ...nothingKnown,
            numbers: [license],
            emails: new Set(emails.map(cleanEmail)),
            corporation: corporationForm(corporation),
            links: new Set(links),
          },
        ],
      ]),
    );
  }
  const behind = new Set<string>();
  for (const own of starts) for (const id of (await gather(db, own, known)).accounts) behind.add(id);
  return new Set(users.filter((id) => behind.has(id)));
}

const nothingKnown: Identity = {
  names: [],
  numbers: [],
  emails: new Set(),
  corporation: '',
  links: new Set(),
  numberLinks: new Set(),
};

/** Others are linked by the id of an account that was deleted. */
const withOwnLink = (id: string, identity = nothingKnown): Identity => ({
  ...identity,
  links: new Set([...identity.links, id]),
});

/** Adds what belongs to the same person to `own`, and what is read on the way to `known`. */
async function gather(db: Db, own: Map<string, Identity>, known: Map<string, Identity>): Promise<Person> {
  const gone = new Set<string>();
  await addLinked(db, own, known, gone);
  const direct = new Set(own.keys());
  const links = new Set(gone);
  const numbers = [...own.values()].flatMap((identity) => identity.numbers);
  numbers.push(...(await numbersOfDeleted(db, [...links])));
  const byNumber = await goneWithNumber(db, numbers);
  const numberLinks = [...linksOf(own.values(), 'numberLinks'), ...byNumber.slice(0, maxByNumber)];
  await learn(db, known, [
    ...(await accountsByNumber(db, numbers)).slice(0, maxByNumber),
    ...(await accountsByLink(db, [...links])),
  ]);
  for (const [id, identity] of known)
    if (!own.has(id) && (meets(identity.numberLinks, links) || hasNumber(identity, numbers)))
      own.set(id, identity);
  await addLinked(db, own, known, gone, numberLinks);
  const identities = [...own.values()];
  return {
    accounts: new Set([...own.keys(), ...gone]),
    direct,
    names: identities.flatMap(({ names }) => names),
    emails: new Set(identities.flatMap(({ emails }) => [...emails])),
    corporations: new Set([...corporationsIn(identities), ...(await corporationsOfGone(db, [...gone]))]),
    numbers,
  };
}

/** Which of `others` are accounts of a user, with that user's own. */
export async function samePeople(db: Db, userId: string, others: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(others)];
  if (wanted.every((id) => id === userId)) return new Set(wanted);
  const { accounts } = await personOf(db, userId, wanted);
  return new Set(wanted.filter((id) => accounts.has(id)));
}

export const isSamePerson = async (db: Db, userId: string, other: string | null): Promise<boolean> =>
  other !== null && (await samePeople(db, userId, [other])).has(other);

export const hasLicense = ({ numbers }: Pick<Person, 'numbers'>, text: string): boolean =>
  numbers.some((number) => holdsLicense(text, number));

const linksOf = (identities: Iterable<Identity>, which: 'links' | 'numberLinks'): Set<string> =>
  new Set([...identities].flatMap((identity) => [...identity[which]]));

const meets = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((each) => others.has(each));

const hasNumber = (identity: Identity, numbers: readonly string[]): boolean =>
  identity.numbers.some((text) => hasLicense({ numbers }, text));

const corporationsIn = (identities: readonly Identity[]): string[] =>
  identities.flatMap(({ corporation }) => (corporation === '' ? [] : corporation));

/**
 * Adds to a person's accounts those with an email address or the corporation of any of them, until there are no more; to
 * `gone` the ids of deleted ones.
 */
async function addLinked(
  db: Db,
  own: Map<string, Identity>,
  known: Map<string, Identity>,
  gone: Set<string>,
  others: readonly string[] = [],
): Promise<void> {
  let added: Identity[] = [...own.values()];
  let links = new Set([...linksOf(added, 'links'), ...others]);
  while (added.length > 0 || links.size > 0) {
    const emails = new Set(added.flatMap((identity) => [...identity.emails]));
    const corporations = new Set([...corporationsIn(added), ...(await corporationsOfGone(db, [...links]))]);
    for (const id of await goneWith(db, 'corporation', [...corporations])) links.add(id);
    for (const id of links) gone.add(id);
    await learn(db, known, [
      ...(await accountsByLink(db, [...links])),
      ...(await accountsByEmail(db, emails)),
      ...(await accountsPaidBy(db, corporations)),
    ]);
    added = [];
    for (const [id, identity] of known) {
      const isLinked =
        meets(identity.emails, emails) ||
        corporations.has(identity.corporation) ||
        meets(identity.links, links);
      if (own.has(id) || !isLinked) continue;
      own.set(id, identity);
      added.push(identity);
    }
    links = new Set([...linksOf(added, 'links')].filter((id) => !gone.has(id)));
  }
}

async function learn(db: Db, known: Map<string, Identity>, ids: readonly string[]): Promise<void> {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  for (const [id, identity] of await identitiesOf(db, unknown)) known.set(id, identity);
}

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

/** Accounts that have or had one of these addresses. */
async function accountsByEmail(db: Db, emails: ReadonlySet<string>): Promise<string[]> {
  if (emails.size === 0) return [];
  const present = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'in', [...emails])
    .execute();
  const changes = await emailChanges(db);
  const former = changes.filter(({ details }) =>
    formerEmailsIn(details).some((email) => emails.has(cleanEmail(email))),
  );
  return [...present, ...former].map(({ id }) => id);
}

async function accountsPaidBy(db: Db, corporations: ReadonlySet<string>): Promise<string[]> {
  if (corporations.size === 0) return [];
  const payees = await db.selectFrom('member_payees').select(['user_id', 'corporation']).execute();
  return payees.flatMap(({ user_id, corporation }) =>
    corporations.has(corporationForm(corporation)) ? user_id : [],
  );
}

async function accountsByLink(db: Db, links: readonly string[]): Promise<string[]> {
  if (links.length === 0) return [];
  const rows = await db.selectFrom('same_people').select('user_id').where('link_id', 'in', links).execute();
  return rows.map(({ user_id }) => user_id);
}

/** The corporations of deleted accounts, as corporationForm. */
async function corporationsOfGone(db: Db, links: readonly string[]): Promise<string[]> {
  if (links.length === 0) return [];
  const rows = await db
    .selectFrom('gone_identities')
    .select('value')
    .where('kind', '=', 'corporation')
    .where('link_id', 'in', links)
    .execute();
  return rows.map(({ value }) => value);
}

/** Deleted accounts and erased addresses that are known by one of these. */
async function goneWith(db: Db, kind: GoneIdentityRow['kind'], values: readonly string[]): Promise<string[]> {
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
async function goneWithNumber(db: Db, texts: readonly string[]): Promise<string[]> {
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
async function numbersOfDeleted(db: Db, accounts: readonly string[]): Promise<string[]> {
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
async function accountsByNumber(db: Db, texts: readonly string[]): Promise<string[]> {
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

async function identitiesOf(db: Db, ids: string[]): Promise<Map<string, Identity>> {
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
const formerEmailsIn = (details: string): string[] =>
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

/**
 * Before an account goes: those that are one person with it stay so with each other, and its closings and acts stay theirs,
 * also for who has its addresses or corporation later (docs/security.md S17.12).
 */
export async function keepLinks(
  transaction: DatabaseTransaction,
  sealing: Pick<Sealing, 'mark'>,
  userId: string,
): Promise<void> {
  const { accounts, direct } = await personOf(transaction, userId);
  const own = await transaction
    .selectFrom('same_people')
    .select(['link_id', 'by_number'])
    .where('user_id', '=', userId)
    .execute();
  const users = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...accounts])
    .where('id', '!=', userId)
    .execute();
  const links = [{ link_id: userId, by_number: false }, ...own];
  await insertLinks(
    transaction,
    users.flatMap(({ id }) =>
      links
        // A second license number on the way counts for nothing.
        .filter(({ by_number }) => direct.has(id) || !by_number)
        .map(({ link_id, by_number }) => ({ user_id: id, link_id, by_number: by_number || !direct.has(id) })),
    ),
  );
  const { emails, corporation } = (await identitiesOf(transaction, [userId])).get(userId) ?? nothingKnown;
  const same = links.flatMap(({ link_id, by_number }) => (by_number ? [] : link_id));
  await insertGone(
    transaction,
    same.flatMap((link_id) => [
      ...[...emails].map((email) => addressOf(sealing, link_id, email)),
      ...(corporation === '' ? [] : [{ link_id, kind: 'corporation', value: corporation } as const]),
    ]),
  );
  await transaction
    .updateTable('closings')
    .set({ agent_was: userId })
    .where('agent_id', '=', userId)
    .execute();
  await transaction
    .updateTable('application_events')
    .set({ by_was: userId })
    .where('by_id', '=', userId)
    .where('kind', '=', 'terms')
    .execute();
  for (const table of ['dues', 'member_files'] as const)
    await transaction.updateTable(table).set({ user_was: userId }).where('user_id', '=', userId).execute();
  await transaction.deleteFrom('same_people').where('user_id', '=', userId).execute();
  const file = await transaction
    .selectFrom('member_files')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await forgetGone(
    transaction,
    same.filter((id) => id !== userId || !file),
  );
}

const addressOf = (sealing: Pick<Sealing, 'mark'>, link_id: string, email: string) =>
  ({ link_id, kind: 'address', value: sealing.mark(cleanEmail(email)) }) as const;

/**
 * Before an address is erased from the audit log: the accounts that have or had it stay one person, also with who has it
 * later.
 */
export async function keepLinksBy(
  transaction: DatabaseTransaction,
  sealing: Pick<Sealing, 'mark'>,
  email: string,
): Promise<void> {
  const ids = new Set(await accountsByEmail(transaction, new Set([cleanEmail(email)])));
  if (ids.size === 0) return;
  const link_id = newId();
  await insertLinks(
    transaction,
    [...ids].map((user_id) => ({ user_id, link_id, by_number: false })),
  );
  await insertGone(transaction, [addressOf(sealing, link_id, email)]);
}

/** After accounts got their addresses: they are one person with the deleted accounts that had these. */
export async function linkToGone(
  transaction: DatabaseTransaction,
  sealing: Pick<Sealing, 'mark'>,
  users: readonly { id: string; email: string }[],
): Promise<void> {
  const gone = await goneAt(
    { db: transaction, sealing },
    users.map(({ email }) => email),
  );
  await insertLinks(
    transaction,
    users.flatMap(({ id, email }) =>
      (gone.get(email) ?? []).map((link_id) => ({ user_id: id, link_id, by_number: false })),
    ),
  );
}

/** Forgets by what accounts were known of which neither the file nor another account of the person is left. */
export async function forgetGone(transaction: DatabaseTransaction, links: readonly string[]): Promise<void> {
  if (links.length === 0) return;
  await transaction
    .deleteFrom('gone_identities')
    .where('link_id', 'in', links)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('same_people')
            .select('same_people.link_id')
            .whereRef('same_people.link_id', '=', 'gone_identities.link_id'),
        ),
      ),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('member_files')
            .select('member_files.id')
            // An index has these.
            .where('member_files.user_id', 'is', null)
            .whereRef('member_files.user_was', '=', 'gone_identities.link_id'),
        ),
      ),
    )
    .execute();
}

/**
 * After a license number is withdrawn from the file of an account, present or deleted: what was linked by a number is
 * found again by those that stay.
 */
export async function forgetNumberLinks(transaction: DatabaseTransaction, account: string): Promise<void> {
  await transaction
    .deleteFrom('same_people')
    .where('by_number', '=', true)
    .where((e) => e.or([e('user_id', '=', account), e('link_id', '=', account)]))
    .execute();
}

async function insertGone(transaction: DatabaseTransaction, rows: GoneIdentityRow[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('gone_identities')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertLinks(transaction: DatabaseTransaction, rows: SamePeopleRow[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('same_people')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
