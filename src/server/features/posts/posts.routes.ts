import type { FastifyInstance, FastifyReply } from 'fastify';
import { confirmMessage } from '../../../shared/auth/sensitive-calls.ts';
import { positionHeader, searchedToHeader } from '../../../shared/posts/feed-headers.ts';
import { type Comment, type Like, type Post, postsContract } from '../../../shared/posts/posts.contract.ts';
import { may } from '../../../shared/users/rights.ts';
import type { KeysetPage } from '../../platform/db/keyset.ts';
import { apiRoutes, type Handlers } from '../../platform/http/api-routes.ts';
import type { Departure } from '../../platform/http/close-gently.ts';
import { requireFresh } from '../../platform/http/confirmation.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { consumeActorLimit, hitsOf } from '../../platform/http/rate-limits.ts';
import type { Parts } from '../../platform/parts.ts';
import { addComment, listComments, removeComment } from './comments.service.ts';
import { likePost, listLikes, unlikePost } from './likes.service.ts';
import { liveFeedRoutes } from './live-feed.routes.ts';
import { LiveFeed } from './live-feed.ts';
import type { SearchBounds } from './post-search.ts';
import {
  createPost,
  deletePost,
  editPost,
  getPost,
  listPosts,
  pinPost,
  searchPosts,
} from './posts.service.ts';

export function postsRoutes(
  app: FastifyInstance,
  parts: Parts,
  { searchBounds, ...streams }: { maxStreams: number; departure: Departure; searchBounds?: SearchBounds },
): void {
  const { db, config, mails, metrics } = parts;

  const live = new LiveFeed(db, app.log, streams);
  metrics.add('gauge', 'brokerage_live_feeds', 'Open live feeds.', () => [{ value: live.size }]);
  liveFeedRoutes(app, parts, live);

  const sendPosition = (reply: FastifyReply, position: number) =>
    void reply.header(positionHeader, String(position));
  const likesOf = (id: string, likes: KeysetPage<Like>, reply: FastifyReply) =>
    rowsOf(likes, reply, `/api/posts/${id}/likes`);
  const commentsOn = (id: string, comments: KeysetPage<Comment>, reply: FastifyReply) =>
    rowsOf(comments, reply, `/api/posts/${id}/comments`);

  const handlers: Handlers<typeof postsContract> = {
    'GET /api/posts': async ({ query: { limit, cursor, user, pinned, search }, actor, request, reply }) => {
      const page = { limit, after: decodeCursor(cursor) };
      if (search !== '') await consumeActorLimit(parts, 'search', actor);
      // Before the posts are read: an event in between is sent twice rather than never.
      const position = await live.position(db);
      const searched =
        search === '' ? undefined : await searchPosts(parts, actor, { ...page, search }, searchBounds);
      const found = searched ?? (await listPosts(db, actor, { ...page, user, pinned: pinned === 'true' }));
      sendPosition(reply, position);
      if (searched?.searchedTo !== undefined) reply.header(searchedToHeader, searched.searchedTo);
      const posts = rowsOf(found, reply, request.url);
      return new JsonText<Post[]>(`[${posts.map(({ text }) => text).join(',')}]`);
    },
    'GET /api/posts/:id': async ({ params, actor, reply }) => {
      const position = await live.position(db);
      const post = await getPost(db, actor, params.id);
      sendPosition(reply, position);
      if (post.commentCount > post.comments.length) {
        const last = post.comments.at(-1);
        linkNext(reply, `/api/posts/${post._id}/comments`, last && { at: last.date, id: last._id });
      }
      // A post's own likes have no cursor: link to the whole list.
      if (post.likeCount > post.likes.length) {
        const links = [reply.getHeader('link'), `</api/posts/${post._id}/likes>; rel="next"; title="likes"`];
        reply.header('link', links.filter(Boolean).join(', '));
      }
      return post;
    },
    'POST /api/posts': async ({ body, actor, idempotencyKey: key, hits }) => {
      if (body.email && may(actor, 'content')) await requireFresh(parts, actor, confirmMessage);
      const all = body.email && config.rateLimits ? [...hits, ...hitsOf('announcement', actor)] : hits;
      const post = await createPost(parts, actor, body, { key, hits: all });
      if (body.email) mails.wake();
      return post;
    },
    'PATCH /api/posts/:id': ({ params, body, actor, hits }) => editPost(parts, actor, params.id, body, hits),
    'DELETE /api/posts/:id': async ({ params, actor }) => {
      await deletePost(db, actor, params.id);
      return { msg: 'Post removed' };
    },
    'PUT /api/posts/pin/:id': ({ params, actor }) => pinPost(db, actor, params.id, true),
    'DELETE /api/posts/pin/:id': ({ params, actor }) => pinPost(db, actor, params.id, false),
    'PUT /api/posts/like/:id': async ({ params, actor, hits, reply }) =>
      likesOf(params.id, await likePost(db, actor, params.id, hits), reply),
    'PUT /api/posts/unlike/:id': async ({ params, actor, hits, reply }) =>
      likesOf(params.id, await unlikePost(db, actor, params.id, hits), reply),
    'GET /api/posts/:id/likes': async ({ params, query: { limit, cursor }, request, reply }) =>
      rowsOf(await listLikes(db, params.id, { limit, after: decodeCursor(cursor) }), reply, request.url),
    'GET /api/posts/:id/comments': async ({ params, query: { limit, cursor }, request, reply }) =>
      rowsOf(await listComments(db, params.id, { limit, after: decodeCursor(cursor) }), reply, request.url),
    'POST /api/posts/comment/:id': async ({ params, body, actor, idempotencyKey: key, hits, reply }) =>
      commentsOn(params.id, await addComment(parts, actor, params.id, body, { key, hits }), reply),
    'DELETE /api/posts/comment/:postId/:commentId': async ({ params, actor, reply }) =>
      commentsOn(params.postId, await removeComment(db, actor, params), reply),
  };
  apiRoutes(app, parts, postsContract, handlers, { countedWithin });
}

const countedWithin = [
  'POST /api/posts',
  'PATCH /api/posts/:id',
  'PUT /api/posts/like/:id',
  'PUT /api/posts/unlike/:id',
  'POST /api/posts/comment/:id',
] as const;

function rowsOf<T>({ rows, next }: KeysetPage<T>, reply: FastifyReply, address: string): T[] {
  linkNext(reply, address, next);
  return rows;
}
