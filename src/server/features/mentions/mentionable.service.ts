/** Members that a text may mention. */

import type { Mentionable } from '../../../shared/mentions/mentions.contract.ts';
import { searchForm } from '../../../shared/search/search-form.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';

/** As many as fit on a phone above its keyboard. */
const max = 8;
/** A name may have several words with the same beginning. */
const maxRead = 5 * max;

/**
 * Up to 8 other visible, active members with a word of their name beginning with `search`, which is not empty: first by
 * whole names, then by what begins with a later word.
 */
export async function findMentionable(
  db: Database,
  actor: Pick<Actor, 'id'>,
  search: string,
): Promise<Mentionable[]> {
  const form = searchForm(search);
  const whole = await namesFrom(db, actor, form, { later: 0 });
  if (whole.length >= max) return whole.slice(0, max);
  const found = [...whole, ...(await namesFrom(db, actor, form, { later: 1 }))];
  const isFirst = ({ user }: Mentionable, index: number) =>
    found.findIndex((each) => each.user === user) === index;
  return found.filter(isFirst).slice(0, max);
}

/** Reads the index in its order, so that frequent names cost no more than rare ones. */
const namesFrom = (db: Database, actor: Pick<Actor, 'id'>, search: string, { later }: { later: 0 | 1 }) =>
  db
    .selectFrom('member_names')
    .innerJoin('users', 'users.id', 'member_names.user_id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id as user', 'users.name', 'users.avatar_url as avatar'])
    .where('member_names.later', '=', later)
    .where('member_names.text', '>=', search)
    .where('member_names.text', '<', search + lastCharacter)
    .where('users.id', '!=', actor.id)
    .where(isActive)
    .where((e) => e.or([e('profiles.user_id', 'is', null), e('profiles.hidden', '=', false)]))
    .orderBy('member_names.text')
    .orderBy('member_names.user_id')
    .limit(maxRead)
    .execute();

const lastCharacter = '\u{10ffff}';
