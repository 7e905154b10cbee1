import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxCounts, maxLengths } from '../field-limits.ts';
import { id, idParams, message, optionalText, requiredText, timestamp } from '../fields.ts';
import { pageQuery } from '../paging.ts';

const like = z.strictObject({ _id: id, user: id }).meta({ id: 'Like' });
export type Like = z.output<typeof like>;

/** The text contains `@` and this name, which is that of the time of writing. */
export const mention = z.strictObject({ user: id, name: z.string() }).meta({ id: 'Mention' });

/** Name and picture are the author's current ones; `user` is null for a former member. */
export const comment = z
  .strictObject({
    _id: id,
    text: z.string(),
    mentions: z.array(mention),
    name: z.string(),
    avatar: z.string().nullable(),
    user: id.nullable(),
    date: timestamp,
  })
  .meta({ id: 'Comment' });
export type Comment = z.output<typeof comment>;

/** `likes` and `comments` are newest first and bounded; the counts are complete (docs/product.md P4.11). */
const post = z
  .strictObject({
    _id: id,
    text: z.string(),
    mentions: z.array(mention),
    name: z.string(),
    avatar: z.string().nullable(),
    user: id,
    likes: z.array(like),
    comments: z.array(comment),
    likeCount: z.int(),
    commentCount: z.int(),
    liked: z.boolean(),
    pinned: z.boolean(),
    edited: timestamp.nullable(),
    date: timestamp,
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof post>;

/** Ids of mentioned members; ids whose name is not in the text as `@Name` are ignored. */
const mentions = z
  .array(z.uuid('Mentions must be ids').toLowerCase(), 'Mentions must be a list')
  .max(maxCounts.mentions, `Mentions must be at most ${maxCounts.mentions}`)
  .default([]);
const postText = z
  .object({ text: requiredText('Text', maxLengths.post), mentions })
  .meta({ id: 'PostFields' });
const newPost = postText
  .extend({ email: z.boolean('Email must be true or false').default(false) })
  .meta({ id: 'NewPost' });
const commentText = z
  .object({ text: requiredText('Text', maxLengths.comment), mentions })
  .meta({ id: 'CommentFields' });

const manyQuery = pageQuery({ default: 100, max: 100 });
const commentParams = z.object({
  postId: idParams('Post').shape.id,
  commentId: idParams('Comment').shape.id,
});

export const postsContract = {
  'GET /api/posts': {
    summary:
      'Posts, newest first; search finds those with all of its words, or with words that begin so, and its pages may end early',
    access: 'member',
    query: pageQuery({ default: 20, max: 100 })
      .extend({
        user: z.uuid('User is not valid').toLowerCase().optional(),
        pinned: z.literal('true', 'Pinned must be true').optional(),
        search: optionalText('Search', maxLengths.search.posts).default(''),
      })
      .refine(({ search, user, pinned }) => search === '' || (user ?? pinned) === undefined, {
        error: 'Search goes through all posts, without user or pinned',
        path: ['search'],
      }),
    response: z.array(post),
  },
  'GET /api/posts/:id': {
    summary: 'One post with its newest comments',
    access: 'member',
    params: idParams('Post'),
    response: post,
  },
  'POST /api/posts': {
    summary:
      'Write a post. With email, for those who may pin, it is an announcement and goes by email to all active members: a session older than 15 minutes has to confirm',
    access: 'member',
    confirm: { when: 'It is emailed to all members' },
    limit: 'post',
    body: newPost,
    response: post,
  },
  'PATCH /api/posts/:id': {
    summary: "Change one's own post; it is marked as edited",
    access: 'member',
    limit: 'postEdit',
    params: idParams('Post'),
    body: postText,
    response: post,
  },
  'DELETE /api/posts/:id': {
    summary: "Delete one's own post; admins may delete any",
    access: 'member',
    limit: 'postEdit',
    params: idParams('Post'),
    response: message,
  },
  'PUT /api/posts/pin/:id': {
    summary: 'Pin a post to the top of the feed as an announcement',
    access: 'content',
    confirm: { none: 'Everyday work; undone in the same way' },
    scope: null,
    limit: 'moderation',
    params: idParams('Post'),
    response: post,
  },
  'DELETE /api/posts/pin/:id': {
    summary: 'Unpin a post',
    access: 'content',
    confirm: { none: 'Undoes a call that needs no confirmation either' },
    scope: null,
    limit: 'moderation',
    params: idParams('Post'),
    response: post,
  },
  'PUT /api/posts/like/:id': {
    summary: "Like a post; answers the post's likes, newest first",
    access: 'member',
    limit: 'like',
    params: idParams('Post'),
    response: z.array(like),
  },
  'PUT /api/posts/unlike/:id': {
    summary: "Take a like back; answers the post's likes, newest first",
    access: 'member',
    limit: 'like',
    params: idParams('Post'),
    response: z.array(like),
  },
  'GET /api/posts/:id/likes': {
    summary: 'The likes of a post, newest first',
    access: 'member',
    params: idParams('Post'),
    query: manyQuery,
    response: z.array(like),
  },
  'GET /api/posts/:id/comments': {
    summary: 'The comments on a post, newest first',
    access: 'member',
    params: idParams('Post'),
    query: manyQuery,
    response: z.array(comment),
  },
  'POST /api/posts/comment/:id': {
    summary: "Comment on a post; answers the post's comments, newest first",
    access: 'member',
    limit: 'comment',
    params: idParams('Post'),
    body: commentText,
    response: z.array(comment),
  },
  'DELETE /api/posts/comment/:postId/:commentId': {
    summary: "Delete one's own comment (admins: any); answers the post's remaining comments",
    access: 'member',
    limit: 'postEdit',
    params: commentParams,
    response: z.array(comment),
  },
} satisfies Contract;
