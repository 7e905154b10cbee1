/**
 * Posts: lists, search, pins and changes. `PostItem.tsx` and `PostPage.tsx` each draw one, and the
 * moderation's `QueueItem.tsx` a reported one.
 */

import { type SelectQueryBuilder, sql } from 'kysely';
import { maxCounts } from '../../../shared/field-limits.ts';
import type { Comment, Like, Post } from '../../../shared/posts/posts.contract.ts';
import { may } from '../../../shared/users/rights.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { type JsonRows, jsonRows, parseJsonRows } from '../../platform/db/json-rows.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { forEachLimit, orNull, preparedQuery, type Value } from '../../platform/db/prepared-query.ts';
import type { SlowReads } from '../../platform/db/slow-reads.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { lockedRights } from '../../platform/http/publishing.ts';
import { countedInTransaction, type Hit } from '../../platform/http/rate-limits.ts';
import { forbidden, notFound } from '../../platform/http-error.ts';
import { dropAnnouncements } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { searchedWords } from '../../platform/text/words.ts';
import { type PostRow, postColumns } from '../../tables/posts.ts';
import type { Tables } from '../../tables/tables.ts';
import { findMentioned, mentionsText, stillMentioned, type TextInput } from '../mentions/mentions.service.ts';
import { notifyOfRemoval, notifyOfText } from '../notifications/notifications.service.ts';
import { bytesOfTexts, reserveFeedStorage } from '../storage/storage.service.ts';
import { announce } from './announce.ts';
import { closeReports, reportsLabel } from './close-reports.ts';
import { newestCommentsJson } from './comment-rows.ts';
import { recordFeedEvent } from './feed-events.service.ts';
import { keepHeldReports } from './keep-reports.ts';
import { type AuditedText, recordPostAuditEvent } from './post-audit.ts';
import { addToSearch, changeInSearch, postsWith, type SearchBounds } from './post-search.ts';

/** Likes and comments returned with each post (docs/product.md P4.11). */
const inList = { likes: 20, comments: 3 };
const alone = { likes: 100, comments: 100 };

export interface PostFilter {
  limit: number;
  after?: Keyset | undefined;
  user?: string | undefined;
  pinned?: boolean;
}

/** A page of the feed as `actor` sees it, newest first; the cost depends on the page, not the table. */
export async function listPosts(
  db: Database,
  actor: Actor,
  { limit, after, user, pinned = false }: PostFilter,
): Promise<KeysetPage<JsonText<Post>>> {
  const max = limit + 1;
  const of = { actor: actor.id };
  const rows =
    user || pinned
      ? await feed(db, { ...of, max, after, user, pinned }).execute()
      : after
        ? await laterPage(max)(db, { ...of, ...after })
        : await firstPage(max)(db, of);
  return toPage(rows, actor, limit);
}

interface SearchedPage extends KeysetPage<JsonText<Post>> {
  /** The date back to which all posts were searched, where the search ended there and not with a further page or the oldest. */
  searchedTo: string | undefined;
}

/** A page of posts with words beginning with those searched, newest first; none when no word is long enough. */
export async function searchPosts(
  { db, slowReads }: { db: Database; slowReads: SlowReads },
  actor: Actor,
  { search, limit, after }: { search: string; limit: number; after: Keyset | undefined },
  bounds?: SearchBounds,
): Promise<SearchedPage> {
  const words = searchedWords(search);
  if (words.length === 0) return { rows: [], next: undefined, searchedTo: undefined };
  const { found, end } = await slowReads.run(turnOf(actor), db, async (db) => {
    const { ids, end } = await postsWith(db, { words, max: limit + 1, after }, bounds);
    const page = newestOf(db, { after, max: limit + 1 }).where('id', 'in', ids);
    return { found: await asSeenBy(db, actor.id, page, inList).execute(), end };
  });
  const { rows, next } = toPage(found, actor, limit);
  return { rows, next: next ?? end, searchedTo: next ? undefined : end?.at };
}

function toPage(found: SeenPost[], actor: Actor, limit: number): KeysetPage<JsonText<Post>> {
  const { rows, next } = toKeysetPage(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
  return { rows: rows.map((row) => new JsonText<Post>(postJson(row, actor, inList.likes))), next };
}

// The most frequent queries.
const firstPage = forEachLimit((max) =>
  preparedQuery({ actor: String }, (db, { actor }) => feed(db, { actor, max })),
);
const laterPage = forEachLimit((max) =>
  preparedQuery({ actor: String, at: String, id: String }, (db, { actor, at, id }) =>
    feed(db, { actor, max, after: { at, id } }),
  ),
);

interface FeedQuery {
  actor: Value<string>;
  max: number;
  after?: { at: Value<string>; id: Value<string> } | undefined;
  user?: string | undefined;
  pinned?: boolean;
}

function feed(db: Database, { actor, max, after, user, pinned }: FeedQuery) {
  let page = newestOf(db, { after, max });
  if (user) page = page.where('user_id', '=', user);
  if (pinned) page = page.where('pinned_at', 'is not', null);
  return asSeenBy(db, actor, page, inList);
}

function newestOf(db: Database, { after, max }: Pick<FeedQuery, 'after' | 'max'>) {
  const page = db
    .selectFrom('posts')
    .select(postColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(max));
  return after ? page.where(beforeKeyset('created_at', 'id', after)) : page;
}

/** @throws 404 'Post not found' */
export async function getPost(db: Database, actor: Actor, id: string): Promise<Post> {
  const [row] = await onePost(db, { id, actor: actor.id });
  if (!row) throw notFound('Post');
  return toPost(row, actor, alone.likes);
}

const onePost = preparedQuery({ id: String, actor: String }, (db, { id, actor }) =>
  asSeenBy(db, actor, db.selectFrom('posts').select(postColumns).where('id', '=', id), alone),
);

/**
 * Creates a post and notifies mentioned members; with `email` it is an announcement that goes to all members.
 * @throws 403 for an email of who may not pin; 422 for a key that another request used; 429 beyond the limit of a hit
 */
export async function createPost(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  { text, mentions: requested, email = false }: TextInput & { email?: boolean },
  { key, hits = [] }: { key?: IdempotencyKey | undefined; hits?: readonly Hit[] } = {},
): Promise<Post> {
  const work = async (transaction: DatabaseTransaction) => {
    const size = { bytes: bytesOfTexts(text), maxMentions: requested.length };
    await reserveFeedStorage(transaction, parts.config, actor, size);
    const id = newId();
    const at = now();
    const mentioned = await findMentioned(transaction, text, requested);
    const mentions = mentionsText(mentioned);
    await insertPost(transaction, { id, user_id: actor.id, text, mentions, created_at: at });
    await addToSearch(transaction, { id, at, text });
    await notifyOfText(transaction, { actor, postId: id, mentioned });
    if (email) await announce(transaction, actor, { id, text, at }, parts.config.brokerage);
    const post = await getPost(transaction, actor, id);
    await recordFeedEvent(transaction, { kind: 'post', postId: id, userId: actor.id });
    return post;
  };
  return onceInTransaction(parts.db, key, work, hits);
}

const insertPost = preparedQuery(
  { id: String, user_id: String, text: String, mentions: orNull(String), created_at: String },
  (db, row) => db.insertInto('posts').values({ ...row, like_count: sql.lit(0), comment_count: sql.lit(0) }),
);

/** Changes one's own post and notifies newly mentioned members. @throws 404 'Post not found'; 403 for another user's */
export async function editPost(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
  { text, mentions: requested }: TextInput,
  hits: readonly Hit[] = [],
): Promise<Post> {
  return countedInTransaction(parts.db, hits, async (transaction) => {
    const size = { bytes: bytesOfTexts(text), maxMentions: maxCounts.mentions };
    await reserveFeedStorage(transaction, parts.config, actor, size);
    const before = await transaction
      .updateTable('posts')
      .set({ text, edited_at: now() })
      .where('id', '=', id)
      .where('user_id', '=', actor.id)
      .returning(['mentions', 'pinned_at'])
      .executeTakeFirst();
    if (!before) {
      await getPost(transaction, actor, id);
      throw forbidden();
    }
    const remaining = stillMentioned(text, before.mentions);
    const mentioned = await findMentioned(transaction, text, requested, remaining);
    await transaction
      .updateTable('posts')
      .set({ mentions: mentionsText([...remaining, ...mentioned]) })
      .where('id', '=', id)
      .execute();
    await changeInSearch(transaction, id, text);
    await notifyOfText(transaction, { actor, postId: id, mentioned });
    if (before.pinned_at !== null && !may(await lockedRights(transaction, actor), 'content'))
      await unpinRewritten(transaction, actor, id);
    const post = await getPost(transaction, actor, id);
    await recordFeedEvent(transaction, { kind: 'changed', postId: id, userId: actor.id });
    return post;
  });
}

/** An announcement has the words that who may pin it has read (docs/product.md P13.2). */
async function unpinRewritten(transaction: DatabaseTransaction, actor: Actor, id: string): Promise<void> {
  const post = await transaction
    .updateTable('posts')
    .set({ pinned_at: null })
    .where('id', '=', id)
    .returning(['id', 'text', 'user_id'])
    .executeTakeFirstOrThrow();
  await recordPostAuditEvent(transaction, actor, 'post.unpinned', post, 'rewritten by its author');
}

/** Pins or unpins a post for everyone, with an audit event. @throws 404 'Post not found' */
export async function pinPost(db: Database, actor: Actor, id: string, pinned: boolean): Promise<Post> {
  return inTransaction(db, async (transaction) => {
    const changed = await transaction
      .updateTable('posts')
      .set({ pinned_at: pinned ? now() : null })
      .where('id', '=', id)
      .where('pinned_at', pinned ? 'is' : 'is not', null)
      .returning(['id', 'text', 'user_id'])
      .executeTakeFirst();
    const post = await getPost(transaction, actor, id);
    if (!changed) return post;
    await recordPostAuditEvent(transaction, actor, pinned ? 'post.pinned' : 'post.unpinned', changed);
    await recordFeedEvent(transaction, { kind: 'changed', postId: id, userId: actor.id });
    return post;
  });
}

/**
 * Deletes a post with its likes and comments; an admin's deletion of another user's closes its reports, is recorded and
 * told to its author.
 * @throws 404 'Post not found'; 403 but for its author and admins
 */
export async function deletePost(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const post = await transaction
      .selectFrom('posts')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!post) throw notFound('Post');
    const isOwn = post.user_id === actor.id;
    if (!isOwn && !actor.admin) throw forbidden();
    const reports = isOwn ? [] : await closeReports(transaction, { postId: id });
    const removed = await removePostRow(transaction, id);
    if (!isOwn) {
      const { user_id: userId, text } = removed;
      await notifyOfRemoval(transaction, { userId, what: 'post', text, reason: '' });
      await recordPostAuditEvent(transaction, actor, 'post.removed', removed, reportsLabel(reports));
    }
    await recordFeedEvent(transaction, { kind: 'deleted', postId: id, userId: actor.id });
  });
}

/** Checks no rights; the caller records the feed event last. @throws 404 'Post not found' */
export async function removePostRow(
  transaction: DatabaseTransaction,
  id: string,
): Promise<AuditedText & { user_id: string }> {
  await keepHeldReports(transaction, 'post_id', [id]);
  const post = await transaction
    .deleteFrom('posts')
    .where('id', '=', id)
    .returning(['id', 'text', 'user_id'])
    .executeTakeFirst();
  if (!post) throw notFound('Post');
  await dropAnnouncements(transaction, { postId: id });
  return post;
}

/** Limits `page` before joining, so that authors, likes and comments are looked up for its rows only. */
const asSeenBy = (
  db: Database,
  actor: Value<string>,
  page: SelectQueryBuilder<Tables, 'posts', PostRow>,
  max: { likes: number; comments: number },
) =>
  db
    .selectFrom(page.as('post'))
    .innerJoin('users as author', 'author.id', 'post.user_id')
    .leftJoin('post_likes as mine', (join) =>
      join.onRef('mine.post_id', '=', 'post.id').on('mine.user_id', '=', actor),
    )
    .select(columnsOf('post', postColumns))
    .select(['author.name', 'author.avatar_url', 'mine.id as my_like'])
    .select((e) => [
      jsonRows(
        db,
        e
          .selectFrom('post_likes')
          .select(['post_likes.id as _id', 'post_likes.user_id as user'])
          .whereRef('post_likes.post_id', '=', 'post.id')
          .orderBy('post_likes.created_at', 'desc')
          .orderBy('post_likes.id', 'desc')
          .limit(sql.lit(max.likes)),
      ).as('likes'),
      newestCommentsJson(db, e.ref('post.id'), max.comments).as('comments'),
    ])
    .orderBy('post.created_at', 'desc')
    .orderBy('post.id', 'desc');

interface SeenPost extends PostRow {
  name: string;
  avatar_url: string | null;
  my_like: string | null;
  likes: JsonRows<Like>;
  comments: JsonRows<Comment>;
}

/** The one place where a row becomes the wire's post, as JSON: its lists are JSON already. */
function postJson(row: SeenPost, actor: Actor, maxLikes: number): string {
  const post: Omit<Post, 'mentions' | 'likes' | 'comments'> = {
    _id: row.id,
    text: row.text,
    name: row.name,
    avatar: row.avatar_url,
    user: row.user_id,
    likeCount: row.like_count,
    commentCount: row.comment_count,
    liked: row.my_like !== null,
    pinned: row.pinned_at !== null,
    edited: row.edited_at,
    date: row.created_at,
  };
  const likes = likesJson(row, actor, maxLikes);
  const lists = `"mentions":${row.mentions ?? '[]'},"likes":${likes},"comments":${row.comments}`;
  return `${JSON.stringify(post).slice(0, -1)},${lists}}`;
}

function toPost(row: SeenPost, actor: Actor, maxLikes: number): Post {
  const post: Post = JSON.parse(postJson(row, actor, maxLikes));
  return post;
}

/** Always includes the actor's own like, however many newer ones there are. */
function likesJson({ likes, my_like: own }: SeenPost, actor: Actor, max: number): string {
  if (own === null || likes.includes(`"${own}"`)) return likes;
  return JSON.stringify([...parseJsonRows(likes).slice(0, max - 1), { _id: own, user: actor.id }]);
}
