/**
 * Articles. A new field also needs save-version.ts, article-versions.service.ts, working-copies.service.ts
 * and, in the office, article-form.ts, working-copy.ts and `ArticleChanges.tsx`.
 */

import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import {
  id,
  idParams,
  idPattern,
  message,
  optionalName,
  optionalText,
  person,
  requiredName,
  requiredText,
  slug,
  timestamp,
  webAddress,
} from '../fields.ts';
import { optionalPageQuery, pageQuery } from '../paging.ts';
import { submissionMark } from '../review/review.contract.ts';
import { slugPattern } from '../text-rules.ts';
import { articleStates } from './article-states.ts';
import { noSource } from './no-source.ts';

/** A public article. `text` is Markdown; `url` is its source or a related page, '/' for none (docs/product.md P10.1). */
const article = z
  .strictObject({
    _id: id,
    title: z.string(),
    slug: z.string(),
    date: timestamp,
    snippet: z.string(),
    text: z.string(),
    url: z.string(),
  })
  .meta({ id: 'Article' });
export type Article = z.output<typeof article>;

/** An article as writers see it. `date` is that of publication; of a draft, that of its creation. */
const staffArticle = article
  .extend({
    state: z.enum(articleStates),
    author: person.nullable(),
    updated: timestamp,
    cover_id: id.nullable(),
    cover_alt: z.string(),
    /** Where the caller's own change stands that waits to be published. */
    submission: submissionMark.optional(),
  })
  .meta({ id: 'StaffArticle' });
export type StaffArticle = z.output<typeof staffArticle>;

/** An article as it stands, with who saved it last where that is not its author; null for a former member. */
const presentArticle = staffArticle
  .extend({ savedBy: person.nullable().optional() })
  .meta({ id: 'PresentArticle' });
export type PresentArticle = z.output<typeof presentArticle>;

const staffArticleSummary = staffArticle.omit({ text: true }).meta({ id: 'StaffArticleSummary' });
export type StaffArticleSummary = z.output<typeof staffArticleSummary>;

const articleVersion = article
  .omit({ date: true })
  .extend({ author: person.nullable(), date: timestamp })
  .meta({ id: 'ArticleVersion' });
export type ArticleVersion = z.output<typeof articleVersion>;

const articleVersionSummary = articleVersion.omit({ text: true }).meta({ id: 'ArticleVersionSummary' });
export type ArticleVersionSummary = z.output<typeof articleVersionSummary>;

const state = z.enum(articleStates, 'State must be draft, published or scheduled');

const publicationDate = z.iso.datetime({ offset: true, error: 'Date must be an ISO timestamp' });

const articleFields = z
  .object({
    title: requiredName('Title', maxLengths.article.title),
    url: webAddress('Url', noSource),
    snippet: requiredText('Snippet', maxLengths.article.snippet),
    text: requiredText('Text', maxLengths.article.text),
    /** An id from POST /api/articles/image; null clears it, undefined leaves it unchanged. */
    cover_id: z
      .string('Cover must be text or null')
      .regex(idPattern, 'Image is not known')
      .nullable()
      .optional(),
    cover_alt: optionalName('Cover description', maxLengths.article.coverAlt).optional(),
    state: state.optional(),
    /** Date of publication; ignored without a state. */
    date: publicationDate.optional(),
  })
  .meta({ id: 'ArticleFields' });
export type ArticleFields = z.output<typeof articleFields>;

const articleChanges = articleFields
  .extend({
    slug: slug(),
  })
  .partial()
  .meta({ id: 'ArticleChanges' });
export type ArticleChanges = z.output<typeof articleChanges>;

/** A working copy, in which nothing is required yet. */
const typedFields = z.object({
  title: optionalName('Title', maxLengths.article.title).default(''),
  slug: optionalText('Slug', maxLengths.article.slug).default(''),
  url: optionalText('Url', maxLengths.webAddress).default(''),
  snippet: optionalText('Snippet', maxLengths.article.snippet).default(''),
  text: optionalText('Text', maxLengths.article.text).default(''),
  cover_id: z
    .string('Cover must be text or null')
    .regex(idPattern, 'Image is not known')
    .nullable()
    .default(null),
  cover_alt: optionalName('Cover description', maxLengths.article.coverAlt).default(''),
});
export type TypedFields = z.output<typeof typedFields>;

/** An editor's unpublished changes to an article. */
const workingCopyFields = typedFields
  .extend({
    /** The article, and its version, that was changed; left out, it stays as it was sent before. */
    base: typedFields
      .extend({ version: z.int('Version must be a whole number').min(1).max(999_999_999) })
      .meta({ id: 'WorkingCopyBase' })
      .optional(),
  })
  .meta({ id: 'WorkingCopyFields' });
export type WorkingCopyFields = z.output<typeof workingCopyFields>;

export const workingCopy = z
  .strictObject({
    ...typedFields.shape,
    base: typedFields.extend({ version: z.int() }).meta({ id: 'WorkingCopyFormerBase' }).nullable(),
    saved: timestamp,
  })
  .meta({ id: 'WorkingCopy' });
export type WorkingCopy = z.output<typeof workingCopy>;

/** An article as readers, search engines and those who share its address would see it. */
const pagePreview = z
  .strictObject({
    /** The whole page, without scripts. */
    html: z.string(),
    title: z.string(),
    description: z.string(),
    address: z.string(),
    image: z.strictObject({ url: z.string(), alt: z.string() }).meta({ id: 'PagePreviewImage' }),
  })
  .meta({ id: 'PagePreview' });
export type PagePreview = z.output<typeof pagePreview>;

/** Six bytes a character of the max text, for clients that escape all but ASCII, and the other fields. */
const bodyLimit = 1280 * 1024;

/** In place of an id: the article that does not exist yet. */
export const newArticle = 'new';

const workingCopyParams = z.object({
  id: z.union([z.literal(newArticle), z.string().regex(idPattern, 'Article not found')], 'Article not found'),
});

const versionParams = idParams('Article').extend({
  version: z.string().regex(idPattern, 'Version not found'),
});

export const articlesContract = {
  'GET /api/articles': {
    summary:
      'Published articles, newest first: up to 1,000 of at most 4 MB together, or a page of at most 500 KB; Link leads on',
    access: 'visitor',
    query: optionalPageQuery(1000),
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
    params: z.object({
      slug: z.string().max(100, 'Article not found').regex(slugPattern, 'Article not found'),
    }),
    response: article,
  },
  'GET /api/articles/all': {
    summary:
      'Articles of every state without their texts, newest first; search looks into titles and snippets',
    access: 'articles',
    confirm: { none: 'Everyday work of writers' },
    scope: 'content:read',
    query: pageQuery({ default: 50, max: 1000 }).extend({
      state: state.optional(),
      search: optionalText('Search', maxLengths.search.articles).default(''),
    }),
    response: z.array(staffArticleSummary),
  },
  'GET /api/articles/all/:id': {
    summary: 'One article of any state',
    access: 'articles',
    confirm: { none: 'Everyday work of writers' },
    scope: 'content:read',
    params: idParams('Article'),
    response: presentArticle,
  },
  'POST /api/articles/preview': {
    summary:
      'A Markdown text as the public page shows it, and the minutes to read it; your next preview replaces it',
    access: 'articles',
    confirm: { none: 'Saves nothing' },
    scope: 'content:read',
    body: z
      .object({ text: optionalText('Text', maxLengths.article.text).default('') })
      .meta({ id: 'ArticleText' }),
    response: z.strictObject({ html: z.string(), minutes: z.int() }).meta({ id: 'ArticlePreview' }),
    bodyLimit,
  },
  'POST /api/articles': {
    summary: 'Write an article; published at once, unless its state says otherwise',
    access: 'articles',
    confirm: { none: 'Everyday work of writers; its author is named' },
    scope: 'content:write',
    limit: 'article',
    body: articleFields,
    response: staffArticle,
    bodyLimit,
  },
  'PATCH /api/articles/:id': {
    summary: 'Change an article; fields left out stay as they are',
    access: 'articles',
    confirm: { none: 'Everyday work of writers; the former text is a version to restore' },
    scope: 'content:write',
    limit: 'article',
    params: idParams('Article'),
    body: articleChanges,
    response: staffArticle,
    bodyLimit,
  },
  'DELETE /api/articles/:id': {
    summary: 'Delete an article',
    access: 'articles',
    confirm: { none: 'Everyday work of writers; limited, audited, and in the backup of the night' },
    scope: 'content:write',
    limit: 'article',
    params: idParams('Article'),
    response: message,
  },
  'POST /api/articles/page-preview': {
    summary:
      'The page of an article that is being written, and its preview in search engines and shared links; your next preview replaces it',
    access: 'articles',
    confirm: { none: 'Saves nothing' },
    scope: 'content:read',
    body: typedFields.extend({ date: publicationDate.optional() }).meta({ id: 'TypedArticle' }),
    response: pagePreview,
    bodyLimit,
  },
  'GET /api/articles/working-copy/:id': {
    summary: 'Your unpublished changes to an article; `new` for one that does not exist yet',
    access: 'articles',
    confirm: { none: "The caller's own" },
    scope: null,
    params: workingCopyParams,
    response: z.strictObject({ copy: workingCopy.nullable() }).meta({ id: 'WorkingCopyIfAny' }),
  },
  'PUT /api/articles/working-copy/:id': {
    summary: 'Save your unpublished changes to an article; only you can read them',
    access: 'articles',
    confirm: { none: "The caller's own; saved while typing" },
    scope: null,
    limit: 'workingCopy',
    params: workingCopyParams,
    body: workingCopyFields,
    response: z.strictObject({ saved: timestamp }).meta({ id: 'WorkingCopySaved' }),
    bodyLimit: 2 * bodyLimit,
  },
  'DELETE /api/articles/working-copy/:id': {
    summary: 'Discard your unpublished changes to an article',
    access: 'articles',
    confirm: { none: "The caller's own" },
    scope: null,
    limit: 'workingCopy',
    params: workingCopyParams,
    response: message,
  },
  'GET /api/articles/versions/:id': {
    summary: 'The last 50 former versions of an article, newest first',
    access: 'articles',
    confirm: { none: 'Everyday work of writers' },
    scope: 'content:read',
    params: idParams('Article'),
    response: z.array(articleVersionSummary),
  },
  'GET /api/articles/versions/:id/:version': {
    summary: 'One former version of an article with its text',
    access: 'articles',
    confirm: { none: 'Everyday work of writers' },
    scope: 'content:read',
    params: versionParams,
    response: articleVersion,
  },
  'POST /api/articles/versions/:id/:version/restore': {
    summary: 'Restore a former version of an article; the present version becomes a former one',
    access: 'articles',
    confirm: { none: 'Undoes a call that needs no confirmation either' },
    scope: 'content:write',
    limit: 'article',
    params: versionParams,
    response: staffArticle,
  },
} satisfies Contract;
