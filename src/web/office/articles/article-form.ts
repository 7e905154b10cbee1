import * as z from 'zod/mini';
import type { ArticleFields, StaffArticle } from '../../../shared/articles.contract.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { optionalName, requiredName, requiredText, webAddress } from '../form/text-fields.ts';
import { fromOfficeTime, toOfficeTime } from './office-time.ts';

const fields = z.object({
  title: requiredName('Title', maxLengths.article.title),
  slug: requiredText('Slug', maxLengths.article.slug).check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Slug may hold only small letters, digits and single hyphens'),
  ),
  url: webAddress('Url'),
  snippet: requiredText('Snippet', maxLengths.article.snippet),
  text: requiredText('Text', maxLengths.article.text),
  cover_id: z.string(),
  cover_alt: optionalName('Description of the cover', maxLengths.article.coverAlt),
  state: z.enum(['draft', 'published', 'scheduled']),
  /** A minute in Los Angeles time; empty unless scheduled. */
  date: z.string(),
});
export type ArticleValues = z.output<typeof fields>;

const hasItsDate = z.refine<Pick<ArticleValues, 'state' | 'date'>>(
  ({ state, date }) => state !== 'scheduled' || fromOfficeTime(date) !== undefined,
  { error: 'Date is required', path: ['date'] },
);

export const articleForm = fields.check(hasItsDate);

/** The server makes the slug of a new article from its title. */
export const newArticleForm = z.extend(fields, { slug: z.string() }).check(hasItsDate);

export const noArticle: ArticleValues = {
  ...{ title: '', slug: '', url: '', snippet: '', text: '' },
  ...{ cover_id: '', cover_alt: '' },
  ...{ state: 'published', date: '' },
};

export function toValues(article: StaffArticle): ArticleValues {
  const { title, slug, url, snippet, text, cover_id, cover_alt, state, date } = article;
  return {
    ...{ title, slug, url, snippet, text, cover_alt, state },
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
  cover_alt: 'What the cover shows',
  state: 'Publication',
  date: 'Publish at',
};
