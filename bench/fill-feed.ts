import { sql } from 'kysely';
import { addAllToSearch } from '../src/server/features/posts/post-search.ts';
import { newProfile } from '../src/server/features/profiles/profiles.service.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { isPostgres } from '../src/server/platform/db/json-rows.ts';
import { day } from '../src/shared/time.ts';
import { postText } from './feed-texts.ts';
import { addRows, idAt, type Row } from './fill-rows.ts';

export interface FeedSize {
  posts: number;
  members: number;
}

/** Milliseconds that the posts are spread over; the members joined in the year before. */
export const feedAge = 730 * day;
const likesEach = 5;
const commentsEach = 3;

/**
 * Fills a migrated database: the newest post is of now, and each has five likes and three comments. Two databases of one
 * size differ only in their dates.
 */
export async function fillFeed(db: Database, size: FeedSize): Promise<void> {
  if (!isPostgres(db)) await hurrySqlite(db);
  const { memberOf, postOf, answersTo } = rowsOf(size, Date.now() - feedAge);
  // Triggers split their names.
  await addRows(db, { what: 'members', count: size.members, batch: 2_000, fast: false }, memberOf);
  await addRows(
    db,
    { what: 'posts', count: size.posts, batch: 10_000 },
    (number) => [['posts', postOf(number)], ...answersTo(number)],
    (transaction, numbers) =>
      addAllToSearch(
        transaction,
        numbers.map(postOf).map(({ id, created_at: at, text }) => ({ id, at, text })),
      ),
  );
  await sql`update users set feed_bytes = (select coalesce(sum(bytes), 0) from posts where user_id = users.id)
    + (select coalesce(sum(bytes), 0) from comments where user_id = users.id)`.execute(db);
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db);
}

/** Without a journal, as no one needs half of it. */
async function hurrySqlite(db: Database): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db);
  await sql`pragma journal_mode = off`.execute(db);
  await sql`pragma synchronous = off`.execute(db);
  await sql`pragma cache_size = -1000000`.execute(db);
}

const words = (text: string) => text.split(' ');
const firstNames = words(
  'Maria James Linh Robert Aisha David Elena Kevin Sofia Daniel Grace Omar Priya Yuki',
);
const lastNames = words(
  'Garcia Chen Smith Nguyen Patel Johnson Kim Lopez Brown Tran Wilson Khan Rossi Silva Novak',
);
const places = words('Irvine Fresno Oakland Pasadena Sacramento Torrance Ventura Burbank Carlsbad');
const skills = words('Buyers Sellers Rentals Luxury Probate Relocation Investors');
const pick = (list: string[], number: number) => list[number % list.length] ?? '';

/** Makes the rows of a number of a member or post; the feed begins at `begin`. */
function rowsOf({ posts, members }: FeedSize, begin: number) {
  const joinedAt = (number: number) => begin - 365 * day + Math.floor((number * 365 * day) / members);
  const memberId = (number: number) => idAt(joinedAt(number), number);
  /** Another member for each number: a step that shares no factor with their count spreads the choices evenly. */
  const someone = (number: number) => memberId((number * 7_919 + 13) % members);
  const postedAt = (number: number) => begin + Math.floor(((number + 1) * feedAge) / posts);

  const postOf = (number: number) => ({
    id: idAt(postedAt(number), number),
    user_id: someone(number),
    text: postText(number, posts),
    like_count: likesEach,
    comment_count: commentsEach,
    created_at: new Date(postedAt(number)).toISOString(),
  });

  function answersTo(number: number): Row[] {
    const at = postedAt(number);
    const of = { post_id: idAt(at, number), created_at: new Date(at).toISOString() };
    const likes = Array.from({ length: likesEach }, (_, like): Row => {
      const id = idAt(at, number * likesEach + like);
      return ['post_likes', { ...of, id, user_id: someone(number + like + 1) }];
    });
    const text = `Congratulations, I will send my buyers of number ${number}`;
    const comments = Array.from({ length: commentsEach }, (_, comment): Row => {
      const id = idAt(at, number * commentsEach + comment);
      return ['comments', { ...of, id, text, user_id: someone(number + comment + 9) }];
    });
    return [...likes, ...comments];
  }

  function memberOf(number: number): Row[] {
    const created_at = new Date(joinedAt(number)).toISOString();
    const id = memberId(number);
    // The first have two names.
    const second = number < 5_000 ? '' : ` ${pick(lastNames, number >> 8)}`;
    const user = {
      id,
      name: `${pick(firstNames, number)} ${pick(lastNames, number)}${second}`,
      email: `member${number}@example.com`,
      password_hash: 'never used',
      admin: false,
      last_sign_in_at: new Date().toISOString(),
      created_at,
    };
    const fields = {
      status: number % 100 === 0 ? 'Broker' : 'Salesperson',
      company: `${pick(places, number >> 3)} Homes`,
      location: `${pick(places, number)}, CA`,
      skills: [pick(skills, number), pick(skills, number >> 2)],
      bio: 'I know every street between the hills and the beach, and every escrow officer, too.',
    };
    return [
      ['users', user],
      ['profiles', newProfile(id, id, fields, created_at)],
    ];
  }

  return { memberOf, postOf, answersTo };
}
