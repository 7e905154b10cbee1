import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Article, ArticleChanges, ArticleFields } from '../../../shared/articles.contract.ts';
import { api, apiAnswer } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';

const articlesKey = ['articles'];

export const articlesQuery = queryOptions({
  queryKey: articlesKey,
  queryFn: ({ signal }) => api('GET /api/articles', { signal }),
});

/** An article with the ETag that its editor sends back. */
export interface ArticleVersion {
  article: Article;
  etag: string | undefined;
}

/** For an editor: read anew each time it opens, and never under the hands of somebody who types. */
export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: [...articlesKey, id],
    queryFn: async ({ signal }): Promise<ArticleVersion> => {
      const { data, headers } = await apiAnswer('GET /api/articles/:id', { params: { id }, signal });
      return { article: data, etag: headers.get('etag') ?? undefined };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useCreateArticle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ArticleFields) => api('POST /api/articles', { body }),
    onSuccess: (article) => {
      client.setQueryData(articlesQuery.queryKey, (list) => list && [article, ...list]);
      alerts.add({ message: 'Article Created', type: 'success' });
    },
  });
}

interface ArticleUpdate {
  body: ArticleChanges;
  /** The version that was edited; the server refuses when there is a newer one. */
  etag: string | undefined;
}

export function useUpdateArticle(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, etag }: ArticleUpdate) =>
      api('PATCH /api/articles/:id', {
        params: { id },
        body,
        ...(etag && { headers: { 'if-match': etag } }),
      }),
    onSuccess: (article) => {
      client.setQueryData(articlesQuery.queryKey, (list) =>
        list?.map((each) => (each._id === id ? article : each)),
      );
      alerts.add({ message: 'Article Updated', type: 'success' });
    },
  });
}

export function useDeleteArticle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('DELETE /api/articles/:id', { params: { id } }),
    onSuccess: (_, id) => {
      client.setQueryData(articlesQuery.queryKey, (list) => list?.filter((each) => each._id !== id));
      alerts.add({ message: 'Article Removed', type: 'success' });
    },
  });
}
