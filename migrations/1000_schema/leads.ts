import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';
import { bytesOf } from './bytes.ts';

/** Contact requests, which the office works on as leads. */
export const leads = ({ id, timestamp, boolean, no, stored }: ColumnTypes) => [
  sql`create table contact_requests (
    id ${id} primary key,
    first_name text not null,
    last_name text not null,
    phone text not null,
    email text not null,
    status text not null,
    spam ${boolean} not null,
    mail_id ${id} references mails (id) on delete set null,
    created_at ${timestamp} not null,
    overflow ${boolean} not null default ${no},
    owner_id ${id} constraint contact_requests_owner references users (id) on delete set null,
    next_step text,
    -- YYYY-MM-DD.
    next_on text,
    closed_reason text,
    waiting_since ${timestamp},
    first_contact_at ${timestamp},
    alerted_at ${timestamp},
    -- No reference: deleting old mails would search for each.
    reply_id ${id},
    -- Another request of the same person, which is the lead.
    joined_to ${id} constraint contact_requests_joined_to references contact_requests (id) on delete set null,
    phone_key text,
    member_id ${id} constraint contact_requests_member references users (id) on delete set null,
    referred_by ${id} constraint contact_requests_referrer references users (id) on delete set null,
    license text,
    brokerage text,
    deals_a_year integer,
    -- JSON, as the next.
    source text,
    calculation text,
    -- Next step and reason were written while the lead held inquiries of several people.
    shared ${boolean} not null default ${no},
    -- Which text about calls and messages stood beside the phone number; null where none did.
    phone_consent integer
  )`,
  // Its condition is literally that of its query, or it is not used.
  sql`create index contact_requests_about_several on contact_requests (id) where shared and (next_step is not null or closed_reason is not null)`,
  sql`create index contact_requests_by_date on contact_requests (spam, created_at, id)`,
  sql`create index contact_requests_by_email on contact_requests (email, created_at)`,
  // Partial, as the others by a column that is mostly null, which SQLite's planner takes for one value of all rows.
  sql`create index contact_requests_by_next_step on contact_requests (next_on) where next_on is not null`,
  sql`create index contact_requests_by_overflow on contact_requests (spam, overflow, created_at, id, mail_id)`,
  sql`create index contact_requests_by_owner on contact_requests (owner_id, created_at, id)`,
  sql`create index contact_requests_by_person on contact_requests (joined_to) where joined_to is not null`,
  sql`create index contact_requests_by_phone on contact_requests (phone_key) where phone_key is not null`,
  sql`create index contact_requests_by_referrer on contact_requests (referred_by, created_at)`,
  sql`create index contact_requests_by_status on contact_requests (spam, status, created_at, id)`,
  sql`create index contact_requests_by_waiting on contact_requests (waiting_since) where waiting_since is not null`,
  sql`create index leads_by_age on contact_requests (created_at)`,
  sql`create index leads_by_mail on contact_requests (mail_id) where mail_id is not null`,
  sql`create index leads_by_member on contact_requests (member_id) where member_id is not null`,

  sql`create table lead_notes (
    id ${id} primary key,
    lead_id ${id} not null references contact_requests (id) on delete cascade,
    -- The name at that moment: a note outlives its author's account.
    author_name text not null,
    text text not null,
    created_at ${timestamp} not null,
    author_id ${id} references users (id) on delete set null,
    bytes integer ${bytesOf('text')} ${stored},
    -- Written while the lead held inquiries of several people.
    shared ${boolean} not null default ${no}
  )`,
  sql`create index lead_notes_about_several on lead_notes (lead_id) where shared`,
  sql`create index lead_notes_by_lead on lead_notes (lead_id, created_at)`,
  sql`create index lead_notes_by_owner on lead_notes (author_id, bytes)`,

  sql`create table lead_events (
    id ${id} primary key,
    lead_id ${id} not null references contact_requests (id) on delete cascade,
    kind text not null,
    author_id ${id} references users (id) on delete set null,
    -- The name at that moment: an event outlives its author's account.
    author_name text not null,
    text text not null,
    -- JSON: what an undo has to restore.
    undo text,
    batch_id ${id},
    created_at ${timestamp} not null,
    -- Happened while the lead held inquiries of several people.
    shared ${boolean} not null default ${no}
  )`,
  sql`create index lead_events_about_several on lead_events (lead_id) where shared and kind not in ('merged', 'separated')`,
  sql`create index lead_events_by_author on lead_events (author_id)`,
  sql`create index lead_events_by_batch on lead_events (batch_id)`,
  sql`create index lead_events_by_lead on lead_events (lead_id, created_at, id)`,
  sql`create index lead_events_naming on lead_events (id) where kind in ('merged', 'wrote-again', 'separated')`,
  sql`create index lead_events_naming_members on lead_events (created_at, id) where kind in ('joined', 'owner')`,

  sql`create table lead_views (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    name text not null,
    query text not null,
    created_at ${timestamp} not null
  )`,
  sql`create index lead_views_by_user on lead_views (user_id, created_at)`,

  sql`create table lead_templates (
    id ${id} primary key,
    name text not null,
    subject text not null,
    text text not null,
    created_at ${timestamp} not null
  )`,

  // At most one row; without it the defaults of lead-settings.service.ts hold.
  sql`create table lead_settings (
    id integer primary key,
    replies ${boolean} not null,
    reply_subject text not null,
    reply_text text not null,
    alert_hours integer not null,
    opens_at integer not null,
    closes_at integer not null
  )`,

  sql`create table lead_digests (
    user_id ${id} primary key references users (id) on delete cascade,
    wanted ${boolean} not null,
    -- YYYY-MM-DD of the last digest.
    sent_on text
  )`,
];
