/**
 * One search of everything that its user may list. A new kind of result also needs `toChoices` in the
 * office's palette.
 */

import { sql } from 'kysely';
import { excerpt } from '../../../shared/excerpt.ts';
import type { SearchResults } from '../../../shared/search/search.contract.ts';
import { type Held, may } from '../../../shared/users/rights.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { outcomeOf, readPublishing } from '../../platform/http/publishing.ts';
import { searchedWords } from '../../platform/text/words.ts';
import { isNoPage, newestFirst, stateOf } from '../articles/article-rows.ts';
import { isInFilter } from '../leads/leads.service.ts';
import { postsWith } from '../posts/post-search.ts';
import { isInDirectory } from '../profiles/directory.service.ts';
import { findObjects, type Searched } from './find-objects.ts';
import { wordsToSearch } from './words-to-search.ts';

/** Limit for each kind. */
const max = 5;
const shownOfPost = 120;

/** Up to 5 each of what the actor may list: people, texts and emails by parts of words of their names, the newest first. */
export async function searchAll(
  db: Database,
  { actor, config }: { actor: Held; config: Pick<Config, 'contentEditors'> },
  search: string,
): Promise<SearchResults> {
  const words = wordsToSearch(search);
  const none = async () => [];
  const where = <T>(
    allowed: boolean,
    find: typeof none | ((db: Database, words: string[]) => Promise<T[]>),
  ) => (allowed ? find : none);
  const { settings } = await readPublishing(db, config);
  const all = outcomeOf(settings.articles, actor) !== 'refused' ? findAllArticles : findPublishedArticles;
  return {
    leads: await where(may(actor, 'recruiting'), findLeads)(db, words),
    members: await findMembers(db, words),
    users: await where(actor.admin, findUsers)(db, words),
    posts: await findPosts(db, searchedWords(search)),
    articles: await all(db, words),
    testimonials: await findTestimonials(db, words),
    emails: await where(actor.admin, findEmails)(db, words),
  };
}

interface FoundItem {
  _id: string;
  date: string;
}

/** `read` returns those of the ids that may be listed; an error is forgiven only where nothing else is found. */
async function find<T extends FoundItem>(
  db: Database,
  words: string[],
  searched: Searched,
  read: (ids: string[]) => Promise<T[]>,
): Promise<T[]> {
  if (words.length === 0) return [];
  for await (const objects of findObjects(db, searched, words)) {
    if (objects.length === 0) continue;
    const [begun, inner] = [false, true].map((which) =>
      objects.filter((each) => each.inner === which).map(({ id }) => id),
    );
    const found = new Map<string, T>();
    for (const ids of [begun ?? [], inner ?? []]) {
      if (ids.length === 0 || found.size >= max) continue;
      for (const row of (await read(ids)).toSorted(byDate)) if (!found.has(row._id)) found.set(row._id, row);
    }
    if (found.size > 0) return [...found.values()].slice(0, max);
  }
  return [];
}

const byDate = (a: FoundItem, b: FoundItem) =>
  a.date < b.date ? 1 : a.date > b.date ? -1 : a._id < b._id ? 1 : -1;

const newestOf = (table: string, count: number) =>
  sql`select id as object_id from ${sql.table(table)}
    order by created_at desc, id desc limit ${sql.lit(count)}`;

const findLeads = (db: Database, words: string[]) =>
  find(
    db,
    words,
    {
      names: 'lead',
      others: ['lead-email', 'lead-phone'],
      newest: (count) => sql`select id as object_id from contact_requests where spam = ${false}
        order by created_at desc, id desc limit ${sql.lit(count)}`,
    },
    async (ids) => {
      // Other requests of a person lead to the person.
      const requests = await db
        .selectFrom('contact_requests')
        .select((e) => e.fn.coalesce('joined_to', 'id').as('lead'))
        .where('id', 'in', ids)
        .execute();
      const rows = await db
        .selectFrom('contact_requests')
        .select(['id as _id', 'first_name', 'last_name', 'email', 'status', 'created_at as date'])
        .where(
          'id',
          'in',
          requests.map(({ lead }) => lead),
        )
        .where(isInFilter(db, { spam: false, search: '' }))
        .execute();
      return rows.map(({ first_name, last_name, ...row }) => ({
        ...row,
        name: `${first_name} ${last_name}`,
      }));
    },
  );

const findMembers = (db: Database, words: string[]) =>
  find(
    db,
    words,
    {
      names: 'user',
      newest: (count) => sql`select user_id as object_id from profiles where hidden = ${false}
        order by created_at desc, id desc limit ${sql.lit(count)}`,
    },
    (ids) =>
      db
        .selectFrom('profiles')
        .innerJoin('users', 'users.id', 'profiles.user_id')
        .select(['profiles.id as _id', 'users.id as user', 'users.name', 'users.avatar_url as avatar'])
        .select(['profiles.status', 'profiles.company', 'profiles.created_at as date'])
        .where('profiles.user_id', 'in', ids)
        .where(isInDirectory)
        .execute(),
  );

const findUsers = (db: Database, words: string[]) =>
  find(
    db,
    words,
    {
      names: 'user',
      others: ['user-email'],
      newest: (count) => newestOf('users', count),
    },
    (ids) =>
      db
        .selectFrom('users')
        .select(['id as _id', 'name', 'email', 'created_at as date'])
        .where('id', 'in', ids)
        .execute(),
  );

async function findPosts(db: Database, words: string[]): Promise<SearchResults['posts']> {
  if (words.length === 0) return [];
  // Only as far back as one page of the feed's own search, which can go on.
  const { ids } = await postsWith(db, { words, max, after: undefined });
  const rows = await db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.id as _id', 'posts.text', 'users.name as author', 'posts.created_at as date'])
    .where('posts.id', 'in', ids)
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(max)
    .execute();
  return rows.map(({ text, ...row }) => ({ ...row, name: excerpt(text, shownOfPost) }));
}

const newestArticles = (count: number) => sql`select id as object_id from articles
  order by coalesce(published_at, created_at) desc, id desc limit ${sql.lit(count)}`;

const findPublishedArticles = (db: Database, words: string[]) => findArticles(db, words, newestFirst(db));
const findAllArticles = (db: Database, words: string[]) =>
  findArticles(db, words, db.selectFrom('articles').where(isNoPage));

const findArticles = (
  db: Database,
  words: string[],
  listed: Pick<ReturnType<typeof newestFirst>, 'select'>,
): Promise<SearchResults['articles']> =>
  find(db, words, { names: 'article', newest: newestArticles }, async (ids) => {
    const rows = await listed
      .select(['id', 'title', 'slug', 'published_at', 'due_at', 'created_at'])
      .where('id', 'in', ids)
      .execute();
    return rows.map((row) => ({
      _id: row.id,
      name: row.title,
      slug: row.slug,
      state: stateOf(row),
      date: row.published_at ?? row.created_at,
    }));
  });

const findTestimonials = (db: Database, words: string[]) =>
  find(
    db,
    words,
    {
      names: 'testimonial',
      newest: (count) => newestOf('testimonials', count),
    },
    (ids) =>
      db
        .selectFrom('testimonials')
        .select(['id as _id', 'name', 'created_at as date'])
        .where('id', 'in', ids)
        .execute(),
  );

const findEmails = (db: Database, words: string[]) =>
  find(
    db,
    words,
    {
      others: ['mail'],
      newest: (count) => newestOf('mails', count),
    },
    (ids) =>
      db
        .selectFrom('mails')
        .select(['id as _id', 'recipient as name', 'subject', 'state', 'created_at as date'])
        .where('id', 'in', ids)
        .execute(),
  );
