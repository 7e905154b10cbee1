import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Agreements as they are published and signed, and the applications of those who join by them. */
export const joining = ({ id, timestamp, boolean }: ColumnTypes) => [
  sql`create table agreement_settings (
    -- Always 1.
    id integer primary key,
    -- As it will be published next.
    text text not null,
    saved_by ${id} references users (id) on delete set null,
    saved_by_name text not null,
    saved_at ${timestamp},
    remind_first integer not null,
    remind_second integer not null,
    keep_years integer not null
  )`,
  sql`create index agreement_settings_by_saver on agreement_settings (saved_by)`,

  // Only added to.
  sql`create table agreement_versions (
    id ${id} primary key,
    number integer not null unique,
    text text not null,
    note text not null,
    -- Whether a paragraph of it is a sample.
    sample ${boolean} not null,
    published_by ${id} references users (id) on delete set null,
    published_by_name text not null,
    published_at ${timestamp} not null
  )`,
  sql`create index agreement_versions_by_publisher on agreement_versions (published_by)`,

  sql`create table agreement_signers (
    user_id ${id} primary key references users (id) on delete cascade,
    position integer not null,
    name text not null,
    capacity text not null,
    license text not null,
    -- A day, as YYYY-MM-DD.
    since_on text not null
  )`,

  sql`create table agreements (
    id ${id} primary key,
    user_id ${id} references users (id) on delete set null,
    name text not null,
    license text not null,
    email text not null,
    state text not null,
    version integer not null references agreement_versions (number),
    -- Of the schedule in fees.ts.
    fees integer not null,
    -- All that its PDF is made of but the text, as JSON.
    basis text not null,
    consent integer not null,
    signed_at ${timestamp} not null,
    signed_name text not null,
    signed_address text not null,
    signed_device text not null,
    document_id ${id} not null references documents (id),
    sha256 text not null,
    -- Of the security log's event, and the proof of the same by the key.
    signed_event integer not null,
    signed_proof text not null,
    countersigned_at ${timestamp},
    countersigned_by ${id} references users (id) on delete set null,
    signer_name text not null,
    signer_capacity text,
    signer_license text not null,
    signer_address text not null,
    signer_device text not null,
    final_document_id ${id} references documents (id),
    final_sha256 text,
    final_event integer,
    final_proof text,
    -- A day in Los Angeles, as YYYY-MM-DD: from then on counts how long it stays.
    ended_on text,
    ended_reason text not null
  )`,
  sql`create index agreements_by_date on agreements (signed_at, id)`,
  sql`create index agreements_by_document on agreements (document_id)`,
  sql`create index agreements_by_email on agreements (email)`,
  sql`create index agreements_by_end on agreements (ended_on, id)`,
  sql`create index agreements_by_final_document on agreements (final_document_id)`,
  sql`create index agreements_by_final_hash on agreements (final_sha256)`,
  sql`create index agreements_by_hash on agreements (sha256)`,
  sql`create index agreements_by_signer on agreements (countersigned_by)`,
  sql`create index agreements_by_state on agreements (state, signed_at, id)`,
  sql`create index agreements_by_user on agreements (user_id, state)`,
  sql`create index agreements_by_version on agreements (version, state)`,
  // One in force for each member, even when several are signed at once.
  sql`create unique index agreements_in_force on agreements (user_id) where state = 'in-force'`,

  sql`create table applications (
    id ${id} primary key,
    lead_id ${id} not null unique references contact_requests (id) on delete cascade,
    email text not null,
    state text not null,
    -- Which of the links that were ever sent counts: the token is made of it and the key.
    link integer not null,
    token_hash text unique,
    expires_at ${timestamp},
    invited_at ${timestamp} not null,
    invited_by ${id} references users (id) on delete set null,
    invited_by_name text not null,
    reminded integer not null,
    answers text not null,
    terms text,
    -- What was shown to be signed, and what it was made of.
    document_id ${id} references documents (id),
    sha256 text,
    basis text,
    code_mark text,
    code_expires_at ${timestamp},
    code_tries integer not null,
    codes_sent integer not null,
    agreement_id ${id} references agreements (id) on delete set null,
    question text not null,
    reply text not null,
    reason text not null,
    license_finding text,
    license_note text not null,
    license_checked_at ${timestamp},
    license_checked_by text not null,
    changed_at ${timestamp} not null
  )`,
  sql`create index applications_by_agreement on applications (agreement_id)`,
  sql`create index applications_by_change on applications (changed_at, id)`,
  sql`create index applications_by_document on applications (document_id)`,
  sql`create index applications_by_email on applications (email)`,
  sql`create index applications_by_inviter on applications (invited_by)`,
  sql`create index applications_by_reminders on applications (reminded, invited_at, id)`,
  sql`create index applications_by_state on applications (state, changed_at, id)`,

  sql`create table application_events (
    id ${id} primary key,
    application_id ${id} not null references applications (id) on delete cascade,
    kind text not null,
    -- Null for the applicant.
    by_id ${id} references users (id) on delete set null,
    by_name text not null,
    text text not null,
    address text not null,
    device text not null,
    created_at ${timestamp} not null
  )`,
  sql`create index application_events_by_application on application_events (application_id, id)`,
  sql`create index application_events_by_author on application_events (by_id)`,

  // Letters with its link: those that wait go with it.
  sql`create table application_mails (
    mail_id ${id} primary key references mails (id) on delete cascade,
    application_id ${id} not null references applications (id) on delete cascade
  )`,
  sql`create index application_mails_by_application on application_mails (application_id)`,

  sql`create table agreement_asks (
    user_id ${id} primary key references users (id) on delete cascade,
    version integer not null references agreement_versions (number),
    note text not null,
    due_on text not null,
    asked_at ${timestamp} not null,
    reminded_at ${timestamp},
    -- What was shown to be signed, and what it was made of.
    document_id ${id} references documents (id),
    sha256 text,
    basis text,
    agreement_id ${id} references agreements (id) on delete set null
  )`,
  sql`create index agreement_asks_by_agreement on agreement_asks (agreement_id)`,
  sql`create index agreement_asks_by_document on agreement_asks (document_id)`,
  sql`create index agreement_asks_by_due on agreement_asks (due_on, user_id)`,
  sql`create index agreement_asks_by_version on agreement_asks (version)`,

  // PDFs that were shown for signing. Those without a reference are dropped.
  sql`create table agreement_drafts (
    document_id ${id} primary key references documents (id),
    created_at ${timestamp} not null
  )`,
  sql`create index agreement_drafts_by_date on agreement_drafts (created_at)`,
];
