import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ArticleState } from '../../../shared/articles/article-states.ts';
import type {
  Article,
  ArticleChanges,
  ArticleFields,
  PresentArticle,
  StaffArticleSummary,
} from '../../../shared/articles/articles.contract.ts';
import { api, apiAnswer, etagOf, ifMatch } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { deleteDraft } from '../session/drafts.ts';
import { useUser } from '../session/guards.tsx';
import { toValues } from './article-form.ts';
import { putCopy, readCopy } from './working-copy.ts';

const articlesKey = ['articles'];
const listsKey = [...articlesKey, 'list'];

export interface ArticleFilter {
  state: ArticleState | undefined;
  /** Searched by the server when not all articles are loaded. */
  search: string;
}

/** Articles in every state, newest first, 1,000 per page: the table sorts, searches and pages the loaded ones. */
export const articlesQuery = ({ state, search }: ArticleFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, state ?? '', search],
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, search, limit: 1000, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/articles/all', { query, signal });
      return { articles: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

const maxPublishedPages = 20;

export const publishedArticlesQuery = queryOptions({
  queryKey: [...listsKey, 'published'],
  queryFn: async ({ signal }) => {
    const articles: Article[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < maxPublishedPages; page++) {
      const { data, headers } = await apiAnswer('GET /api/articles', { query: { cursor }, signal });
      articles.push(...data);
      cursor = nextCursor(headers);
      if (!cursor) break;
    }
    return articles;
  },
});

export interface ArticleVersion {
  article: PresentArticle;
  etag: string | undefined;
}

/** For an editor: read on every opening, never refetched while the user types. */
export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: [...articlesKey, id],
    queryFn: async ({ signal }): Promise<ArticleVersion> => {
      const { data, headers } = await apiAnswer('GET /api/articles/all/:id', { params: { id }, signal });
      return { article: data, etag: etagOf(headers) };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...articlesKey, id, 'versions'],
    queryFn: ({ signal }) => api('GET /api/articles/versions/:id', { params: { id }, signal }),
  });

export const versionQuery = (id: string, version: string) =>
  queryOptions({
    queryKey: [...articlesKey, id, 'versions', version],
    queryFn: ({ signal }) =>
      api('GET /api/articles/versions/:id/:version', { params: { id, version }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The lists reload when the user returns to them. */
function useClearLists(): () => void {
  const client = useQueryClient();
  return () => client.removeQueries({ queryKey: listsKey });
}

export function useCreateArticle() {
  const clearLists = useClearLists();
  return useSingleMutation({
    mutationFn: (body: ArticleFields) => api('POST /api/articles', { body }),
    onSuccess: ({ submission }) => {
      clearLists();
      alerts.add({ message: submission ? submittedMessage : 'Article Created', type: 'success' });
    },
  });
}

/** In place of the words of the contract, as nothing is public yet. */
const submittedMessage = 'Submitted for review';

interface ArticleUpdate {
  body: ArticleChanges;
  /** The version that was edited; the server rejects it if a newer one exists. */
  etag: string | undefined;
}

export function useUpdateArticle(id: string) {
  const clearLists = useClearLists();
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ body, etag }: ArticleUpdate) =>
      api('PATCH /api/articles/:id', {
        params: { id },
        body,
        headers: ifMatch(etag),
      }),
    onSuccess: ({ submission }, { body }) => {
      clearLists();
      client.removeQueries({ queryKey: versionsQuery(id).queryKey, exact: true });
      const isSubmitted = submission && body.state !== 'draft';
      alerts.add({ message: isSubmitted ? submittedMessage : 'Article Updated', type: 'success' });
    },
  });
}

/** Puts a former version into the working copy of the user, in place of what is there. */
export function useRestoreVersion(id: string) {
  const client = useQueryClient();
  const user = useUser();
  return useSingleMutation({
    mutationFn: async (versionId: string) => {
      const [{ title, slug, snippet, text, url }, { article, etag }, stored] = await Promise.all([
        client.fetchQuery(versionQuery(id, versionId)),
        client.fetchQuery({ ...articleQuery(id), staleTime: 0 }),
        readCopy(id),
      ]);
      const values = toValues(article);
      await putCopy(id, { ...values, title, slug, snippet, text, url }, stored.etag, { values, etag });
      deleteDraft(`${user._id}:article:${id}`);
    },
  });
}

interface Lists {
  pages: { articles: StaffArticleSummary[]; next: string | undefined }[];
  pageParams: (string | undefined)[];
}

export function useDeleteArticle() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/articles/:id', { params: { id } }),
    onSuccess: (_, id) => {
      // Remove the row instead of refetching: focus moves to the next row.
      client.setQueriesData<Lists>({ queryKey: listsKey }, (lists) => lists && without(lists, id));
      alerts.add({ message: 'Article Removed', type: 'success' });
    },
  });
}

const without = ({ pages, pageParams }: Lists, id: string): Lists => ({
  pages: pages.map(({ articles, next }) => ({ articles: articles.filter(({ _id }) => _id !== id), next })),
  pageParams,
});
