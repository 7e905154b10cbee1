import { sql } from 'kysely';
import { cleanEmail } from '../../../shared/email-address.ts';
import { plainForm } from '../../../shared/search-form.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { corporationsOf } from './corporations.ts';
import { holdsLicense } from './license-numbers.ts';

type Db = Database | DatabaseTransaction;

/** By what an account is known as a person. */
interface Identity {
  numbers: string[];
  emails: Set<string>;
  /** In plain form; '' for none. */
  corporation: string;
}

/**
 * The accounts among `others` that are the same person as a user, with that user's own: by a license number or an email address
 * that both have or had, or a corporation that is paid for both. An equal name is not enough, as two agents may share one
 * (docs/security.md S17.12).
 */
export async function samePeople(db: Db, userId: string, others: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(others)];
  const same = new Set(wanted.filter((id) => id === userId));
  if (same.size === wanted.length) return same;
  const identities = await identitiesOf(db, [...new Set([userId, ...wanted])]);
  const own = identities.get(userId);
  if (!own) return same;
  for (const id of wanted) {
    const other = identities.get(id);
    if (other && isSame(own, other)) same.add(id);
  }
  return same;
}

export const isSamePerson = async (db: Db, userId: string, other: string | null): Promise<boolean> =>
  other !== null && (await samePeople(db, userId, [other])).has(other);

const isSame = (one: Identity, other: Identity): boolean =>
  one.numbers.some((number) => other.numbers.some((its) => holdsLicense(its, number))) ||
  [...one.emails].some((email) => other.emails.has(email)) ||
  (one.corporation !== '' && one.corporation === other.corporation);

/** As text on every engine, as the log has the ids of other things, too. */
const idOf = (column: 'users.id' | 'user_id' | 'object_id') =>
  sql<string>`cast(${sql.ref(column)} as text)`.as('id');

const from = (source: 'email' | 'number' | 'entry' | 'change') =>
  sql<string>`${sql.lit(source)}`.as('source');

async function identitiesOf(db: Db, ids: string[]): Promise<Map<string, Identity>> {
  const rows = await db
    .selectFrom('users')
    .select([idOf('users.id'), from('email'), 'users.email as text'])
    .where('users.id', 'in', ids)
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
        .where('kind', 'in', ['license', 'check']),
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
        numbers: [...textsOf('number'), ...entered.flatMap(({ number }) => number ?? [])],
        emails: new Set(emails.map(cleanEmail)),
        corporation: plainForm(corporations.get(id) ?? '').replaceAll(/[^\p{L}\p{N}]/gu, ''),
      };
      return [id, identity] as const;
    }),
  );
}

/** As users.service.ts writes them in an audit event. A name can't hide one: all that look like one count. */
export const formerEmailsIn = (details: string): string[] =>
  Array.from(details.matchAll(/\bemail: (\S+) → /g), ([, address = '']) => address);
