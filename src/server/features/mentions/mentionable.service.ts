import { type Expression, sql } from 'kysely';
import type { Mentionable } from '../../../shared/mentions.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';

/** As many as fit on a phone above its keyboard. */
const max = 8;

/** Up to 8 other visible, active members with a word of their name beginning with `search`, which is not empty. */
export async function findMentionable(db: Database, actor: Actor, search: string): Promise<Mentionable[]> {
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
    .limit(max)
    .execute();
}

/** A space before the name makes one pattern match the beginning of any word. */
const hasWord = (search: string) => like(sql`' ' || lower(users.name)`, (pattern) => `% ${pattern}%`, search);
const begins = (search: string) => like(sql`lower(users.name)`, (pattern) => `${pattern}%`, search);

function like(name: Expression<unknown>, around: (pattern: string) => string, search: string) {
  const pattern = around(search.replace(/[\\%_]/g, '\\$&'));
  return sql<boolean>`${name} like lower(${pattern}) escape '\\'`;
}
