import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { maxLengths } from '../../../shared/field-limits.ts';
import type {
  ContentsFields,
  HandbookPage,
  PageFields,
  PageFile,
  StaffChapter,
  StaffPage,
} from '../../../shared/handbook/handbook.contract.ts';
import { api, apiAnswer, apiFile, etagOf, ifMatch } from '../../api.ts';
import { alerts, say } from '../../ui/alerts.ts';
import { uploadFile } from '../files/upload-file.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
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
    placeholderData: keepPreviousData,
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
      return { page: data, etag: etagOf(headers) };
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
    // It may have a newer version, which is to be read first.
    onError: () => client.invalidateQueries({ queryKey: [...handbookKey, 'page'] }),
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

interface PageUpdate {
  body: PageFields;
  /** The version that was edited; the server rejects it if a newer one exists. */
  etag: string | undefined;
  message: string;
}

export function useSavePage(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ body, etag }: PageUpdate) =>
      api('PUT /api/handbook/pages/:id', {
        params: { id },
        body,
        headers: ifMatch(etag),
      }),
    onSuccess: (_, { message }) => {
      alerts.add({ message, type: 'success' });
      // Removed, so that other pages read again what this one changes.
      client.removeQueries({ queryKey: handbookKey, type: 'inactive' });
      void client.invalidateQueries({ queryKey: staffContentsQuery.queryKey, exact: true });
      void client.invalidateQueries({ queryKey: openPagesQuery.queryKey });
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

/** Shows the files of a page in its editor, and makes readers' pages load again. */
function useShowFiles(page: string) {
  const client = useQueryClient();
  const { queryKey } = staffPageQuery(page);
  return (message: string, change: (files: PageFile[]) => PageFile[]) => {
    say(message);
    client.setQueryData(
      queryKey,
      (version) =>
        version && {
          ...version,
          page: {
            ...version.page,
            files: change(version.page.files),
            edition: version.page.edition + (version.page.published ? 1 : 0),
          },
        },
    );
    // The editor may be one of those asked.
    client.removeQueries({ queryKey: contentsQuery.queryKey, type: 'inactive' });
    void client.invalidateQueries({ queryKey: openPagesQuery.queryKey });
    return client.invalidateQueries({ queryKey: [...handbookKey, 'page'] });
  };
}

const pdf = '.pdf';

/** The server adds the ending that is left out here. */
const nameToSend = (name: string): string =>
  [...name.replace(/\.pdf$/i, '')].slice(0, maxLengths.handbook.file - pdf.length).join('');

export function useAddFile(page: string, askAgain: boolean) {
  const show = useShowFiles(page);
  return useSingleMutation({
    mutationFn: (file: File) =>
      uploadFile(
        `/api/handbook/pages/${page}/files?name=${encodeURIComponent(nameToSend(file.name))}&askAgain=${askAgain}`,
        file,
      ),
    // A conflict may have shown it already.
    onSuccess: (added) =>
      show('File added', (files) => [...files.filter(({ _id }) => _id !== added._id), added]),
  });
}

export function useDeleteFile(page: string, askAgain: boolean) {
  const show = useShowFiles(page);
  return useSingleMutation({
    mutationFn: (id: string) =>
      api('DELETE /api/handbook/files/:id', {
        params: { id },
        query: { askAgain: askAgain ? 'true' : 'false' },
      }),
    onSuccess: (_, id) => show('File deleted', (files) => files.filter(({ _id }) => _id !== id)),
  });
}

export const saveFile = (id: string) => apiFile('GET /api/handbook/files/:id', { params: { id } });

export const contentsOf = (chapters: StaffChapter[]): ContentsFields => ({
  chapters: chapters.map(({ _id, title, pages }) => ({ _id, title, pages: pages.map((page) => page._id) })),
});

/** Adds, renames or deletes a chapter. */
export function useSaveContents() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: ContentsFields) => api('PUT /api/handbook/contents', { body }),
    onSuccess: (chapters) => {
      client.setQueryData(staffContentsQuery.queryKey, chapters);
      client.removeQueries({ queryKey: contentsQuery.queryKey });
    },
    // Someone else may have changed it: what they did is to be seen.
    onError: () => client.invalidateQueries({ queryKey: staffContentsQuery.queryKey, exact: true }),
  });
}

/** Shows the new order at once and restores the old one on failure. Calls run in sequence. */
export function useOrderContents() {
  const client = useQueryClient();
  const { queryKey } = staffContentsQuery;
  return useMutation({
    scope: { id: 'order of the handbook' },
    mutationFn: (chapters: StaffChapter[]) =>
      api('PUT /api/handbook/contents', { body: contentsOf(chapters) }),
    onMutate: async (chapters) => {
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, chapters);
    },
    onSuccess: () => client.removeQueries({ queryKey: contentsQuery.queryKey }),
    onError: () => client.invalidateQueries({ queryKey, exact: true }),
  });
}

export interface AcknowledgementFilter {
  search: string;
  overdue: boolean;
  skip: number;
}

export const acknowledgementsQuery = ({ search, overdue, skip }: AcknowledgementFilter) =>
  queryOptions({
    queryKey: [...handbookKey, 'acknowledgements', search, overdue, skip],
    queryFn: ({ signal }) =>
      api('GET /api/handbook/acknowledgements', {
        query: { search, overdue: overdue ? 'true' : 'false', skip },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The server builds the file and writes an audit event. */
export const exportAcknowledgements = () => apiFile('GET /api/handbook/acknowledgements/csv');

export const acknowledgementsOfQuery = (id: string) =>
  queryOptions({
    queryKey: [...handbookKey, 'acknowledgements-of', id],
    queryFn: ({ signal }) => api('GET /api/handbook/acknowledgements/:id', { params: { id }, signal }),
  });
