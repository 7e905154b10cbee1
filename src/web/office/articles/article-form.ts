import type { ArticleFields, StaffArticle } from '../../../shared/articles/articles.contract.ts';
import { noSource } from '../../../shared/articles/no-source.ts';
import { fromOfficeTime, toOfficeTime } from './office-time.ts';

export type ArticleValues = {
  title: string;
  slug: string;
  url: string;
  snippet: string;
  text: string;
  cover_id: string;
  cover_alt: string;
  state: 'draft' | 'published' | 'scheduled';
  /** A minute in Los Angeles time; empty unless scheduled. */
  date: string;
};

export const noArticle: ArticleValues = {
  title: '',
  slug: '',
  url: '',
  snippet: '',
  text: '',
  cover_id: '',
  cover_alt: '',
  state: 'draft',
  date: '',
};

export function toValues(article: StaffArticle): ArticleValues {
  const { title, slug, url, snippet, text, cover_id, cover_alt, state, date } = article;
  return {
    title,
    slug,
    url: url === noSource ? '' : url,
    snippet,
    text,
    cover_alt,
    state,
    cover_id: cover_id ?? '',
    date: state === 'scheduled' ? toOfficeTime(date) : '',
  };
}

export function toBody({ date, cover_id, ...values }: ArticleValues): ArticleFields & { slug: string } {
  const moment = values.state === 'scheduled' ? fromOfficeTime(date) : undefined;
  return { ...values, cover_id: cover_id || null, ...(moment !== undefined && { date: moment }) };
}

export const labels: Record<keyof ArticleValues, string> = {
  title: 'Title',
  slug: 'Slug',
  url: 'URL',
  snippet: 'Snippet',
  text: 'Text',
  cover_id: 'Cover',
  cover_alt: 'Cover description',
  state: 'Publication',
  date: 'Publish at',
};
