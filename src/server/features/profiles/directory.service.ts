import type { DirectoryEntry } from '../../../shared/profiles.contract.ts';
import { containing, wordsIn } from '../../platform/db/containing.ts';
import type { Database } from '../../platform/db/database.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { type ProfileWithUser, profileRows, shownLicense } from './profile-rows.ts';

export interface DirectoryFilter {
  limit: number;
  after?: Keyset | undefined;
  search: string;
  status: string;
}

/** A page of visible profiles, newest first; each word searched must be in one of the fields below. */
export async function listMembers(
  db: Database,
  { limit, after, search, status }: DirectoryFilter,
): Promise<KeysetPage<DirectoryEntry>> {
  let query = profileRows(db)
    .where('profiles.hidden', '=', false)
    .where('users.suspended_at', 'is', null)
    .orderBy('profiles.created_at', 'desc')
    .orderBy('profiles.id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(beforeKeyset('profiles.created_at', 'profiles.id', after));
  if (status) query = query.where('profiles.status', '=', status);
  for (const word of wordsIn(search)) {
    query = query.where((e) =>
      e.or([containing(db, 'users.name', word), containing(db, 'profiles.search_text', word)]),
    );
  }
  const { rows, next } = toKeysetPage(await query.execute(), limit, (row) => ({
    at: row.created_at,
    id: row.id,
  }));
  return { rows: rows.map(toEntry), next };
}

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
