import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Comment, Post } from '../../../shared/posts/posts.contract.ts';
import { api, apiAnswer, isNotFound } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { newestFirst, postAfter } from './feed-events.ts';
import { eventsSince } from './live-feed.ts';
import { changePost, type Thread, threadKey } from './post-cache.ts';
import type { SentText } from './useTextDraft.ts';

export const threadQuery = (id: string, me: string) =>
  queryOptions({
    queryKey: threadKey(id),
    queryFn: async ({ signal }): Promise<Thread> => {
      const { data, headers } = await apiAnswer('GET /api/posts/:id', { params: { id }, signal });
      const events = eventsSince(headers);
      return {
        post: events.reduce((post, event) => postAfter(post, event, me), data),
        next: nextCursor(headers),
        gone: events.some((event) => event.kind === 'deleted' && event.post === id),
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

const withComments = (post: Post, comments: Comment[]): Post => ({
  ...post,
  comments: newestFirst([...comments, ...post.comments]),
});

/** The live feed may have delivered and counted the comment before the response. */
const isKnown = (client: QueryClient, postId: string, commentId: string | undefined): boolean =>
  client.getQueryData<Thread>(threadKey(postId))?.post.comments.some(({ _id }) => _id === commentId) ?? false;

export function useOlderComments(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (cursor: string) =>
      apiAnswer('GET /api/posts/:id/comments', { params: { id }, query: { cursor } }),
    onSuccess: ({ data, headers }) =>
      client.setQueryData<Thread>(
        threadKey(id),
        (thread) => thread && { ...thread, post: withComments(thread.post, data), next: nextCursor(headers) },
      ),
  });
}

export function useAddComment(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: SentText) => api('POST /api/posts/comment/:id', { params: { id }, body }),
    onSuccess: (comments) => {
      const more = isKnown(client, id, comments[0]?._id) ? 0 : 1;
      changePost(client, id, (post) => ({
        ...withComments(post, comments),
        commentCount: post.commentCount + more,
      }));
      alerts.add({ message: 'Comment Added', type: 'success' });
    },
  });
}

export function useDeleteComment(postId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (commentId: string) =>
      api('DELETE /api/posts/comment/:postId/:commentId', { params: { postId, commentId } }).catch(
        (error: unknown) => {
          if (!isNotFound(error)) throw error;
        },
      ),
    onSuccess: (_, commentId) => {
      const fewer = isKnown(client, postId, commentId) ? 1 : 0;
      changePost(client, postId, (post) => ({
        ...post,
        comments: post.comments.filter(({ _id }) => _id !== commentId),
        commentCount: post.commentCount - fewer,
      }));
      alerts.add({ message: 'Comment Removed', type: 'success' });
    },
  });
}
