import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import type { ReportedThing } from '../../../shared/moderation/moderation.contract.ts';
import { api, apiAnswer, isNotFound } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { moderationKey, waitingQuery } from './waiting.query.ts';

const queueKey = [...moderationKey, 'queue'];

export const queueQuery = infiniteQueryOptions({
  queryKey: queueKey,
  queryFn: async ({ pageParam: cursor, signal }) => {
    const { data, headers } = await apiAnswer('GET /api/moderation', { query: { cursor }, signal });
    return { things: data, next: nextCursor(headers) };
  },
  ...byCursor,
});

export function useKeep({ _id: id, what, version }: ReportedThing) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () =>
      what === 'post'
        ? decided(api('POST /api/moderation/posts/:id/keep', { params: { id }, body: { seen: version } }))
        : decided(api('POST /api/moderation/comments/:id/keep', { params: { id }, body: { seen: version } })),
    onError: () => client.invalidateQueries({ queryKey: queueKey }),
    onSuccess: (isOurs) => removeFromQueue(client, id, isOurs ? `The ${what} stays` : byAnother),
  });
}

export interface Removal {
  thing: ReportedThing;
  reason: string;
}

export function useRemove() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ thing: { _id: id, what, version: seen }, reason }: Removal) =>
      what === 'post'
        ? decided(api('POST /api/moderation/posts/:id/remove', { params: { id }, body: { reason, seen } }))
        : decided(
            api('POST /api/moderation/comments/:id/remove', { params: { id }, body: { reason, seen } }),
          ),
    // It may have been refused because of what has changed.
    onError: () => client.invalidateQueries({ queryKey: queueKey }),
    onSuccess: (isOurs, { thing: { _id, what } }) =>
      removeFromQueue(client, _id, isOurs ? `The ${what} is removed` : byAnother),
  });
}

const byAnother = 'Another admin already decided this, or it was deleted';

/** False if another admin decided first or the item was deleted. */
const decided = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false;
      throw error;
    },
  );

type Queue = InfiniteData<{ things: ReportedThing[]; next: string | undefined }>;

function removeFromQueue(client: QueryClient, id: string, message: string): void {
  const queue = client.setQueryData<Queue>(
    queueKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, things: page.things.filter(({ _id }) => _id !== id) })),
      },
  );
  // The loaded pages are empty; there may be more.
  if (queue?.pages.every(({ things }) => things.length === 0)) {
    void client.invalidateQueries({ queryKey: queueKey });
  }
  void client.invalidateQueries({ queryKey: waitingQuery.queryKey });
  say(message);
}
