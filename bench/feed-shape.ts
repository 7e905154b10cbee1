import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../src/server/platform/db/database.ts';
import { isPostgres } from '../src/server/platform/db/json-rows.ts';
import { day } from '../src/shared/time.ts';

/** How a filled feed looks: who wrote, liked and commented what, and when, by the numbers of posts and members. */
export interface FeedSize {
  posts: number;
  members: number;
  /** The number on each post. */
  likes: number;
  /** In threads of three on every few posts; the newest post has up to 10,000 more. */
  comments: number;
  /** The office's data in addition to the feed; none by default. */
  office?: OfficeSize;
}

export interface OfficeSize {
  /** Pages of the handbook; every member is asked to acknowledge each. */
  pages: number;
  closings: number;
}

/** Unless given: 40 posts a member, five likes and three comments a post. */
export const feedSize = (posts: number, size: Partial<FeedSize> = {}): FeedSize => ({
  posts,
  members: Math.max(50, Math.ceil(posts / 40)),
  likes: posts * 5,
  comments: posts * 3,
  ...size,
});

export const inThread = 3;
export const likesEach = ({ likes, posts }: FeedSize): number => Math.floor(likes / posts);
/** Every how many posts have a thread. */
export const threadEvery = ({ posts, comments }: FeedSize): number =>
  Math.ceil((inThread * posts) / comments);
export const moreOnNewest = ({ posts }: FeedSize): number => Math.min(10_000, posts);

export const feedAge = 730 * day;

/** When posts were written and members joined, in milliseconds: number 0 at `begin`, the others a `step` apart. */
export interface Times {
  posts: { begin: number; step: number };
  members: { begin: number; step: number };
}

export function timesOf({ posts, members }: FeedSize): Times {
  const begin = Date.now() - feedAge;
  const ofMembers = { begin: begin - 365 * day, step: Math.floor((365 * day) / members) };
  return { posts: { begin, step: Math.floor(feedAge / posts) }, members: ofMembers };
}

export const timeOf = (number: number, { begin, step }: Times['posts']): number => begin + number * step;

/** A multiplicative step spreads the choices evenly and repeatably. */
const factor = 7_919;
const start = 13;
export const memberFor = (number: number, { members }: FeedSize): number =>
  (number * factor + start) % members;

/** A version 7 UUID: in the order of its milliseconds and numbers. */
export function idAt(milliseconds: number, number: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

type Sql = RawBuilder<unknown>;
const literal = (value: number) => sql.lit(value);

/** The functions above, written in SQL, which makes millions of rows ten times as fast. */
export function shapeInSql(db: Database, { members }: FeedSize, times: Times) {
  const id = isPostgres(db) ? postgresId : sqliteId;
  const timeOf = (number: Sql, { begin, step }: Times['posts']) =>
    sql`(${literal(begin)} + (${number}) * ${literal(step)})`;
  const memberFor = (number: Sql) =>
    sql`(((${number}) * ${literal(factor)} + ${literal(start)}) % ${literal(members)})`;
  return {
    id,
    date: isPostgres(db) ? postgresDate : sqliteDate,
    numbers: isPostgres(db) ? postgresNumbers : sqliteNumbers,
    timeOfPost: (number: Sql) => timeOf(number, times.posts),
    post: (number: Sql) => id(timeOf(number, times.posts), number),
    member: (number: Sql) => id(timeOf(memberFor(number), times.members), memberFor(number)),
    memberAt: (number: Sql) => id(timeOf(number, times.members), number),
  };
}

const sqliteId = (at: Sql, number: Sql) =>
  sql`printf('%08x-%04x-7000-8000-%012x', (${at}) >> 16, (${at}) & 65535, ${number})`;
const sqliteDate = (at: Sql) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', (${at}) / 1000.0, 'unixepoch')`;

// to_hex does not pad: milliseconds have eleven digits from 2005 to 2527, and numbers the highest bit.
const postgresId = (at: Sql, number: Sql) =>
  sql`('0' || to_hex(${at}) || '7000' || to_hex((${number}) + (-9223372036854775807 - 1)))::uuid`;
const postgresDate = (at: Sql) => sql`to_timestamp((${at}) / 1000.0::float8)`;

/** Rows with the numbers `n` from `from` to below `to`. */
const sqliteNumbers = (from: number, to: number) =>
  sql`(with recursive numbers (n) as (
    select ${literal(from)} union all select n + 1 from numbers where n < ${literal(to - 1)}) select n from numbers)`;
const postgresNumbers = (from: number, to: number) =>
  sql`generate_series(${literal(from)}::bigint, ${literal(to - 1)}) as numbers (n)`;
