import { derived, derivedOfPerson, fact, link, open, personal, type RulesOf } from './rules.ts';
import type { Sized } from './sized.ts';

export interface ArticleTables {
  articles: ArticleRow & Sized;
  article_slugs: ArticleSlugRow;
  article_images: { article_id: string; image_id: string };
  article_versions: ArticleVersionRow & Sized;
  working_copies: WorkingCopyRow & Sized;
  working_copy_images: { copy_id: string; image_id: string };
}

export interface ArticleRow {
  id: string;
  title: string;
  slug: string;
  snippet: string;
  text: string;
  /** Safe HTML, and minutes of reading; null until first shown, for old rows. */
  html: string | null;
  minutes: number | null;
  url: string;
  /** The ETag of If-Match. */
  version: number;
  published_at: string | null;
  /** Set until the job has published a scheduled article. */
  due_at: string | null;
  author_id: string | null;
  saved_by: string | null;
  cover_id: string | null;
  cover_alt: string | null;
  created_at: string;
  updated_at: string;
}

export const articleColumns = [
  'id',
  'title',
  'slug',
  'snippet',
  'text',
  'html',
  'minutes',
  'url',
  'version',
  'published_at',
  'due_at',
  'author_id',
  'saved_by',
  'cover_id',
  'cover_alt',
  'created_at',
  'updated_at',
] as const satisfies (keyof ArticleRow)[];

/** Every slug an article ever had: old addresses redirect, and are not reused. */
export interface ArticleSlugRow {
  slug: string;
  article_id: string;
}

export interface ArticleVersionRow {
  id: string;
  article_id: string;
  title: string;
  slug: string;
  snippet: string;
  text: string;
  url: string;
  saved_by: string | null;
  saved_at: string;
}

/** An editor's unpublished changes to an article; one row for each article and editor. */
export interface WorkingCopyRow {
  id: string;
  user_id: string;
  /** Null for an article that does not exist yet. */
  article_id: string | null;
  /** The ETag of If-Match. */
  version: number;
  title: string;
  slug: string;
  url: string;
  snippet: string;
  text: string;
  cover_id: string | null;
  cover_alt: string;
  /** JSON: the article as it was when this began, for merging. */
  base: string | null;
  saved_at: string;
}

export const articleRules: RulesOf<ArticleTables> = {
  articles: {
    holds: 'articles',
    category: 'content',
    person: { author_id: 'user', saved_by: 'user' },
    stays: 'what the brokerage has published',
    columns: {
      id: open,
      title: open,
      slug: open,
      snippet: open,
      text: open,
      html: derived,
      minutes: derived,
      url: open,
      version: derived,
      published_at: open,
      due_at: open,
      author_id: { ...link, label: 'who wrote it and saved it last' },
      saved_by: link,
      cover_id: open,
      cover_alt: open,
      created_at: open,
      updated_at: open,
      bytes: derived,
    },
  },
  article_slugs: {
    holds: 'addresses that articles had',
    person: {},
    columns: { slug: open, article_id: open },
  },
  article_images: {
    holds: 'which pictures the texts of an article have shown',
    person: {},
    columns: { article_id: open, image_id: open },
  },
  article_versions: {
    holds: 'earlier versions of articles',
    category: 'content',
    person: { saved_by: 'user' },
    stays: 'what the brokerage has published',
    columns: {
      id: open,
      article_id: open,
      title: open,
      slug: open,
      snippet: open,
      text: open,
      url: open,
      saved_by: link,
      saved_at: open,
      bytes: derived,
    },
  },
  working_copies: {
    holds: 'what members have written of articles and not published',
    category: 'content',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      article_id: fact,
      version: derivedOfPerson,
      title: personal('articles that a member is writing'),
      slug: fact,
      url: fact,
      snippet: fact,
      text: fact,
      cover_id: fact,
      cover_alt: fact,
      base: derivedOfPerson,
      saved_at: fact,
      bytes: derivedOfPerson,
    },
  },
  working_copy_images: {
    holds: 'which pictures are in what members write',
    person: {},
    columns: { copy_id: derivedOfPerson, image_id: derivedOfPerson },
  },
};
