import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';
import { bytesOf } from './bytes.ts';

/** Pictures and documents, articles, testimonials and the settings of the site. */
export const content = ({ id, timestamp, stored }: ColumnTypes) => [
  sql`create table images (
    id ${id} primary key,
    kind text not null,
    width integer not null,
    height integer not null,
    created_at ${timestamp} not null,
    unused_since ${timestamp},
    purge_started_at ${timestamp},
    owner_id ${id} references users (id) on delete set null,
    -- Indexed by owner, so that a member's sum is fast.
    bytes integer not null default 0,
    -- Set while the files of an image are stored or removed.
    unfinished_since ${timestamp}
  )`,
  sql`create index images_by_disuse on images (unused_since)`,
  sql`create index images_by_owner on images (owner_id, bytes)`,

  // A document is private: its file is in the image store under the id of a row of images. This row protects it from
  // the purge.
  sql`create table documents (
    id ${id} primary key references images (id),
    name text not null,
    type text not null,
    sha256 text not null,
    size integer not null,
    -- The member whom it is about.
    user_id ${id} references users (id) on delete set null,
    created_at ${timestamp} not null
  )`,
  sql`create index documents_by_user on documents (user_id)`,

  sql`create table articles (
    id ${id} primary key,
    title text not null,
    slug text not null,
    snippet text not null,
    text text not null,
    url text not null,
    version integer not null,
    created_at ${timestamp} not null,
    updated_at ${timestamp} not null,
    -- Null of a draft, in the future of one that is scheduled.
    published_at ${timestamp},
    -- Set until the job publishes the article; clearing it makes publication happen once.
    due_at ${timestamp},
    author_id ${id} references users (id) on delete set null,
    saved_by ${id} references users (id) on delete set null,
    cover_id ${id} references images (id),
    cover_alt text,
    -- Rendered text; null until first shown.
    html text,
    minutes integer,
    bytes integer ${bytesOf('title', 'snippet', 'text', 'url', 'html')} ${stored}
  )`,
  sql`create index articles_by_author_id on articles (author_id)`,
  sql`create index articles_by_cover on articles (cover_id)`,
  // Covers due_at, or SQLite reads every text to see whether an article is public.
  sql`create index articles_by_date on articles (published_at, id, due_at)`,
  // Partial, or SQLite uses it to find all articles that are not due, and sorts them.
  sql`create index articles_by_due on articles (due_at) where due_at is not null`,
  sql`create index articles_by_owner on articles (saved_by, bytes)`,
  sql`create index articles_by_staff_date on articles ((coalesce(published_at, created_at)), id)`,

  // The primary key makes a slug unique under concurrent inserts. No foreign key: a slug is claimed before its article
  // is inserted, and some databases check at once.
  sql`create table article_slugs (
    slug text primary key,
    article_id ${id} not null
  )`,
  sql`create index article_slugs_by_article on article_slugs (article_id)`,

  sql`create table article_images (
    image_id ${id} not null references images (id) on delete cascade,
    article_id ${id} not null references articles (id) on delete cascade,
    -- Looked up by image, in the hourly purge.
    constraint article_images_key primary key (image_id, article_id)
  )`,
  // For the deletion of an article.
  sql`create index article_images_by_article on article_images (article_id)`,

  sql`create table article_versions (
    id ${id} primary key,
    article_id ${id} not null references articles (id) on delete cascade,
    title text not null,
    slug text not null,
    snippet text not null,
    text text not null,
    url text not null,
    saved_by ${id} references users (id) on delete set null,
    saved_at ${timestamp} not null,
    bytes integer ${bytesOf('title', 'snippet', 'text', 'url')} ${stored}
  )`,
  sql`create index article_versions_by_article on article_versions (article_id, id)`,
  sql`create index article_versions_by_owner on article_versions (saved_by, bytes)`,

  sql`create table working_copies (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    article_id ${id} references articles (id) on delete cascade,
    version integer not null,
    title text not null,
    slug text not null,
    url text not null,
    snippet text not null,
    text text not null,
    cover_id ${id},
    cover_alt text not null,
    base text,
    saved_at ${timestamp} not null,
    bytes integer ${bytesOf('title', 'snippet', 'text', 'url', 'base')} ${stored}
  )`,
  sql`create index working_copies_by_article on working_copies (article_id)`,
  sql`create index working_copies_by_owner on working_copies (user_id, bytes)`,
  sql`create unique index working_copies_of_articles on working_copies (user_id, article_id) where article_id is not null`,
  sql`create unique index working_copies_of_new on working_copies (user_id) where article_id is null`,

  sql`create table working_copy_images (
    image_id ${id} not null references images (id) on delete cascade,
    copy_id ${id} not null references working_copies (id) on delete cascade,
    constraint working_copy_images_key primary key (image_id, copy_id)
  )`,
  sql`create index working_copy_images_by_copy on working_copy_images (copy_id)`,

  sql`create table testimonials (
    id ${id} primary key,
    name text not null,
    testimonial text not null,
    version integer not null,
    created_at ${timestamp} not null,
    updated_at ${timestamp} not null,
    image_id ${id} references images (id),
    position integer not null default 0,
    html text,
    excerpt text,
    saved_by ${id} references users (id) on delete set null,
    bytes integer ${bytesOf('name', 'testimonial', 'html', 'excerpt')} ${stored},
    -- The author's license number: 8 digits.
    license text
  )`,
  sql`create index testimonials_by_date on testimonials (created_at, id)`,
  sql`create index testimonials_by_image on testimonials (image_id)`,
  sql`create index testimonials_by_owner on testimonials (saved_by, bytes)`,

  sql`create table content_version (
    id integer primary key,
    version integer not null
  )`,

  // One row a version; the last one counts.
  sql`create table site_settings (
    version integer primary key,
    settings text not null,
    changes text not null,
    saved_by ${id} references users (id) on delete set null,
    saved_at ${timestamp} not null,
    -- When the announcement ends; null when there is none, or it has ended.
    announced_until ${timestamp}
  )`,
  // For the deletion of a user and of a version.
  sql`create index site_settings_by_saver on site_settings (saved_by)`,

  sql`create table site_images (
    image_id ${id} not null references images (id) on delete cascade,
    version integer not null references site_settings (version) on delete cascade,
    constraint site_images_key primary key (image_id, version)
  )`,
  sql`create index site_images_by_version on site_images (version)`,

  sql`create table visit_sums (
    -- YYYY-MM-DD, in Los Angeles.
    day text not null,
    event text not null,
    path text not null,
    source text not null,
    hits integer not null,
    constraint visit_sums_key primary key (day, event, path, source)
  )`,
];
