/** The directory of members. */

import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely';
import type { DirectoryEntry, MemberPhone } from '../../../shared/profiles/profiles.contract.ts';
import { byName, containing, containingForm, wordsIn } from '../../platform/db/containing.ts';
import type { Database } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import {
  afterKeyset,
  beforeKeyset,
  type Keyset,
  type KeysetPage,
  toKeysetPage,
} from '../../platform/db/keyset.ts';
import { dialedBy } from '../../platform/phone.ts';
import type { Tables } from '../../tables/tables.ts';
import { type ProfileWithUser, profileRows, shownLicense } from './profile-rows.ts';

export interface DirectoryFilter {
  limit: number;
  after?: Keyset | undefined;
  search: string;
  status: string;
}

/** Every list of members leaves out the others: hidden and suspended ones. */
export const isInDirectory = (e: ExpressionBuilder<Tables, 'profiles' | 'users'>) =>
  e.and([e('profiles.hidden', '=', false), e('users.suspended_at', 'is', null)]);

const maxPhones = 2000;

/** Those who show their number, by name (docs/product.md P12.6). */
export async function listPhones(db: Database): Promise<MemberPhone[]> {
  const rows = await profileRows(db)
    .where(isInDirectory)
    .where('profiles.phone', '!=', '')
    // As JSON.stringify writes it.
    .where('profiles.visible', 'like', '%"phone":true%')
    .orderBy(byName(db, 'users.name'))
    .orderBy('users.id')
    .limit(maxPhones)
    .execute();
  return rows.map((row) => ({
    _id: row.user_id,
    name: row.name,
    phone: row.phone,
    dial: dialedBy(row.phone),
  }));
}

/** A page of visible profiles, newest first; each word searched must be in one of the fields below. */
export async function listMembers(
  db: Database,
  { limit, after, search, status }: DirectoryFilter,
): Promise<KeysetPage<DirectoryEntry>> {
  const e = expressionBuilder<Tables, 'profiles'>();
  const listed = e.and([
    e('profiles.hidden', '=', false),
    ...(after ? [beforeKeyset('profiles.created_at', 'profiles.id', after)] : []),
    ...(status ? [e('profiles.status', '=', status)] : []),
  ]);
  const words = wordsIn(search);
  const query = profileRows(db)
    .where(listed)
    .where(isInDirectory)
    .where(e.and(words.map((word) => has(db, word))))
    .orderBy('profiles.created_at', 'desc')
    .orderBy('profiles.id', 'desc')
    .limit(limit + 1);
  const indexed = words.filter(isIndexed);
  if (indexed.length === 0) return toPage(await query.execute(), limit);
  // Words of many members are found among the newest profiles; words of few members are found by the index.
  const amongNewest = async (count: number) => {
    const last = await db
      .selectFrom('profiles')
      .select(['created_at as at', 'id'])
      .where(listed)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(1))
      .offset(sql.lit(count))
      .executeTakeFirst();
    return last ? query.where(afterKeyset('profiles.created_at', 'profiles.id', last)).execute() : [];
  };
  let found = await amongNewest(newest);
  if (found.length <= limit && found.length * wider > limit) found = await amongNewest(newest * wider);
  if (found.length > limit) return toPage(found, limit);
  return toPage(await query.where('profiles.user_id', 'in', membersWith(db, indexed)).execute(), limit);
}

/** How many members are read before the index is asked. If there are no more members, it is asked at once. */
const newest = 300;
/** If the first members read promise a full page, this many times as many are read. */
const wider = 5;

const has = (db: Database, word: string) =>
  sql<boolean>`(${containing(db, 'users.name', word)} or ${containingForm('profiles.search_text', word)})`;

/** The index holds parts of three characters. */
const isIndexed = (word: string) => [...word].length >= 3;

/** The ids of members who have all these words in their search form. Some have only parts of a word: the caller looks again. */
const membersWith = (db: Database, words: string[]) =>
  isPostgres(db)
    ? sql<string>`(select user_id from member_search where ${sql.join(
        words.map((word) => sql`trigrams @> trigrams_of(${word})`),
        sql` and `,
      )})`
    : sql<string>`(select user_id from member_numbers where number in (
        select rowid from member_search where words match ${words.map(quoted).join(' AND ')}))`;

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

const toPage = (rows: ProfileWithUser[], limit: number): KeysetPage<DirectoryEntry> => {
  const page = toKeysetPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }));
  return { rows: page.rows.map(toEntry), next: page.next };
};

function toEntry(row: ProfileWithUser): DirectoryEntry {
  return {
    _id: row.id,
    user: { _id: row.user_id, name: row.name, avatar: row.avatar_url },
    image_id: row.image_id,
    status: row.status,
    company: row.company,
    location: row.location,
    skills: JSON.parse(row.skills),
    serviceAreas: JSON.parse(row.service_areas),
    languages: JSON.parse(row.languages),
    license: shownLicense(row),
  };
}
