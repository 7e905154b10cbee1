import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  ContentsFields,
  HandbookPage,
  PageFields,
  StaffPage,
} from '../../../shared/handbook.contract.ts';
import { api, apiAnswer } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { useSingleMutation } from '../useSingleMutation.ts';
import { openPagesQuery } from './open-pages.query.ts';

const handbookKey = ['handbook'];

export const contentsQuery = queryOptions({
  queryKey: [...handbookKey, 'contents'],
  queryFn: ({ signal }) => api('GET /api/handbook', { signal }),
});

export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...handbookKey, 'page', slug],
    queryFn: ({ signal }) => api('GET /api/handbook/slug/:slug', { params: { slug }, signal }),
  });

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [...handbookKey, 'search', q],
    queryFn: ({ signal }) => api('GET /api/handbook/search', { query: { q }, signal }),
    enabled: q !== '',
  });

export const staffContentsQuery = queryOptions({
  queryKey: [...handbookKey, 'all'],
  queryFn: ({ signal }) => api('GET /api/handbook/all', { signal }),
});

export interface PageVersion {
  page: StaffPage;
  etag: string | undefined;
}

/** For an editor: read on every opening, never refetched while the user types. */
export const staffPageQuery = (id: string) =>
  queryOptions({
    queryKey: [...handbookKey, 'all', id],
    queryFn: async ({ signal }): Promise<PageVersion> => {
      const { data, headers } = await apiAnswer('GET /api/handbook/all/:id', { params: { id }, signal });
      return { page: data, etag: headers.get('etag') ?? undefined };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const choosableQuery = queryOptions({
  queryKey: [...handbookKey, 'members'],
  queryFn: ({ signal }) => api('GET /api/handbook/members', { signal }),
});

export function useAcknowledge() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ _id, edition }: HandbookPage) =>
      api('POST /api/handbook/pages/:id/acknowledge', { params: { id: _id }, body: { edition } }),
    onSuccess: async () => {
      alerts.add({ message: 'Page acknowledged', type: 'success' });
      await Promise.all([
        client.invalidateQueries({ queryKey: handbookKey }),
        client.invalidateQueries({ queryKey: openPagesQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['onboarding'] }),
      ]);
    },
  });
}

export function useAddPage() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: { title: string; chapter: string }) => api('POST /api/handbook/pages', { body }),
    onSuccess: () => client.removeQueries({ queryKey: staffContentsQuery.queryKey, exact: true }),
  });
}

export function useSavePage(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ body, etag }: { body: PageFields; etag: string | undefined }) =>
      api('PUT /api/handbook/pages/:id', {
        params: { id },
        body,
        ...(etag && { headers: { 'if-match': etag } }),
      }),
    onSuccess: () => {
      client.removeQueries({ queryKey: handbookKey });
      alerts.add({ message: 'Page published', type: 'success' });
    },
  });
}

export function useDeletePage() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/handbook/pages/:id', { params: { id } }),
    onSuccess: async () => {
      alerts.add({ message: 'Page deleted', type: 'success' });
      await client.invalidateQueries({ queryKey: handbookKey });
    },
  });
}

export function useSaveContents() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: ContentsFields) => api('PUT /api/handbook/contents', { body }),
    onSuccess: (chapters) => {
      client.setQueryData(staffContentsQuery.queryKey, chapters);
      client.removeQueries({ queryKey: contentsQuery.queryKey });
    },
  });
}
