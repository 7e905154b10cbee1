import { postsContract } from '../../../shared/posts/posts.contract.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { CommentRow, PostLikeRow } from '../../tables/posts.ts';
import { addAllToSearch } from '../posts/post-search.ts';
import { forgetFeedBytes } from '../storage/storage.service.ts';
import { momentOf } from './extended-json.ts';
import {
  accountOf,
  type Import,
  inPieces,
  insertIds,
  knownIds,
  listOf,
  type OldDocument,
  oldIdOf,
  recordOf,
  write,
} from './import-state.ts';
import { messageOf } from './import-users.ts';
import { idOfOld, timeOfOld } from './old-ids.ts';

const postText = postsContract['POST /api/posts'].body;
const commentText = postsContract['POST /api/posts/comment/:id'].body;

/** Imports posts with likes and comments, also new ones of posts imported before. No one is notified. */
export function postsImporter(run: Import): (batch: OldDocument[]) => Promise<void> {
  return async (batch) => {
    const { db } = run.parts;
    const found = batch.flatMap((document) => postOf(run, document));
    const ids = found.flatMap(({ id, likes, comments }) => [
      id,
      ...likes.map((like) => like.id),
      ...comments.map((comment) => comment.id),
    ]);
    const known = await knownIds(db, ids);
    const present = new Set<string>();
    for (const some of inPieces(found.map(({ id }) => id))) {
      const rows = await db.selectFrom('posts').select('id').where('id', 'in', some).execute();
      for (const { id } of rows) present.add(id);
    }

    const posts: FoundPost[] = [];
    const likes: PostLikeRow[] = [];
    const comments: CommentRow[] = [];
    for (const post of found) {
      const isNew = !known.has(post.id);
      known.add(post.id);
      run.report.add('posts', isNew ? 'new' : 'known');
      if (isNew) posts.push(post);
      // Deleted here since: so are its likes and comments.
      const isGone = !isNew && !present.has(post.id);
      const isAdded = (what: 'likes' | 'comments', id: string) => {
        const isFresh = !isGone && !known.has(id);
        known.add(id);
        run.report.add(what, isFresh ? 'new' : 'known');
        return isFresh;
      };
      const newLikes = post.likes.filter(({ id }) => isAdded('likes', id));
      const newComments = post.comments.filter(({ id }) => isAdded('comments', id));
      likes.push(...newLikes);
      comments.push(...newComments);
      post.added = { likes: newLikes.length, comments: newComments.length };
      if (isNew) present.add(post.id);
    }

    await write(run, async (transaction) => {
      for (const some of inPieces(posts)) {
        await transaction.insertInto('posts').values(some.map(toRow)).execute();
      }
      await addAllToSearch(transaction, posts);
      const fresh = new Set(posts.map(({ id }) => id));
      await insertLikes(transaction, likes, fresh);
      await insertComments(transaction, comments, fresh);
      const writers = new Set([
        ...posts.map(({ userId }) => userId),
        ...comments.flatMap(({ user_id }) => user_id ?? []),
      ]);
      for (const some of inPieces([...writers])) await forgetFeedBytes(transaction, some);
      await insertIds(
        transaction,
        [...posts, ...likes, ...comments].map(({ id }) => id),
      );
    });
  };
}

/** Posts that are not `fresh` were counted without them. A member may have liked one here, too. */
async function insertLikes(
  transaction: DatabaseTransaction,
  likes: PostLikeRow[],
  fresh: Set<string>,
): Promise<void> {
  for (const some of inPieces(likes)) {
    const inserted = await transaction
      .insertInto('post_likes')
      .values(some)
      .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
      .returning('post_id')
      .execute();
    for (const { post_id } of inserted) {
      if (!fresh.has(post_id)) await count(transaction, 'like_count', post_id);
    }
  }
}

async function insertComments(
  transaction: DatabaseTransaction,
  comments: CommentRow[],
  fresh: Set<string>,
): Promise<void> {
  for (const some of inPieces(comments)) {
    await transaction.insertInto('comments').values(some).execute();
    for (const { post_id } of some) {
      if (!fresh.has(post_id)) await count(transaction, 'comment_count', post_id);
    }
  }
}

async function count(
  transaction: DatabaseTransaction,
  column: 'like_count' | 'comment_count',
  postId: string,
): Promise<void> {
  await transaction
    .updateTable('posts')
    .set((row) => ({ [column]: row(column, '+', 1) }))
    .where('id', '=', postId)
    .execute();
}

interface FoundPost {
  id: string;
  userId: string;
  text: string;
  at: string;
  likes: PostLikeRow[];
  comments: CommentRow[];
  added: { likes: number; comments: number };
}

const toRow = ({ id, userId, text, at, added }: FoundPost) => ({
  id,
  user_id: userId,
  text,
  like_count: added.likes,
  comment_count: added.comments,
  created_at: at,
});

function postOf(run: Import, { place, oldId, fields }: OldDocument): FoundPost[] {
  const skip = (reason: string): [] => {
    run.report.skip('posts', place, reason);
    return [];
  };
  if (oldId === undefined) return skip('has no _id');
  const author = oldIdOf(fields.user);
  if (author === undefined) return skip('names no user');
  const userId = accountOf(run, author);
  if (userId === undefined) return skip(`its user ${author} is not known`);
  const parsed = postText.safeParse({ text: fields.text });
  if (!parsed.success) return skip(messageOf(parsed.error));
  const date = momentOf(fields.date) ?? momentOf(fields.createdAt);
  const at = date ?? momentOf(timeOfOld(oldId));
  if (date === undefined && fields.date !== undefined) {
    if (at === undefined) return skip('date is no date in the past');
    run.report.note(place, 'date is no date in the past: the time of its id is taken');
  }
  const post = { id: idOfOld('post', oldId), oldId, at: at ?? now() };
  const document = { place, oldId, fields };
  return [
    {
      id: post.id,
      userId,
      text: parsed.data.text,
      at: post.at,
      likes: likesOf(run, document, post),
      comments: commentsOf(run, document, post),
      added: { likes: 0, comments: 0 },
    },
  ];
}

interface Parent {
  id: string;
  oldId: string;
  at: string;
}

/** One for each account; those of users that are not known are counted. */
function likesOf(run: Import, { place, fields }: OldDocument, post: Parent): PostLikeRow[] {
  const likes = new Map<string, PostLikeRow>();
  let lost = 0;
  for (const like of listOf(fields.likes)) {
    const old = oldIdOf(recordOf(like)?.user ?? like);
    const userId = old === undefined ? undefined : accountOf(run, old);
    if (userId === undefined) lost++;
    else if (!likes.has(userId)) {
      const made = momentOf(timeOfOld(oldIdOf(recordOf(like)?._id) ?? ''));
      const row = { post_id: post.id, user_id: userId, id: idOfOld('like', `${post.oldId}:${userId}`) };
      likes.set(userId, { ...row, created_at: latest(made, post.at) });
    }
  }
  if (lost > 0)
    run.report.skip('likes', place, `${lost === 1 ? 'a like' : `${lost} likes`} of unknown users`, lost);
  return [...likes.values()];
}

/** Comments of unknown users become those of a former member. */
function commentsOf(run: Import, { place, fields }: OldDocument, post: Parent): CommentRow[] {
  const comments = new Map<string, CommentRow>();
  for (const each of listOf(fields.comments)) {
    const comment = recordOf(each) ?? {};
    const parsed = commentText.safeParse({ text: comment.text });
    if (!parsed.success) {
      run.report.skip('comments', place, `a comment: ${messageOf(parsed.error)}`);
      continue;
    }
    const oldId = oldIdOf(comment._id);
    const old = oldIdOf(comment.user);
    const userId = (old === undefined ? undefined : accountOf(run, old)) ?? null;
    if (userId === null)
      run.report.note(
        place,
        `the user of a comment (${old ?? 'none'}) is not known: it is a former member's`,
      );
    const date = momentOf(comment.date);
    if (date === undefined && comment.date !== undefined)
      run.report.note(place, 'the date of a comment is no date in the past');
    // Without an id, by what it says: adding others changes nothing then.
    const id = idOfOld('comment', oldId ?? `${post.oldId}:${JSON.stringify(comment)}`);
    comments.set(id, {
      id,
      post_id: post.id,
      user_id: userId,
      text: parsed.data.text,
      mentions: null,
      created_at: date ?? latest(momentOf(timeOfOld(oldId ?? '')), post.at),
    });
  }
  return [...comments.values()];
}

const latest = (moment: string | undefined, post: string) =>
  moment !== undefined && moment > post ? moment : post;
