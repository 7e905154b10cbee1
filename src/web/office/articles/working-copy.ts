import { queryOptions } from '@tanstack/react-query';
import type { TypedFields } from '../../../shared/articles/articles.contract.ts';
import { api, apiAnswer } from '../../api.ts';
import type { Version } from '../form/versions.ts';
import type { Draft } from '../session/drafts.ts';
import type { ArticleValues } from './article-form.ts';

/** The ETag of a working copy that does not exist. */
export const noCopy = '"v0"';

type Content = Omit<ArticleValues, 'state' | 'date'>;

export interface StoredCopy {
  etag: string;
  /** Undefined without a copy. */
  values?: Content | undefined;
  /** The article that was changed. */
  base?: Version<Content> | undefined;
  saved?: string | undefined;
}

/** @param id 'new' or the id of an article */
export async function readCopy(id: string, signal?: AbortSignal): Promise<StoredCopy> {
  const { data, headers } = await apiAnswer('GET /api/articles/working-copy/:id', {
    params: { id },
    ...(signal && { signal }),
  });
  const etag = headers.get('etag') ?? noCopy;
  if (!data.copy) return { etag: noCopy };
  const { base, saved, ...typed } = data.copy;
  const values = toValues(typed);
  return {
    etag,
    values,
    saved,
    ...(base && { base: { values: toValues(base), etag: `"v${base.version}"` } }),
  };
}

/** Read on every opening of an editor, as the article is. */
export const workingCopyQuery = (id: string) =>
  queryOptions({
    queryKey: ['working-copy', id],
    queryFn: ({ signal }) => readCopy(id, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Turns a working copy into a draft; undefined when there is none and the editor begins with the article. */
export function toDraft(copy: StoredCopy, start: Version<ArticleValues>): Draft | undefined {
  if (!copy.values) return undefined;
  return {
    values: { ...start.values, ...copy.values },
    base: { ...start.values, ...copy.base?.values },
    etag: copy.base ? copy.base.etag : start.etag,
    copy: copy.etag,
  };
}

/** @throws ApiError 412 when another window has saved since `etag` */
export async function putCopy(
  id: string,
  values: ArticleValues,
  etag: string | undefined,
  base: Version<ArticleValues> | undefined,
): Promise<StoredCopy> {
  const version = Number(/v(\d+)/.exec(base?.etag ?? '')?.[1]);
  const { data, headers } = await apiAnswer('PUT /api/articles/working-copy/:id', {
    params: { id },
    body: { ...toTyped(values), ...(base && version && { base: { ...toTyped(base.values), version } }) },
    headers: { 'if-match': etag ?? noCopy },
    outlivesPage: true,
  });
  return { etag: headers.get('etag') ?? noCopy, saved: data.saved };
}

/** @throws ApiError 412 when another window has saved since `etag` */
export async function deleteCopy(id: string, etag: string | undefined): Promise<StoredCopy> {
  await api('DELETE /api/articles/working-copy/:id', {
    params: { id },
    headers: { 'if-match': etag ?? noCopy },
    outlivesPage: true,
  });
  return { etag: noCopy };
}

export const toTyped = ({ title, slug, url, snippet, text, cover_id, cover_alt }: Content): TypedFields => ({
  title,
  slug,
  url,
  snippet,
  text,
  cover_alt,
  cover_id: cover_id || null,
});

const toValues = ({ title, slug, url, snippet, text, cover_id, cover_alt }: TypedFields): Content => ({
  title,
  slug,
  url,
  snippet,
  text,
  cover_alt,
  cover_id: cover_id ?? '',
});
