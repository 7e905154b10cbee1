import { type Expression, sql } from 'kysely';
import type { Mentionable } from '../../shared/notifications.contract.ts';
import type { Actor } from '../accounts/sessions.service.ts';
import type { Database } from '../db/database.ts';

/** As many as fit on a phone above its keyboard. */
const most = 8;

/**
 * The other members whose name, or a later word of it, begins with the search; those whose whole name does first. Left
 * out are who is suspended, invited only, or hidden from the directory.
 */
export async function findMentionable(db: Database, actor: Actor, search: string): Promise<Mentionable[]> {
  if (search === '') return [];
  return db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id as user', 'users.name', 'users.avatar_url as avatar'])
    .where(hasWord(search))
    .where('users.id', '!=', actor.id)
    .where('users.suspended_at', 'is', null)
    .where('users.password_hash', 'is not', null)
    .where((e) => e.or([e('profiles.user_id', 'is', null), e('profiles.hidden', '=', false)]))
    .orderBy(sql`case when ${begins(search)} then 0 else 1 end`)
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(most)
    .execute();
}

/** With a space before it every word of a name begins alike: one comparison for each of the members. */
const hasWord = (search: string) => like(sql`' ' || lower(users.name)`, (pattern) => `% ${pattern}%`, search);
const begins = (search: string) => like(sql`lower(users.name)`, (pattern) => `${pattern}%`, search);

/** SQLite knows only the small letters of English: of other scripts a name begins with a capital, or as it was typed. */
function like(name: Expression<unknown>, around: (pattern: string) => string, search: string) {
  const small = search.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const patterns = new Set([small, isEnglish(small) ? small : capitalized(small)]);
  const ways = [...patterns].map(
    (pattern) => sql<boolean>`${name} like lower(${sql.val(around(pattern))}) escape '\\'`,
  );
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

const isEnglish = (text: string) => /^[ -~]*$/.test(text);

const capitalized = (text: string) =>
  text.replace(/(^|\s)(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
