import { sql } from 'kysely';
import type { AnswerFields, Duplicate } from '../../../shared/joining/joining-fields.ts';
import { searchForm } from '../../../shared/search/search-form.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ApplicationRow } from '../../tables/joining.ts';

/** Limit for each kind. */
const most = 10;

/** Other leads and members who may be the same person: by email, license number or name. */
export async function findDuplicates(
  db: Database,
  { lead_id, email, member_id }: Pick<ApplicationRow, 'lead_id' | 'email'> & { member_id: string | null },
  { license, name }: AnswerFields,
): Promise<Duplicate[]> {
  const found: Duplicate[] = [];
  const add = (each: Duplicate) => {
    if (!found.some(({ kind, _id }) => kind === each.kind && _id === each._id)) found.push(each);
  };
  for (const by of ['email', 'license', 'name'] as const) {
    const value = { email, license, name }[by];
    if (!value) continue;
    for (const { id, name } of await membersBy(db, by, value))
      if (id !== member_id) add({ kind: 'member', _id: id, name, by });
    for (const { id, first_name, last_name } of await leadsBy(db, by, value, lead_id))
      add({ kind: 'lead', _id: id, name: `${first_name} ${last_name}`, by });
  }
  return found;
}

type By = Duplicate['by'];

/** Longest part of a word that the index holds. */
const maxWord = 60;

/** Finds the ids of people by the longest word of the name, in the index of words. */
function withWord(db: Database, field: 'user' | 'lead', name: string) {
  const [longest = ''] = searchForm(name)
    .split(' ')
    .toSorted((a, b) => b.length - a.length);
  return db
    .selectFrom('search_words')
    .select('object_id')
    .where('field', '=', field)
    .where('word', '=', longest.slice(0, maxWord));
}

function membersBy(db: Database, by: By, value: string) {
  const members = db.selectFrom('users').select(['users.id', 'users.name']).limit(most);
  switch (by) {
    case 'email':
      return members.where('users.email', '=', value).execute();
    case 'name':
      return members
        .where('users.id', 'in', withWord(db, 'user', value))
        .where(sql<boolean>`search_form(users.name) = ${searchForm(value)}`)
        .execute();
    case 'license':
      return members
        .leftJoin('licenses', 'licenses.user_id', 'users.id')
        .leftJoin('profiles', 'profiles.user_id', 'users.id')
        .where((e) => e(e.fn.coalesce('licenses.number', 'profiles.license'), '=', value))
        .execute();
  }
}

function leadsBy(db: Database, by: By, value: string, own: string) {
  const leads = db
    .selectFrom('contact_requests')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '!=', own)
    // Requests that belong to the lead are known.
    .where((e) => e.or([e('joined_to', 'is', null), e('joined_to', '!=', own)]))
    .orderBy('created_at', 'desc')
    .limit(most);
  switch (by) {
    case 'email':
      return leads.where((e) => e(e.fn<string>('lower', ['email']), '=', value)).execute();
    case 'license':
      return leads.where('license', '=', value).execute();
    case 'name':
      return leads
        .where('id', 'in', withWord(db, 'lead', value))
        .where(sql<boolean>`search_form(first_name || ' ' || last_name) = ${searchForm(value)}`)
        .execute();
  }
}
