import { sql } from 'kysely';
import { cleanEmail } from '../../../shared/email-address.ts';
import { licenseDigits } from '../../../shared/licenses/license-number.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { corporationForm, corporationsOf } from './corporations.ts';
import { holdsLicense } from './license-numbers.ts';

type Db = Database | DatabaseTransaction;

/** A number that more accounts have is a mistake, or a placeholder: it links those who are asked about, and no others. */
const maxByNumber = 20;

/** By what an account is known as a person. */
interface Identity {
  /** Present and former ones. */
  names: readonly string[];
  numbers: string[];
  emails: Set<string>;
  /** As corporationForm; '' for none. */
  corporation: string;
}

/** One's accounts, and by what one is known by any of them. */
export interface Person {
  accounts: ReadonlySet<string>;
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
  const starts = ids.map((id) => new Map([...known].filter(([each]) => each === id)));
  if (stranger) {
    const { license, emails, corporation } = stranger;
    const identity = { names: [], numbers: [license], emails: new Set(emails.map(cleanEmail)) };
    starts.push(new Map([['', { ...identity, corporation: corporationForm(corporation) }]]));
  }
  const behind = new Set<string>();
  for (const own of starts) for (const id of (await gather(db, own, known)).accounts) behind.add(id);
  return new Set(users.filter((id) => behind.has(id)));
}

/** Adds what belongs to the same person to `own`, and what is read on the way to `known`. */
async function gather(db: Db, own: Map<string, Identity>, known: Map<string, Identity>): Promise<Person> {
  await addLinked(db, own, known);
  const numbers = [...own.values()].flatMap((identity) => identity.numbers);
  await learn(db, known, (await accountsByNumber(db, numbers)).slice(0, maxByNumber));
  for (const [id, identity] of known) if (!own.has(id) && hasNumber(identity, numbers)) own.set(id, identity);
  await addLinked(db, own, known);
  const identities = [...own.values()];
  return {
    accounts: new Set(own.keys()),
    names: identities.flatMap(({ names }) => names),
    emails: new Set(identities.flatMap(({ emails }) => [...emails])),
    corporations: new Set(corporationsIn(identities)),
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

const hasNumber = (identity: Identity, numbers: readonly string[]): boolean =>
  identity.numbers.some((text) => hasLicense({ numbers }, text));

const corporationsIn = (identities: readonly Identity[]): string[] =>
  identities.flatMap(({ corporation }) => (corporation === '' ? [] : corporation));

/** Adds to a person's accounts those with an email address or the corporation of any of them, until there are no more. */
async function addLinked(db: Db, own: Map<string, Identity>, known: Map<string, Identity>): Promise<void> {
  let added: Identity[] = [...own.values()];
  while (added.length > 0) {
    const emails = new Set(added.flatMap((identity) => [...identity.emails]));
    const corporations = new Set(corporationsIn(added));
    await learn(db, known, [
      ...(await accountsByEmail(db, emails)),
      ...(await accountsPaidBy(db, corporations)),
    ]);
    added = [];
    for (const [id, identity] of known) {
      const isLinked =
        [...identity.emails].some((email) => emails.has(email)) || corporations.has(identity.corporation);
      if (own.has(id) || !isLinked) continue;
      own.set(id, identity);
      added.push(identity);
    }
  }
}

async function learn(db: Db, known: Map<string, Identity>, ids: readonly string[]): Promise<void> {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  for (const [id, identity] of await identitiesOf(db, unknown)) known.set(id, identity);
}

/** Accounts that have or had one of these addresses. */
async function accountsByEmail(db: Db, emails: ReadonlySet<string>): Promise<string[]> {
  if (emails.size === 0) return [];
  const present = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'in', [...emails])
    .execute();
  const changes = await db
    .selectFrom('audit_log')
    .select([idOf('object_id'), 'details'])
    .where('action', '=', 'user.updated')
    .where('details', 'like', '%email: %')
    .execute();
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

/** Accounts that have or had one of these numbers as it is stored, 8 digits. */
async function accountsByNumber(db: Db, texts: readonly string[]): Promise<string[]> {
  const numbers = [...new Set(texts.map(licenseDigits))].filter((number) => number !== '');
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
        .where((e) =>
          e.or(numbers.map((number) => e('details', 'like', `%${JSON.stringify({ number }).slice(1, -1)}%`))),
        ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The office withdraws a number that was mistyped, or is another's. */
const isNotWithdrawn = sql<boolean>`not exists (
  select 1 from member_file_entries as taken
  where taken.refers_to = member_file_entries.id and taken.kind = 'withdrawal')`;

/** As text on every engine, as the log has the ids of other things, too. */
const idOf = (column: 'users.id' | 'user_id' | 'object_id') =>
  sql<string>`cast(${sql.ref(column)} as text)`.as('id');

const from = (source: 'name' | 'email' | 'number' | 'entry' | 'change') =>
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
    .execute();
  const corporations = await corporationsOf(db, ids);
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byId].map(([id, its]) => {
      const textsOf = (source: string) => its.filter((row) => row.source === source).map(({ text }) => text);
      const entered = textsOf('entry').map((details): { number?: string } => JSON.parse(details));
      const emails = [...textsOf('email'), ...textsOf('change').flatMap(formerEmailsIn)];
      const identity = {
        names: [...textsOf('name'), ...textsOf('change').flatMap(formerNamesIn)],
        numbers: [...textsOf('number'), ...entered.flatMap(({ number }) => number ?? [])],
        emails: new Set(emails.map(cleanEmail)),
        corporation: corporationForm(corporations.get(id) ?? ''),
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
