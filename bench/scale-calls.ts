import { openSession } from '../src/server/features/auth/sessions/sessions.service.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { newId, now } from '../src/server/platform/db/ids.ts';
import type { Keyset } from '../src/server/platform/db/keyset.ts';
import { encodeCursor } from '../src/server/platform/http/cursor.ts';
import type { Call } from './client.ts';
import { feedAge } from './feed-shape.ts';
import { searchWords } from './feed-texts.ts';
import { memberEmail, memberPassword } from './fill-members.ts';
import type { Place } from './scale-databases.ts';
import { officeCalls } from './scale-office-calls.ts';

const sessions = 32;
/** Different ones, as members ask for: not all of their pages are in memory. */
const places = 500;

/** The calls that are measured, and sessions of different members to send them by. */
export async function callsOf(place: Place): Promise<{ calls: Call[]; tokens: string[] }> {
  const db = openDatabase(place);
  try {
    const members = await db.selectFrom('users').select('id').orderBy('id').limit(sessions).execute();
    const tokens: string[] = [];
    for (const { id } of members)
      tokens.push(await openSession(db, id, { userAgent: 'bench', address: '127.0.0.1' }));
    const admins: string[] = [];
    for (const id of await adminsIn(db))
      admins.push(await openSession(db, id, { userAgent: 'bench', address: '127.0.0.1' }));
    const everything = (what: string, words: string) => ({
      what: `search of everything, ${what}`,
      goal: '≤50 ms',
      tokens: admins,
      requests: [{ path: `/api/search?q=${encodeURIComponent(words)}` }],
    });
    const posts = await evenPosts(db);
    const search = (words: string) => [{ path: `/api/posts?search=${encodeURIComponent(words)}` }];
    const signIns = Array.from({ length: 16 }, (_, index) => ({
      path: '/api/auth',
      // Members without a session here: more than 20 sign-ins would end the sessions that the other calls use.
      body: { email: memberEmail(index + sessions), password: memberPassword },
    }));
    return {
      tokens,
      calls: [
        { what: 'feed, first page', requests: [{ path: '/api/posts' }], goal: 'p99 ≤1.5×' },
        {
          what: 'feed, deep pages',
          goal: 'p99 ≤1.5×',
          requests: posts.map((post) => ({ path: `/api/posts?cursor=${encodeCursor(post)}` })),
        },
        { what: 'post', requests: posts.map(({ id }) => ({ path: `/api/posts/${id}` })) },
        { what: 'GET /api/auth', requests: [{ path: '/api/auth' }] },
        { what: 'notifications', requests: [{ path: '/api/notifications' }] },
        { what: 'directory, first page', requests: [{ path: '/api/profile' }], goal: '≤10 ms' },
        {
          what: 'directory, search',
          requests: [{ path: '/api/profile?search=garcia%20irvine' }],
          goal: '≤10 ms',
        },
        { what: 'members to mention', requests: [{ path: '/api/mentions?search=ga' }], goal: '≤10 ms' },
        { what: 'search, word of most posts', requests: search(searchWords.inMost), goal: '≤30 ms' },
        { what: 'search, two frequent words', requests: search(searchWords.together), goal: '≤30 ms' },
        { what: 'search, word of three posts', requests: search(searchWords.rare), goal: '≤30 ms' },
        {
          what: 'search, frequent words never together',
          requests: search(searchWords.apart),
          goal: '≤30 ms',
        },
        {
          what: 'search, frequent words never together, deep pages',
          requests: posts.map((post) => ({
            path: `/api/posts?search=${encodeURIComponent(searchWords.apart)}&cursor=${encodeCursor(post)}`,
          })),
          goal: '≤30 ms',
        },
        everything('a word of many', 'garcia'),
        everything('two words of many', 'maria garcia'),
        everything('two letters', 'ma'),
        everything('a part of one email', 'member4711@'),
        everything('a typing error', 'nuygen'),
        everything('a typing error beside a word of many', 'maria gracia'),
        everything('what no one has', 'quackenbush'),
        ...(await officeCalls(db, admins)),
        {
          what: 'posting',
          requests: [{ path: '/api/posts', body: { text: 'Just listed: three bedrooms near the park.' } }],
        },
        { what: 'sign-in, five a second', requests: signIns, perSecond: 5 },
      ],
    };
  } finally {
    await db.destroy();
  }
}

/** Makes one admin for each session, as one person can run at most three searches at once. */
async function adminsIn(db: Database): Promise<string[]> {
  const admins = Array.from({ length: sessions }, (_, index) => ({
    id: newId(),
    name: 'Wanda Whole',
    email: `bench-admin${index}@example.com`,
    password_hash: 'x',
    admin: true,
    created_at: now(),
  }));
  await db
    .insertInto('users')
    .values(admins)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const rows = db.selectFrom('users').select('id').where('admin', '=', true).limit(sessions);
  return (await rows.execute()).map(({ id }) => id);
}

/** Posts from all over the feed but its newest. */
async function evenPosts(db: Database): Promise<Keyset[]> {
  const before = (at: string) =>
    db
      .selectFrom('posts')
      .select(['created_at as at', 'id'])
      .where('created_at', '<', at)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  const found: Keyset[] = [];
  for (let place = 0; place < places; place++) {
    // Scattered: neighbors in the feed share pages of the database.
    const share = 0.05 + (0.9 * ((place * 211) % places)) / places;
    found.push(await before(new Date(Date.now() - share * feedAge).toISOString()));
  }
  return found;
}
