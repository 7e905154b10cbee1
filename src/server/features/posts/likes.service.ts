/** Likes of posts. */

import { sql } from 'kysely';
import type { Like } from '../../../shared/posts/posts.contract.ts';
import { day } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { preparedQuery, type Value } from '../../platform/db/prepared-query.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { addHits, countedInTransaction, type Hit } from '../../platform/http/rate-limits.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { isLikeRead, notifyOfLike, withdrawLikes } from '../notifications/notifications.service.ts';
import { recordFeedEvent } from './feed-events.service.ts';

/** A post's likes, newest first, a page at a time. @throws 404 'Post not found' */
export async function listLikes(
  db: Database,
  postId: string,
  { limit, after }: { limit: number; after?: Keyset | undefined },
): Promise<KeysetPage<Like>> {
  const post = await db.selectFrom('posts').select('id').where('id', '=', postId).executeTakeFirst();
  if (!post) throw notFound('Post');
  let query = newestLikes(db, postId, limit + 1);
  if (after) query = query.where(beforeKeyset('created_at', 'id', after));
  return toPage(await query.execute(), limit);
}

const newestLikes = (db: Database, postId: Value<string>, max: number) =>
  db
    .selectFrom('post_likes')
    .select(['id', 'user_id', 'created_at'])
    .where('post_id', '=', postId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(max));

function toPage(
  likes: { id: string; user_id: string; created_at: string }[],
  limit: number,
): KeysetPage<Like> {
  const { rows, next } = toKeysetPage(likes, limit, (row) => ({ at: row.created_at, id: row.id }));
  return { rows: rows.map((row) => ({ _id: row.id, user: row.user_id })), next };
}

/** For responses to changes; the Link header leads to the rest. */
const newest = 100;
const newestLikesOf = preparedQuery({ postId: String }, (db, { postId }) =>
  newestLikes(db, postId, newest + 1),
);
const likesAfterChange = async (db: Database, postId: string) =>
  toPage(await newestLikesOf(db, { postId }), newest);

/** Returns the newest likes. @throws 404 'Post not found'; 400 'Post already liked' */
export async function likePost(
  db: Database,
  actor: Actor,
  postId: string,
  hits: readonly Hit[] = [],
): Promise<KeysetPage<Like>> {
  return countedInTransaction(db, hits, async (transaction) => {
    const post = await changeCount(transaction, postId, 1);
    const like = { id: newId(), post_id: postId, user_id: actor.id, created_at: now() };
    const liked = await addLike(transaction, like);
    if (liked.length === 0) throw invalid('Post already liked');
    const again = await wasTakenBack(transaction, { key: takenBack(actor.id, postId), at: now() });
    await notifyOfLike(transaction, { actor, postId, author: post.user_id, isNews: again.length === 0 });
    const likes = await likesAfterChange(transaction, postId);
    await recordFeedEvent(transaction, { kind: 'liked', postId, userId: actor.id });
    return likes;
  });
}

/** A like that is taken back and given again is no news, for a day. */
const takenBack = (userId: string, postId: string) => `like-taken-back:${userId}:${postId}`;

const wasTakenBack = preparedQuery({ key: String, at: String }, (db, { key, at }) =>
  db.selectFrom('rate_limits').select('key').where('key', '=', key).where('resets_at', '>', at),
);

const addLike = preparedQuery(
  { id: String, post_id: String, user_id: String, created_at: String },
  (db, like) =>
    db
      .insertInto('post_likes')
      .values(like)
      .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
      .returning('id'),
);

/** Returns the newest likes. @throws 404 'Post not found'; 400 'Post has not yet been liked' */
export async function unlikePost(
  db: Database,
  actor: Actor,
  postId: string,
  hits: readonly Hit[] = [],
): Promise<KeysetPage<Like>> {
  return countedInTransaction(db, hits, async (transaction) => {
    await changeCount(transaction, postId, -1);
    const removed = await removeLike(transaction, { postId, userId: actor.id });
    if (removed.length === 0) throw invalid('Post has not yet been liked');
    // A notification that the author has not read yet can be sent again.
    if (await isLikeRead(transaction, postId))
      await addHits(transaction, takenBack(actor.id, postId), 1, fromNow(day));
    await withdrawLikes(transaction, actor.id, [postId]);
    const likes = await likesAfterChange(transaction, postId);
    await recordFeedEvent(transaction, { kind: 'unliked', postId, userId: actor.id });
    return likes;
  });
}

const removeLike = preparedQuery({ postId: String, userId: String }, (db, { postId, userId }) =>
  db.deleteFrom('post_likes').where('post_id', '=', postId).where('user_id', '=', userId).returning('id'),
);

/** First, as it locks the post's row: serializes its likes, and a later error undoes the count. */
async function changeCount(db: DatabaseTransaction, postId: string, by: 1 | -1) {
  const [post] = await addToLikeCount(db, { postId, by });
  if (!post) throw notFound('Post');
  return post;
}

const addToLikeCount = preparedQuery({ postId: String, by: Number }, (db, { postId, by }) =>
  db
    .updateTable('posts')
    .set((row) => ({ like_count: row('like_count', '+', by) }))
    .where('id', '=', postId)
    .returning('user_id'),
);

/** Call it before deleting the user: the deletion of likes does not update counts and notifications. */
export async function discountLikesOf(db: DatabaseTransaction, userId: string): Promise<void> {
  await db
    .updateTable('posts')
    .set((row) => ({ like_count: row('like_count', '-', 1) }))
    .where('id', 'in', (e) => e.selectFrom('post_likes').select('post_id').where('user_id', '=', userId))
    .execute();
  await withdrawLikes(db, userId);
}

/** Removes likes of a member, at most `limit`. Returns how many. */
export async function removeLikes(
  transaction: DatabaseTransaction,
  userId: string,
  limit: number,
): Promise<number> {
  const likes = await transaction
    .selectFrom('post_likes')
    .select('post_id')
    .where('user_id', '=', userId)
    .orderBy('post_id')
    .limit(limit)
    .execute();
  if (likes.length === 0) return 0;
  const postIds = likes.map(({ post_id }) => post_id);
  await transaction
    .updateTable('posts')
    .set((row) => ({ like_count: row('like_count', '-', 1) }))
    .where('id', 'in', postIds)
    .execute();
  await transaction
    .deleteFrom('post_likes')
    .where('user_id', '=', userId)
    .where('post_id', 'in', postIds)
    .execute();
  await withdrawLikes(transaction, userId, postIds);
  return likes.length;
}
