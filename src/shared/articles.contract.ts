import { z } from 'zod';
import type { Contract } from './contract.ts';
import { id, idParams, message, requiredText, timestamp, webAddress } from './fields.ts';

/** An article as the API shows it. `text` is Markdown; `url` is its source or a related page (product.md, Content). */
export const article = z.strictObject({
  _id: id,
  title: z.string(),
  slug: z.string(),
  date: timestamp,
  snippet: z.string(),
  text: z.string(),
  url: z.string(),
});
export type Article = z.output<typeof article>;

/** What every slug looks like: small letters, digits and single hyphens. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const articleFields = z.object({
  title: requiredText('Title', 200),
  url: webAddress('Url'),
  snippet: requiredText('Snippet', 500),
  text: requiredText('Text', 200_000),
});
export type ArticleFields = z.output<typeof articleFields>;

const articleChanges = articleFields
  .extend({
    slug: requiredText('Slug', 100).regex(
      slugPattern,
      'Slug may hold only small letters, digits and single hyphens',
    ),
  })
  .partial();
export type ArticleChanges = z.output<typeof articleChanges>;

const bodyLimit = 512 * 1024;

export const articlesContract = {
  'GET /api/articles': {
    summary: 'Published articles, newest first',
    access: 'visitor',
    response: z.array(article),
  },
  'GET /api/articles/:id': {
    summary: 'One published article',
    access: 'visitor',
    params: idParams('Article'),
    response: article,
  },
  'GET /api/articles/slug/:slug': {
    summary: 'One published article by its slug, current or former',
    access: 'visitor',
    params: z.object({ slug: z.string().regex(slugPattern, 'Article not found') }),
    response: article,
  },
  'POST /api/articles': {
    summary: 'Publish a new article',
    access: 'editor',
    body: articleFields,
    response: article,
    bodyLimit,
  },
  'PATCH /api/articles/:id': {
    summary: 'Change an article; fields left out stay as they are',
    access: 'editor',
    params: idParams('Article'),
    body: articleChanges,
    response: article,
    bodyLimit,
  },
  'DELETE /api/articles/:id': {
    summary: 'Delete an article',
    access: 'editor',
    params: idParams('Article'),
    response: message,
  },
} satisfies Contract;
