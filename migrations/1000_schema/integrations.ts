import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Webhooks and API tokens. */
export const integrations = ({ id, timestamp }: ColumnTypes) => [
  sql`create table webhooks (
    id ${id} primary key,
    kind text not null,
    name text not null,
    url text not null,
    events text not null,
    secret text not null,
    former_secret text,
    former_until ${timestamp},
    disabled_at ${timestamp},
    disabled_reason text,
    paused_until ${timestamp},
    created_at ${timestamp} not null
  )`,

  // With whose rights a webhook ends.
  sql`create table webhook_makers (
    webhook_id ${id} primary key references webhooks (id) on delete cascade,
    user_id ${id} not null references users (id) on delete cascade
  )`,
  sql`create index webhook_makers_by_user on webhook_makers (user_id)`,

  sql`create table webhook_deliveries (
    id ${id} primary key,
    webhook_id ${id} not null references webhooks (id) on delete cascade,
    event text not null,
    lead_id ${id} references contact_requests (id) on delete cascade,
    user_id ${id} references users (id) on delete cascade,
    payload text not null,
    state text not null,
    attempts integer not null,
    first_attempt_at ${timestamp},
    next_attempt_at ${timestamp} not null,
    last_status integer,
    last_error text,
    created_at ${timestamp} not null,
    delivered_at ${timestamp}
  )`,
  sql`create index webhook_deliveries_by_age on webhook_deliveries (created_at)`,
  sql`create index webhook_deliveries_by_date on webhook_deliveries (webhook_id, created_at, id)`,
  sql`create index webhook_deliveries_by_lead on webhook_deliveries (lead_id)`,
  sql`create index webhook_deliveries_by_turn on webhook_deliveries (webhook_id, state, next_attempt_at)`,
  sql`create index webhook_deliveries_by_user on webhook_deliveries (user_id)`,

  sql`create table api_tokens (
    id ${id} primary key,
    name text not null,
    token_hash text not null unique,
    scopes text not null,
    created_by ${id} not null references users (id) on delete cascade,
    created_at ${timestamp} not null,
    expires_at ${timestamp} not null,
    last_used_at ${timestamp}
  )`,
  sql`create index api_tokens_by_creator on api_tokens (created_by)`,
];
