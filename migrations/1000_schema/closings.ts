import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Closings. Amounts are cents; days are of Los Angeles, as YYYY-MM-DD. */
export const closings = ({ id, timestamp, boolean }: ColumnTypes) => [
  // One side of a transaction. The report, the decisions and the approval are JSON; columns hold the figures that lists
  // and sums need.
  sql`create table closings (
    id ${id} primary key,
    -- The sides of one deal share it.
    deal_id ${id} not null,
    -- Stays without an account: the law asks for the record.
    agent_id ${id} references users (id) on delete set null,
    agent_name text not null,
    property text not null,
    file_number text not null,
    kind text not null,
    price bigint not null,
    gross bigint not null,
    fees bigint not null,
    kept bigint not null,
    -- One side of a deal has the price of all.
    counts_price ${boolean} not null,
    entry text not null,
    decisions text not null,
    -- Of the approval: what it rests on never changes afterwards.
    schedule text,
    agreement text,
    settlement text,
    approved_at ${timestamp},
    approved_by ${id} references users (id) on delete set null,
    approver_name text,
    state text not null,
    since ${timestamp} not null,
    version integer not null,
    asked text not null,
    expected_on text,
    closed_on text,
    package text not null,
    package_at ${timestamp},
    promise_due text,
    promise_told text,
    funds_at ${timestamp},
    paid_on text,
    paid_at ${timestamp},
    payer_name text,
    method text not null,
    -- kept or broken, once paid.
    promise text,
    fell_at ${timestamp},
    fell_reason text not null,
    -- Of another system.
    reference text,
    reported_at ${timestamp} not null,
    -- The day from which it counts how long the record stays.
    keep_from text not null
  )`,
  sql`create index closings_by_age_of_agent on closings (agent_id, since, id)`,
  sql`create index closings_by_agent on closings (agent_id, reported_at, id)`,
  sql`create index closings_by_approver on closings (approved_by)`,
  sql`create index closings_by_deal on closings (deal_id)`,
  sql`create index closings_by_expected on closings (state, expected_on, id)`,
  sql`create index closings_by_payment_of_agent on closings (agent_id, paid_on)`,
  sql`create index closings_by_promise on closings (promise, since, id)`,
  sql`create index closings_by_record on closings (keep_from, id)`,
  sql`create unique index closings_by_reference on closings (reference)`,
  sql`create index closings_by_state on closings (state, since, id)`,
  // All that sums by month read.
  sql`create index closings_paid on closings (paid_on, kind, counts_price, price, fees, promise, package_at, paid_at) where paid_on is not null`,
  sql`create index closings_promised on closings (promise_due, id) where promise_due is not null and paid_on is null`,
  sql`create index closings_promised_by_age on closings (since, id) where promise_due is not null and paid_on is null`,
  // Holds what a search looks into: the rows are large.
  sql`create index closings_to_search on closings (since, id, kind, property, file_number)`,

  sql`create table closing_shares (
    id ${id} primary key,
    closing_id ${id} not null references closings (id) on delete cascade,
    user_id ${id} references users (id) on delete set null,
    user_name text not null,
    amount bigint not null,
    paid_on text,
    reported_at ${timestamp} not null
  )`,
  sql`create index closing_shares_by_closing on closing_shares (closing_id, user_id)`,
  sql`create index closing_shares_by_payment on closing_shares (user_id, paid_on)`,
  sql`create index closing_shares_by_user on closing_shares (user_id, reported_at, closing_id)`,

  // Only added to.
  sql`create table closing_events (
    id ${id} primary key,
    closing_id ${id} not null references closings (id) on delete cascade,
    kind text not null,
    actor_id ${id} references users (id) on delete set null,
    actor_name text not null,
    text text not null,
    created_at ${timestamp} not null
  )`,
  sql`create index closing_events_by_actor on closing_events (actor_id)`,
  sql`create index closing_events_by_closing on closing_events (closing_id, created_at, id)`,

  // Entries that change a payment; only added to.
  sql`create table closing_corrections (
    id ${id} primary key,
    closing_id ${id} not null references closings (id) on delete cascade,
    agent_id ${id} references users (id) on delete set null,
    on_day text not null,
    reason text not null,
    price bigint not null,
    gross bigint not null,
    fees bigint not null,
    kept bigint not null,
    actor_name text not null,
    created_at ${timestamp} not null
  )`,
  sql`create index closing_corrections_by_agent on closing_corrections (agent_id, on_day)`,
  sql`create index closing_corrections_by_closing on closing_corrections (closing_id, created_at, id)`,
  sql`create index closing_corrections_by_day on closing_corrections (on_day)`,

  // Letters, invoices and notices, numbered without gaps; made with the approval, drawn right after it.
  sql`create table closing_letters (
    number integer primary key,
    closing_id ${id} not null references closings (id) on delete cascade,
    kind text not null,
    -- What it says.
    content text not null,
    maker_name text not null,
    sent_at ${timestamp},
    withdrawn_at ${timestamp},
    withdrawn_reason text not null,
    withdrawn_by integer,
    withdraws integer,
    document_id ${id} references documents (id),
    sha256 text,
    created_at ${timestamp} not null
  )`,
  sql`create index closing_letters_by_closing on closing_letters (closing_id, number)`,
  sql`create index closing_letters_by_document on closing_letters (document_id)`,
  // A closing has one letter that stands.
  sql`create unique index closing_letters_standing on closing_letters (closing_id) where withdrawn_at is null and kind != 'notice'`,

  // Fees that stay due after a closing fell through.
  sql`create table closing_charges (
    id ${id} primary key,
    user_id ${id} references users (id) on delete set null,
    closing_id ${id} not null references closings (id) on delete cascade,
    label text not null,
    amount bigint not null,
    reason text not null,
    -- The approved closing from which it is kept.
    taken_by ${id} references closings (id) on delete set null,
    created_at ${timestamp} not null
  )`,
  sql`create index closing_charges_by_closing on closing_charges (closing_id)`,
  sql`create index closing_charges_by_taker on closing_charges (taken_by)`,
  sql`create index closing_charges_by_user on closing_charges (user_id, created_at)`,

  sql`create table closing_drafts (
    user_id ${id} primary key references users (id) on delete cascade,
    form text not null,
    saved_at ${timestamp} not null
  )`,

  sql`create table closing_settings (
    id integer primary key,
    approvers text not null,
    broker text not null,
    promise_days integer not null,
    cut_off integer not null,
    package text not null,
    keep_years integer not null,
    -- The number of the last letter; its row orders who makes the next.
    letters integer not null
  )`,
];
