import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { noSource } from '../../../shared/articles/no-source.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { slugRules, webAddressRules } from '../../../shared/text-rules.ts';
import { optionalName, requiredName, requiredText } from '../form/text-fields.ts';
import type { ArticleValues } from './article-form.ts';
import { fromOfficeTime } from './office-time.ts';

/** The rules of the form, apart from it: nothing is checked before the first attempt to publish. */
export const articleFields = z.object({
  title: requiredName('Title', maxLengths.article.title),
  slug: z.string().check(...slugRules()),
  url: z.string().check(...webAddressRules('Url', noSource)),
  snippet: requiredText('Snippet', maxLengths.article.snippet),
  text: requiredText('Text', maxLengths.article.text),
  cover_id: z.string(),
  cover_alt: optionalName('Cover description', maxLengths.article.coverAlt),
  state: z.enum(['draft', 'published', 'scheduled']),
  date: z.string(),
});

const hasItsDate = z.refine<Pick<ArticleValues, 'state' | 'date'>>(
  ({ state, date }) => state !== 'scheduled' || fromOfficeTime(date) !== undefined,
  { error: 'Date is required', path: ['date'] },
);

export const articleForm = articleFields.check(hasItsDate);

/** The server makes the slug of a new article from its title. */
export const newArticleForm = z.extend(articleFields, { slug: z.string() }).check(hasItsDate);

/** A blank address stands for an article without a source. */
const orNoSource =
  (resolve: Resolver<ArticleValues, unknown, ArticleValues>): typeof resolve =>
  (values, ...rest) =>
    resolve({ ...values, url: values.url.trim() || noSource }, ...rest);

export const resolveArticle = orNoSource(zodResolver(articleForm));
export const resolveNewArticle = orNoSource(zodResolver(newArticleForm));
