import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** The logs, and people's privacy requests. */
export const records = ({ id, timestamp }: ColumnTypes) => [
  // No foreign keys: the log outlives its users and objects.
  sql`create table audit_log (
    id ${id} primary key,
    actor_id ${id},
    actor_name text not null,
    action text not null,
    object_id text not null,
    object_name text not null,
    details text not null,
    created_at ${timestamp} not null
  )`,
  sql`create index audit_log_by_action on audit_log (action, created_at, id)`,
  sql`create index audit_log_by_actor on audit_log (actor_id, created_at, id)`,
  sql`create index audit_log_by_date on audit_log (created_at, id)`,
  sql`create index audit_log_by_object on audit_log (object_id)`,

  // No foreign key and no name: the log outlives its users without naming them.
  sql`create table security_log (
    number integer primary key,
    id ${id} not null unique,
    event text not null,
    detail text not null,
    user_id ${id},
    address text not null,
    device text not null,
    request_id text not null,
    created_at ${timestamp} not null,
    hash text not null,
    -- By the sealing key: who has the database alone cannot make it.
    proof text
  )`,
  sql`create index security_log_by_address on security_log (address, created_at, id)`,
  sql`create index security_log_by_date on security_log (created_at, id)`,
  sql`create index security_log_by_event on security_log (event, created_at, id)`,
  sql`create index security_log_by_user on security_log (user_id, created_at, id)`,

  sql`create table privacy_requests (
    id ${id} primary key,
    kind text not null,
    name text not null,
    email text not null,
    details text not null,
    user_id ${id} references users (id) on delete set null,
    token_hash text unique,
    verified_at ${timestamp},
    verified_how text,
    received_at ${timestamp} not null,
    acknowledge_by ${timestamp} not null,
    acknowledged_at ${timestamp},
    due_at ${timestamp} not null,
    extension text,
    closed_at ${timestamp},
    outcome text,
    answer text,
    warned_at ${timestamp},
    -- Null: the form of the site, or a member's account.
    came_by text,
    -- Null: when it was received. A link is sent later for what the office enters.
    link_sent_at ${timestamp}
  )`,
  sql`create index privacy_requests_by_date on privacy_requests (received_at, id)`,
  sql`create index privacy_requests_by_user on privacy_requests (user_id)`,
  sql`create index privacy_requests_open on privacy_requests (due_at) where closed_at is null`,

  sql`create table legal_holds (
    id ${id} primary key,
    email text not null unique,
    reason text not null,
    review_on text not null,
    placed_by ${id} references users (id) on delete set null,
    placed_at ${timestamp} not null,
    reminded_at ${timestamp}
  )`,
  sql`create index legal_holds_by_admin on legal_holds (placed_by)`,

  sql`create table tombstones (
    id ${id} primary key,
    kind text not null,
    email_hash text,
    erased_at ${timestamp} not null,
    finished_at ${timestamp}
  )`,
  sql`create index tombstones_by_date on tombstones (erased_at, id)`,
  sql`create index tombstones_open on tombstones (id) where finished_at is null`,

  sql`create table exports (
    id ${id} primary key,
    requested_by ${id} not null references users (id) on delete cascade,
    email text not null,
    state text not null,
    rows_total bigint not null,
    rows_done bigint not null,
    bytes bigint not null,
    claimed_at ${timestamp},
    created_at ${timestamp} not null,
    finished_at ${timestamp}
  )`,
  sql`create index exports_by_age on exports (created_at)`,
  sql`create index exports_by_requester on exports (requested_by, id)`,

  sql`create table export_parts (
    export_id ${id} not null references exports (id) on delete cascade,
    number bigint not null,
    bytes text not null,
    constraint export_parts_key primary key (export_id, number)
  )`,
];
