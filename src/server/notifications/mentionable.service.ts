import { type RawBuilder, sql } from 'kysely';
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
    .where((e) => e.or([begins(search), hasLaterWord(search)]))
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

const begins = (search: string) => nameLike(search, (pattern) => `${pattern}%`);
const hasLaterWord = (search: string) => nameLike(search, (pattern) => `% ${pattern}%`);

/** SQLite knows only the small letters of English: of other scripts a name begins with a capital, or as it was typed. */
function nameLike(search: string, around: (pattern: string) => string): RawBuilder<boolean> {
  const escaped = search.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const like = (text: string) =>
    sql<boolean>`lower(users.name) like lower(${sql.val(around(text))}) escape '\\'`;
  return sql<boolean>`(${like(escaped)} or ${like(capitalized(escaped))})`;
}

const capitalized = (text: string) =>
  text.replace(/(^|\s)(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
