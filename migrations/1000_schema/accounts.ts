import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Members and staff, how they sign in, and the devices that they are known by. */
export const accounts = ({ id, timestamp, boolean, no }: ColumnTypes) => [
  sql`create table users (
    id ${id} primary key,
    name text not null,
    email text not null,
    password_hash text,
    admin ${boolean} not null,
    suspended_at ${timestamp},
    last_sign_in_at ${timestamp},
    created_at ${timestamp} not null,
    -- Confirmed being 18 or older; null for users without an invitation.
    adult_confirmed_at ${timestamp},
    avatar_url text,
    -- Of an account from another system, whose id is derived from the old one.
    imported_at ${timestamp},
    -- Read with every call, so it is a column and not a look into the tables below.
    second_factor ${boolean} not null default ${no},
    -- In a row.
    failed_sign_ins integer not null default 0,
    -- The version of the privacy policy.
    policy_accepted text,
    -- At least those of the member's posts and comments; null until they are first added up (reserveFeedStorage).
    feed_bytes bigint,
    -- When a link mailed to the present address was used.
    email_proven_at ${timestamp},
    -- The right "closings".
    coordinator ${boolean} not null default ${no},
    constraint users_email_unique unique (email)
  )`,
  sql`create index users_by_date on users (created_at, id)`,
  sql`create index users_by_last_use on users ((coalesce(last_sign_in_at, imported_at, created_at)))`,
  sql`create index users_with_imported_password on users (id) where substr(password_hash, 1, 2) = '$2'`,

  sql`create table known_devices (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    token_hash text not null,
    user_agent text not null,
    address text not null,
    created_at ${timestamp} not null,
    last_used_at ${timestamp} not null,
    -- Counted apart, so that strangers cannot keep its owner out.
    failed_sign_ins integer not null default 0,
    -- Several users may share one browser.
    constraint known_devices_unique unique (token_hash, user_id)
  )`,
  sql`create index known_devices_by_last_use on known_devices (last_used_at)`,
  sql`create index known_devices_by_user on known_devices (user_id, last_used_at)`,

  sql`create table sessions (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    token_hash text not null,
    user_agent text not null,
    address text not null,
    created_at ${timestamp} not null,
    last_used_at ${timestamp} not null,
    device_id ${id} references known_devices (id) on delete set null,
    -- Where in PostgreSQL's log the last change of a session ends; only with DATABASE_READ_URL.
    last_write text,
    -- When it last proved a second factor.
    factor_proven_at ${timestamp},
    constraint sessions_token_hash_unique unique (token_hash)
  )`,
  sql`create index sessions_by_age on sessions (created_at)`,
  sql`create index sessions_by_device on sessions (device_id)`,
  sql`create index sessions_by_last_use on sessions (last_used_at)`,
  sql`create index sessions_by_user on sessions (user_id, last_used_at)`,

  sql`create table setup_links (
    token_hash text primary key,
    expires_at ${timestamp} not null
  )`,

  sql`create table password_links (
    token_hash text primary key,
    user_id ${id} not null references users (id) on delete cascade,
    kind text not null,
    expires_at ${timestamp} not null,
    -- The address that it was mailed to, as long as nobody else has seen it.
    mailed_to text
  )`,
  sql`create index password_links_by_expiry on password_links (expires_at)`,
  sql`create index password_links_by_user on password_links (user_id)`,

  sql`create table totp_factors (
    user_id ${id} primary key references users (id) on delete cascade,
    sealed_secret text not null,
    last_step integer,
    created_at ${timestamp} not null,
    enabled_at ${timestamp}
  )`,

  sql`create table passkeys (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    name text not null,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    created_at ${timestamp} not null,
    last_used_at ${timestamp}
  )`,
  sql`create index passkeys_by_user on passkeys (user_id)`,

  sql`create table recovery_codes (
    code_hash text primary key,
    user_id ${id} not null references users (id) on delete cascade
  )`,
  sql`create index recovery_codes_by_user on recovery_codes (user_id)`,

  sql`create table passkey_challenges (
    challenge text primary key,
    -- The user who adds a passkey with it; null for proving one.
    user_id ${id} references users (id) on delete cascade,
    expires_at ${timestamp} not null
  )`,
  sql`create index passkey_challenges_by_user on passkey_challenges (user_id)`,

  sql`create table sign_in_tickets (
    token_hash text primary key,
    user_id ${id} not null references users (id) on delete cascade,
    tries integer not null,
    expires_at ${timestamp} not null
  )`,
  sql`create index sign_in_tickets_by_user on sign_in_tickets (user_id)`,
];
