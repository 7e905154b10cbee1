import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** The handbook, and what a broker must be able to show of each licensee. */
export const handbook = ({ id, timestamp, boolean, byNumber }: ColumnTypes) => [
  // A page of the handbook is an article that is never published as one: it shares the text, working copies, versions
  // and pictures of articles. These tables hold the rest. Pages are never deleted, as their acknowledgements stay.
  sql`create table handbook_chapters (
    id ${id} primary key,
    title text not null,
    position integer not null,
    created_at ${timestamp} not null
  )`,

  sql`create table handbook_pages (
    id ${id} primary key references articles (id) on delete cascade,
    chapter_id ${id} not null references handbook_chapters (id),
    position integer not null,
    public ${boolean} not null,
    published_at ${timestamp},
    deleted_at ${timestamp},
    -- Counts what members have been shown; that of articles counts every save.
    edition integer not null,
    audience text not null,
    due_days integer not null,
    asked_edition integer not null,
    new_since ${timestamp},
    note text not null
  )`,
  sql`create index handbook_pages_by_chapter on handbook_pages (chapter_id, position)`,

  // Every text that members were shown: what an acknowledgement refers to.
  sql`create table handbook_editions (
    page_id ${id} not null references handbook_pages (id) on delete cascade,
    edition integer not null,
    title text not null,
    text text not null,
    note text not null,
    saved_by ${id} references users (id) on delete set null,
    saved_at ${timestamp} not null,
    primary key (page_id, edition)
  )`,
  sql`create index handbook_editions_by_saver on handbook_editions (saved_by)`,

  sql`create table handbook_words (
    -- In the order of the characters' numbers on both engines.
    word text ${byNumber} not null,
    page_id ${id} not null references handbook_pages (id) on delete cascade,
    primary key (word, page_id)
  )`,
  sql`create index handbook_words_by_page on handbook_words (page_id)`,

  // PDFs on pages of the handbook; the file and its name are those of `documents`.
  sql`create table handbook_files (
    id ${id} primary key references documents (id),
    page_id ${id} not null references handbook_pages (id) on delete cascade,
    added_by ${id} references users (id) on delete set null,
    created_at ${timestamp} not null
  )`,
  sql`create index handbook_files_by_adder on handbook_files (added_by)`,
  sql`create index handbook_files_by_page on handbook_files (page_id)`,

  // The open requests to acknowledge a page: one row for each member and page.
  sql`create table handbook_asks (
    user_id ${id} not null references users (id) on delete cascade,
    page_id ${id} not null references handbook_pages (id) on delete cascade,
    -- A day in Los Angeles, as YYYY-MM-DD.
    due_on text not null,
    asked_at ${timestamp} not null,
    done_edition integer,
    done_at ${timestamp},
    primary key (user_id, page_id)
  )`,
  sql`create index handbook_asks_by_page on handbook_asks (page_id)`,
  sql`create index handbook_asks_due on handbook_asks (due_on, user_id) where done_at is null`,
  sql`create index handbook_asks_open on handbook_asks (page_id, due_on, user_id) where done_at is null`,

  // Only added to.
  sql`create table handbook_acknowledgements (
    id ${id} primary key,
    page_id ${id} not null references handbook_pages (id) on delete cascade,
    user_id ${id} references users (id) on delete set null,
    user_name text not null,
    edition integer not null,
    device text not null,
    created_at ${timestamp} not null,
    -- Of a member whose account has gone: from then on counts how long it stays.
    left_at ${timestamp}
  )`,
  sql`create index handbook_acknowledgements_by_page on handbook_acknowledgements (page_id, edition)`,
  sql`create index handbook_acknowledgements_of_former on handbook_acknowledgements (left_at, id) where user_id is null`,
  sql`create unique index handbook_acknowledgements_once on handbook_acknowledgements (user_id, page_id, edition)`,

  sql`create table handbook_reminders (
    user_id ${id} primary key references users (id) on delete cascade,
    sent_at ${timestamp} not null
  )`,

  sql`create table member_checks (
    id ${id} primary key,
    user_id ${id} references users (id) on delete set null,
    user_name text not null,
    kind text not null,
    ticked ${boolean} not null,
    -- A day in Los Angeles, as YYYY-MM-DD.
    day text not null,
    note text not null,
    by_id ${id} references users (id) on delete set null,
    by_name text not null,
    created_at ${timestamp} not null,
    -- Of a member whose account has gone: from then on counts how long it stays.
    left_at ${timestamp}
  )`,
  sql`create index member_checks_by_admin on member_checks (by_id)`,
  sql`create index member_checks_by_user on member_checks (user_id, kind, id)`,
  sql`create index member_checks_of_former on member_checks (user_id, left_at, id)`,

  // A broker must be able to show a file for each licensee. Its entries are only ever added. Results derived from them
  // are stored next to them, so that the desk reads no file.
  sql`create table member_files (
    id ${id} primary key,
    -- Null once the account has gone.
    user_id ${id} unique references users (id) on delete set null,
    name text not null,
    created_at ${timestamp} not null,
    settle_at ${timestamp} not null,
    reminded_at ${timestamp},
    -- Of a member whose account has gone: from then on counts how long it stays.
    left_at ${timestamp}
  )`,
  sql`create index member_files_by_settling on member_files (settle_at)`,
  sql`create index member_files_of_former on member_files (left_at, id) where user_id is null`,

  // Only added to.
  sql`create table member_file_entries (
    id ${id} primary key,
    -- Null: of the brokerage.
    file_id ${id} references member_files (id) on delete cascade,
    user_id ${id} references users (id) on delete set null,
    kind text not null,
    -- The other fields of its kind, as JSON.
    details text not null,
    -- The entry that this one is about.
    refers_to ${id} references member_file_entries (id) on delete cascade,
    document_id ${id} references documents (id),
    created_at ${timestamp} not null,
    created_by ${id} references users (id) on delete set null,
    author text not null
  )`,
  sql`create index member_file_entries_by_author on member_file_entries (created_by)`,
  sql`create index member_file_entries_by_document on member_file_entries (document_id)`,
  sql`create index member_file_entries_by_file on member_file_entries (file_id, id)`,
  sql`create index member_file_entries_by_reference on member_file_entries (refers_to)`,
  sql`create index member_file_entries_by_user on member_file_entries (user_id)`,

  // Each finding has the day from which it counts, so no job has to run when that day comes.
  sql`create table member_file_findings (
    id ${id} primary key,
    file_id ${id} not null references member_files (id) on delete cascade,
    kind text not null,
    -- The worst first.
    rank integer not null,
    -- Days in Los Angeles, as YYYY-MM-DD.
    shown_on text not null,
    due_on text not null,
    wrong_on text not null,
    subject_id ${id},
    detail text not null
  )`,
  // Holds all that the desk sorts and counts by.
  sql`create index member_file_findings_by_file on member_file_findings (file_id, shown_on, wrong_on, due_on, rank, kind)`,
  sql`create index member_file_findings_by_kind on member_file_findings (kind, wrong_on, due_on, shown_on, file_id)`,

  // Each change is a row; the last one counts.
  sql`create table compliance_settings (
    id ${id} primary key,
    settings text not null,
    saved_at ${timestamp} not null,
    saved_by ${id} references users (id) on delete set null
  )`,
  sql`create index compliance_settings_by_saver on compliance_settings (saved_by)`,
];
