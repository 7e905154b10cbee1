import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { now } from '../src/server/platform/db/ids.ts';
import { officeDay } from '../src/shared/dates.ts';
import { makeToken, sessionOf } from '../test/factories.ts';
import type { OrderedRequest } from './client.ts';
import { searchWords } from './feed-texts.ts';
import type { Place } from './fill-rows.ts';

/** A call that is measured; its requests are sent in turn. */
export interface Call {
  what: string;
  requests: OrderedRequest[];
  goal: string;
  /** Sessions. */
  tokens: string[];
}

/** One for each connection, as one person can run at most three searches at once. */
const sessions = 8;
/** Files and closings, as different people ask for different ones. */
const different = 100;

export async function callsOf(place: Place): Promise<Call[]> {
  await using db = openDatabase(place);
  const members = db.selectFrom('users').select('id').where('email', 'like', 'member%').orderBy('id');
  const tokens: string[] = [];
  for (const { id } of await members.limit(sessions).execute()) tokens.push(await sessionOf(db, id));
  const admins: string[] = [];
  while (admins.length < sessions) admins.push(await makeToken(db, { admin: true }));
  const ofMembers = (goal: string) => (what: string, paths: string[]) => callOf(what, paths, goal, tokens);
  const ofOffice = (goal: string) => (what: string, paths: string[]) => callOf(what, paths, goal, admins);
  const [posts, quick, office] = [ofMembers('≤30 ms'), ofMembers('≤10 ms'), ofOffice('≤50 ms')];
  const everything = (what: string, words: string) =>
    office(`search of everything, ${what}`, [`search?q=${encodeURIComponent(words)}`]);
  const search = (words: string) => `posts?search=${encodeURIComponent(words)}`;
  return [
    posts('feed, first page', ['posts']),
    posts('search, word of most posts', [search(searchWords.inMost)]),
    posts('search, word of three posts', [search(searchWords.rare)]),
    posts('search, two frequent words', [search(searchWords.together)]),
    posts('search, frequent words never together', [search(searchWords.apart)]),
    quick('directory, first page', ['profile']),
    quick('directory, search', ['profile?search=garcia%20irvine']),
    quick('members to mention', ['mentions?search=ga']),
    everything('a word of many', 'garcia'),
    everything('a typing error', 'nuygen'),
    everything('what no one has', 'quackenbush'),
    office('acknowledgements, first page', ['handbook/acknowledgements']),
    office('acknowledgements, search by name', ['handbook/acknowledgements?search=garcia']),
    office('desk, first page', ['compliance']),
    office('desk, search by name', ['compliance?search=garcia']),
    office('file of a member', await pathsOf(db, 'member_files', 'compliance/members')),
    office('agreements, search', ['agreements?search=garcia']),
    office('closings, newest first', ['closings?sort=-since']),
    office('closings, paid in a month', [`closings?paid=${officeDay(now()).slice(0, 7)}`]),
    office('closings, search of none', ['closings?search=quackenbush']),
    office('closing', await pathsOf(db, 'closings', 'closings')),
    office('insights of closings', ['closings/insights']),
    ...['income', 'production', 'deductions', 'promise'].map((report) =>
      ofOffice('≤300 ms')(`report of all days, ${report}`, [
        `bookkeeping/${report}?from=2000-01-01&to=2099-12-31`,
      ]),
    ),
  ];
}

const callOf = (what: string, paths: string[], goal: string, tokens: string[]): Call => ({
  what,
  goal,
  tokens,
  requests: paths.map((path) => ({ path: `/api/${path}` })),
});

async function pathsOf(db: Database, table: 'member_files' | 'closings', at: string): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(different).execute();
  return rows.map(({ id }) => `${at}/${id}`);
}
