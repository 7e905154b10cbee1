import * as z from 'zod/mini';
import type { Article } from '../../../shared/articles.contract.ts';
import { requiredText, webAddress } from '../form/text-fields.ts';

export const limits = { title: 200, slug: 100, snippet: 500, text: 200_000 };

/** An article that exists: its slug may be changed, too. */
export const articleForm = z.object({
  title: requiredText('Title', limits.title),
  slug: requiredText('Slug', limits.slug).check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Slug may hold only small letters, digits and single hyphens'),
  ),
  url: webAddress('Url'),
  snippet: requiredText('Snippet', limits.snippet),
  text: requiredText('Text', limits.text),
});
export type ArticleValues = z.output<typeof articleForm>;

/** A new article: the server makes the slug from the title. */
export const newArticleForm = z.extend(articleForm, { slug: z.string() });

export const noArticle: ArticleValues = { title: '', slug: '', url: '', snippet: '', text: '' };

export const toValues = ({ title, slug, url, snippet, text }: Article): ArticleValues => ({
  title,
  slug,
  url,
  snippet,
  text,
});

/** In the order of the form. */
export const labels: Record<keyof ArticleValues, string> = {
  title: 'Title',
  slug: 'Slug',
  url: 'URL',
  snippet: 'Snippet',
  text: 'Text',
};
