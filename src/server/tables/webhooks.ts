import type {
  DeliveryState,
  testEvent,
  WebhookEvent,
  WebhookKind,
} from '../../shared/webhooks/webhook-events.ts';
import { derived, derivedOfPerson, fact, open, type RulesOf, secret } from './rules.ts';

export interface WebhookTables {
  webhooks: WebhookRow;
  /** The admin who added each, or last turned it on; no row when they have gone. */
  webhook_makers: { webhook_id: string; user_id: string };
  webhook_deliveries: WebhookDeliveryRow;
}

/** Another system that is sent events. */
export interface WebhookRow {
  id: string;
  kind: WebhookKind;
  name: string;
  url: string;
  /** JSON list. */
  events: string;
  /** Key for signatures, or the API key; sealed for 'webhook:<id>'. */
  secret: string;
  former_secret: string | null;
  /** Until when signatures are made by the former one, too. */
  former_until: string | null;
  disabled_at: string | null;
  /** Null when an admin did it. */
  disabled_reason: string | null;
  /** The receiver asked for no requests until then. */
  paused_until: string | null;
  created_at: string;
}

export const webhookColumns = [
  'id',
  'kind',
  'name',
  'url',
  'events',
  'secret',
  'former_secret',
  'former_until',
  'disabled_at',
  'disabled_reason',
  'paused_until',
  'created_at',
] as const satisfies (keyof WebhookRow)[];

export interface WebhookDeliveryRow {
  id: string;
  webhook_id: string;
  event: WebhookEvent | typeof testEvent;
  lead_id: string | null;
  user_id: string | null;
  /** JSON, as `webhookPayload` of webhooks.contract.ts. */
  payload: string;
  state: DeliveryState;
  attempts: number;
  /** Null after a replay: the day of retries begins again. */
  first_attempt_at: string | null;
  /** While an attempt runs, the end of its claim. */
  next_attempt_at: string;
  last_status: number | null;
  last_error: string | null;
  created_at: string;
  delivered_at: string | null;
}

export const webhookDeliveryColumns = [
  'id',
  'webhook_id',
  'event',
  'lead_id',
  'user_id',
  'payload',
  'state',
  'attempts',
  'first_attempt_at',
  'next_attempt_at',
  'last_status',
  'last_error',
  'created_at',
  'delivered_at',
] as const satisfies (keyof WebhookDeliveryRow)[];

export const webhookRules: RulesOf<WebhookTables> = {
  webhooks: {
    holds: 'other systems that are sent events',
    person: {},
    columns: {
      id: derived,
      kind: open,
      name: open,
      url: open,
      events: open,
      secret: { ...secret, erased: 'stays' },
      former_secret: { ...secret, erased: 'stays' },
      former_until: derived,
      disabled_at: derived,
      disabled_reason: derived,
      paused_until: derived,
      created_at: derived,
    },
  },
  webhook_makers: {
    holds: 'who added which of these systems',
    category: 'account',
    person: { user_id: 'user' },
    columns: { webhook_id: fact, user_id: fact },
  },
  webhook_deliveries: {
    holds: 'what was sent to other systems in the last 30 days',
    category: 'contact',
    person: { lead_id: 'lead', user_id: 'user' },
    columns: {
      id: derivedOfPerson,
      webhook_id: derivedOfPerson,
      event: derivedOfPerson,
      lead_id: derivedOfPerson,
      user_id: derivedOfPerson,
      payload: derivedOfPerson,
      state: derivedOfPerson,
      attempts: derivedOfPerson,
      first_attempt_at: derivedOfPerson,
      next_attempt_at: derivedOfPerson,
      last_status: derivedOfPerson,
      last_error: derivedOfPerson,
      created_at: derivedOfPerson,
      delivered_at: derivedOfPerson,
    },
  },
};
