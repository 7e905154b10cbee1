import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Mails, limits, jobs and what the server itself has to remember. */
export const operation = ({ id, timestamp, boolean, no }: ColumnTypes) => [
  sql`create table mails (
    id ${id} primary key,
    recipient text not null,
    reply_to text,
    subject text not null,
    text text not null,
    html text,
    state text not null,
    attempts integer not null,
    first_attempt_at ${timestamp},
    next_attempt_at ${timestamp} not null,
    last_error text,
    created_at ${timestamp} not null,
    sent_at ${timestamp},
    user_id ${id} references users (id) on delete cascade,
    link text,
    sealed_letter text,
    -- Sent only while its user is an active admin.
    for_admins ${boolean} not null default ${no}
  )`,
  sql`create index mails_by_date on mails (created_at, id)`,
  sql`create index mails_by_state on mails (state, created_at, id)`,
  sql`create index mails_by_turn on mails (state, next_attempt_at)`,
  sql`create index mails_by_user on mails (user_id)`,
  sql`create index mails_with_open_links on mails (user_id) where link is not null and state <> 'sent'`,

  // At most one row of each kind; without it, and with nulls, the text of default-mail-texts.ts holds.
  sql`create table mail_texts (
    kind text primary key,
    subject text,
    text text,
    button text,
    version bigint not null,
    changed_at ${timestamp} not null
  )`,

  sql`create table rate_limits (
    key text primary key,
    hits integer not null,
    resets_at ${timestamp} not null
  )`,
  sql`create index rate_limits_by_reset on rate_limits (resets_at)`,

  // Rows for acquireLock; see db/locks.ts.
  sql`create table locks (
    name text primary key
  )`,

  sql`create table jobs (
    name text primary key,
    started_at ${timestamp} not null,
    succeeded_at ${timestamp}
  )`,

  sql`create table secrets (
    name text primary key,
    value text not null
  )`,

  sql`create table sealing_key (
    -- One row: 'check'.
    name text primary key,
    sealed text not null
  )`,

  sql`create table backups (
    id ${id} primary key,
    file text not null,
    bytes bigint,
    started_at ${timestamp} not null,
    finished_at ${timestamp},
    -- When a drill restored it and found every row.
    checked_at ${timestamp},
    error text
  )`,

  sql`create table imported_ids (
    id ${id} primary key,
    -- Of an account that was here before with the same email address.
    became ${id} references users (id) on delete set null
  )`,
  // The foreign key needs it, or each delete scans the table.
  sql`create index imported_ids_by_account on imported_ids (became) where became is not null`,

  sql`create table idempotency_keys (
    id text primary key,
    user_id ${id} references users (id) on delete cascade,
    call text not null,
    fingerprint text not null,
    answer text,
    created_at ${timestamp} not null
  )`,
  sql`create index idempotency_keys_by_date on idempotency_keys (created_at)`,
  sql`create index idempotency_keys_by_user on idempotency_keys (user_id, created_at)`,

  sql`create table bulk_invitations (
    id ${id} primary key,
    created_by ${id} references users (id) on delete set null,
    file text not null,
    created_at ${timestamp} not null,
    finished_at ${timestamp}
  )`,
  sql`create index bulk_invitations_by_user on bulk_invitations (created_by)`,

  sql`create table bulk_invitation_rows (
    list_id ${id} not null references bulk_invitations (id) on delete cascade,
    line integer not null,
    name text not null,
    email text not null,
    result text not null,
    reason text not null,
    user_id ${id} references users (id) on delete cascade,
    mail_id ${id} references mails (id) on delete set null,
    constraint bulk_invitation_rows_key primary key (list_id, line)
  )`,
  sql`create index bulk_invitation_rows_by_mail on bulk_invitation_rows (mail_id)`,
  // Foreign keys need these, or each delete scans the table.
  sql`create index bulk_invitation_rows_by_user on bulk_invitation_rows (user_id)`,
  sql`create index bulk_invitation_rows_waiting on bulk_invitation_rows (list_id, line) where result = 'waiting'`,
];
