import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Like, Post } from '../../../shared/posts/posts.contract.ts';
import { ApiError, api, isNotFound } from '../../api.ts';
import { alerts, say } from '../../ui/alerts.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { addToFeed, changePost, pinnedKey, removePost } from './post-cache.ts';
import type { SentText } from './useTextDraft.ts';

/** With `email` as an announcement that goes to all members. */
export function useCreatePost(email: boolean) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: SentText) => api('POST /api/posts', { body: { ...body, email } }),
    onSuccess: (post) => {
      addToFeed(client, [post]);
      if (post.pinned) showPinned(client, post);
      const message = email ? 'Posted, and on its way to all members' : 'Post Created';
      alerts.add({ message, type: 'success' });
    },
  });
}

const showPinned = (client: QueryClient, post: Post) =>
  client.setQueryData<Post[]>(pinnedKey, (posts) => [
    post,
    ...(posts ?? []).filter(({ _id }) => _id !== post._id),
  ]);

export function useEditPost(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: SentText) => api('PATCH /api/posts/:id', { params: { id }, body }),
    onSuccess: ({ text, mentions, edited }) => {
      changePost(client, id, (post) => ({ ...post, text, mentions, edited }));
      say('Post saved');
    },
  });
}

export function usePinPost({ _id: id }: Post) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (pinned: boolean) =>
      pinned
        ? api('PUT /api/posts/pin/:id', { params: { id } })
        : api('DELETE /api/posts/pin/:id', { params: { id } }),
    onSuccess: (post, pinned) => {
      changePost(client, id, (each) => ({ ...each, pinned }));
      if (pinned) showPinned(client, post);
      const message = pinned ? 'Pinned to the top for everyone' : 'No longer pinned';
      say(message);
    },
  });
}

export function useDeletePost() {
  const client = useQueryClient();
  return useSingleMutation({
    // Already deleted is a success.
    mutationFn: (id: string) =>
      api('DELETE /api/posts/:id', { params: { id } }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      }),
    onSuccess: (_, id) => {
      removePost(client, id);
      alerts.add({ message: 'Post Removed', type: 'success' });
    },
  });
}

/** Likes or unlikes a post; LikeButton shows the pending state. */
export function useLike(id: string) {
  const client = useQueryClient();
  return useMutation({
    // In sequence, so that the last choice wins.
    scope: { id: `like ${id}` },
    mutationFn: (wanted: boolean) =>
      (wanted
        ? api('PUT /api/posts/like/:id', { params: { id } })
        : api('PUT /api/posts/unlike/:id', { params: { id } })
      ).catch((error: unknown) => likesOfDone(id, error)),
    onSuccess: (likes, wanted) =>
      changePost(client, id, (post) => ({
        ...post,
        likes,
        liked: wanted,
        // The live feed may have counted it already.
        likeCount: post.likeCount + (post.liked === wanted ? 0 : wanted ? 1 : -1),
      })),
  });
}

/** Returns the current likes if another tab did the same already. @throws any other error */
async function likesOfDone(id: string, error: unknown): Promise<Like[]> {
  if (!(error instanceof ApiError) || error.status !== 400) throw error;
  return (await api('GET /api/posts/:id', { params: { id } })).likes;
}
