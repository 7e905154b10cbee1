import { hour } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { addToSearch } from '../posts/post-search.ts';
import { noteFilled } from './filled.ts';
import { type SampleAuthor, type SamplePost, samplePosts } from './sample.posts.ts';

export async function fillWithPosts(
  transaction: DatabaseTransaction,
  ids: Map<SampleAuthor, string>,
): Promise<void> {
  const idOf = (author: SampleAuthor) => {
    const id = ids.get(author);
    if (id === undefined) throw new Error(`There is no sample member ${author}`);
    return id;
  };
  const posts = samplePosts.map((sample) => ({ sample, row: toPost(sample, idOf(sample.by)) }));
  await transaction
    .insertInto('posts')
    .values(posts.map(({ row }) => row))
    .execute();
  for (const { row } of posts) {
    await addToSearch(transaction, { id: row.id, at: row.created_at, text: row.text });
  }
  await noteFilled(transaction, { posts: posts.map(({ row }) => row.id) });
  const likes = posts.flatMap(({ sample, row }) =>
    (sample.likes ?? []).map((by, index) => ({
      post_id: row.id,
      user_id: idOf(by),
      id: newId(),
      created_at: hoursAgo(sample.hoursAgo - (index + 1) / 2),
    })),
  );
  await transaction.insertInto('post_likes').values(likes).execute();
  const comments = posts.flatMap(({ sample, row }) =>
    (sample.comments ?? []).map(({ by, hoursLater, text }) => ({
      id: newId(),
      post_id: row.id,
      user_id: idOf(by),
      text,
      created_at: hoursAgo(sample.hoursAgo - hoursLater),
    })),
  );
  await transaction.insertInto('comments').values(comments).execute();
}

const hoursAgo = (hours: number) => fromNow(-hours * hour);

function toPost({ hoursAgo: age, text, pinned, likes = [], comments = [] }: SamplePost, author: string) {
  const at = hoursAgo(age);
  return {
    id: newId(),
    user_id: author,
    text,
    like_count: likes.length,
    comment_count: comments.length,
    pinned_at: pinned ? at : null,
    edited_at: null,
    created_at: at,
  };
}
