/** The office finds more: people by license and phone number, and closings (docs/product.md P8.23). */

import { sql } from 'kysely';
import { licenseDigits } from '../../../shared/licenses/license-number.ts';
import type { OfficeResults } from '../../../shared/search/people.contract.ts';
import { type Held, may } from '../../../shared/users/rights.ts';
import { byName, containing, wordsIn } from '../../platform/db/containing.ts';
import type { Database } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { licenseNumber } from '../../platform/db/license-number.ts';
import { digitsToSearch } from '../../platform/phone.ts';
import { findObjects } from './find-objects.ts';
import { wordsToSearch } from './words-to-search.ts';

/** Limit for each kind. */
const max = 5;
/** Fewer digits are in too many numbers. */
const minDigits = 3;

/** Whether the numbers of all members are someone's business: they look up licenses, or pay who closes. */
export const seesNumbers = (actor: Held): boolean => may(actor, 'compliance') || may(actor, 'closings');

/** Up to 5 people by name, license or phone number, and with the right to closings 5 closings by address, file number or agent. */
export async function searchOffice(db: Database, actor: Held, search: string): Promise<OfficeResults> {
  if (!seesNumbers(actor)) return { people: [], closings: [] };
  const named = await namedUsers(db, search);
  return {
    people: await findPeople(db, search, named),
    closings: may(actor, 'closings') ? await findClosings(db, search, named) : [],
  };
}

/** Ids of users with all the words in their names. */
async function namedUsers(db: Database, search: string): Promise<string[]> {
  const words = wordsToSearch(search);
  if (words.length === 0) return [];
  const searched = {
    names: 'user',
    newest: (count: number) =>
      sql`select id as object_id from users order by created_at desc, id desc limit ${sql.lit(count)}`,
  };
  for await (const objects of findObjects(db, searched, words))
    if (objects.length > 0) return objects.map(({ id }) => id);
  return [];
}

async function findPeople(db: Database, search: string, named: string[]): Promise<OfficeResults['people']> {
  const digits = digitsOf(search);
  const ids = digits === undefined ? named : await numberedUsers(db, digits);
  if (ids.length === 0) return [];
  return db
    .selectFrom('users')
    .leftJoin('licenses', 'licenses.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id as _id', 'users.name', 'users.created_at as date'])
    .select((e) => [licenseNumber.as('license'), e.fn.coalesce('profiles.phone', e.val('')).as('phone')])
    .where('users.id', 'in', ids)
    .orderBy(byName(db, 'users.name'))
    .orderBy('users.id')
    .limit(max)
    .execute();
}

/** Stands before a number that is not whole yet. */
const beforeLicense = /^(?:cal)?dre[ #]*/i;

/** The digits of a license or phone number; undefined for anything else. */
function digitsOf(search: string): string | undefined {
  const license = licenseDigits(search).replace(beforeLicense, '');
  const digits = /^\d+$/.test(license) ? license : digitsToSearch(search);
  return digits !== undefined && digits.length >= minDigits ? digits : undefined;
}

/** Ids of users whose license begins so, or whose phone number has the digits. Each member has one row that is read. */
async function numberedUsers(db: Database, digits: string): Promise<string[]> {
  const begun = `${digits}%`;
  const digitsIn = isPostgres(db)
    ? sql`regexp_replace(search_form(phone), '[^0-9]', '', 'g')`
    : sql`digits_of(phone)`;
  const licensed = await db
    .selectFrom('licenses')
    .select('user_id')
    .where('number', 'like', begun)
    .limit(max)
    .execute();
  const reached = await db
    .selectFrom('profiles')
    .select('user_id')
    .where((e) =>
      e.or([e('license', 'like', begun), sql<boolean>`phone != '' and ${digitsIn} like ${`%${digits}%`}`]),
    )
    .limit(max)
    .execute();
  return [...licensed, ...reached].map(({ user_id }) => user_id);
}

/** The newest first. */
async function findClosings(
  db: Database,
  search: string,
  agents: string[],
): Promise<OfficeResults['closings']> {
  const words = wordsIn(search);
  if (words.length === 0) return [];
  const newest = db
    .selectFrom('closings')
    .select('id')
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .limit(max);
  const ids = await newest
    .where((e) =>
      e.and(
        words.map((word) => e.or([containing(db, 'property', word), containing(db, 'file_number', word)])),
      ),
    )
    .execute();
  if (agents.length > 0) ids.push(...(await newest.where('agent_id', 'in', agents).execute()));
  if (ids.length === 0) return [];
  return db
    .selectFrom('closings')
    .select(['id as _id', 'property as name', 'since as date', 'agent_name as agent'])
    .select(['file_number as fileNumber', 'state'])
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute();
}
