import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import {
  id,
  idParams,
  idPattern,
  message,
  person,
  requiredLine,
  requiredName,
  timestamp,
  webAddress,
} from '../fields.ts';
import { lead } from '../leads/leads.contract.ts';
import { pageQuery } from '../paging.ts';
import { deliveryStates, testEvent, webhookEvents, webhookKinds } from './webhook-events.ts';

const event = z.enum(webhookEvents, 'Event is not known');
const kind = z.enum(webhookKinds, 'Kind is not known');

const webhook = z
  .strictObject({
    _id: id,
    kind,
    name: z.string(),
    url: z.string(),
    events: z.array(event),
    enabled: z.boolean(),
    /** Why the server disabled it, such as that its maker is no longer an admin; null if it is enabled or an admin disabled it. */
    disabledReason: z.string().nullable(),
    waiting: z.int(),
    failed: z.int(),
    /** The admin who added it or last turned it on; null when their account is gone. */
    by: person.nullable(),
    created: timestamp,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhook>;

/** The only answer that ever has the secret; null for Follow Up Boss, whose key the admin has. */
const webhookWithSecret = z
  .strictObject({ webhook, secret: z.string().nullable() })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.output<typeof webhookWithSecret>;

const delivery = z
  .strictObject({
    /** Sent as webhook-id, the same in each attempt and replay. */
    _id: id,
    event: z.enum([...webhookEvents, testEvent]),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    /** Status of the last answer. */
    status: z.int().nullable(),
    error: z.string().nullable(),
    date: timestamp,
    nextAttempt: timestamp.nullable(),
    delivered: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.output<typeof delivery>;

/** `data` of member.activated, as a receiver gets it. */
const activatedMember = z.strictObject({
  _id: id,
  name: z.string(),
  email: z.string(),
  activated: timestamp,
});

/** `data` of closing events, as a receiver gets it. It has no clients: their names are not known here. */
export const closingInEvent = z.strictObject({
  _id: id,
  agent: person,
  property: z.string(),
  kind: z.string(),
  /** In cents, as all amounts. */
  price: z.int(),
  gross: z.int(),
  fees: z.int(),
  kept: z.int(),
  state: z.string(),
  reported: timestamp,
  approved: timestamp.nullable(),
  paidOn: z.iso.date().nullable(),
});

/** The body of a request to a receiver. */
export const webhookPayload = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['lead.created', 'lead.updated', 'lead.joined']),
    timestamp,
    data: lead,
  }),
  z.strictObject({ type: z.literal('member.activated'), timestamp, data: activatedMember }),
  z.strictObject({
    type: z.enum(['closing.reported', 'closing.approved', 'closing.paid']),
    timestamp,
    data: closingInEvent,
  }),
  z.strictObject({ type: z.literal(testEvent), timestamp, data: z.strictObject({ text: z.string() }) }),
]);
export type WebhookPayload = z.output<typeof webhookPayload>;

const fields = {
  name: requiredName('Name', maxLengths.webhook.name),
  events: z.array(event, 'Events must be a list').min(1, 'Choose at least one event'),
};
const url = webAddress('URL');
const key = requiredLine('API key', maxLengths.webhook.key);

/** A standard one needs `url`, Follow Up Boss `key`. */
const webhookFields = z
  .object({ ...fields, kind, url: url.optional(), key: key.optional() })
  .meta({ id: 'WebhookFields' });
export type WebhookFields = z.output<typeof webhookFields>;

const webhookChanges = z
  .object({
    ...fields,
    url,
    key,
    enabled: z.boolean('Enabled must be true or false'),
    /** As the screen had it. */
    seen: z.object({ name: z.string(), url: z.string(), events: z.array(event), enabled: z.boolean() }),
  })
  .partial()
  .meta({ id: 'WebhookChanges' });
export type WebhookChanges = z.output<typeof webhookChanges>;

const params = idParams('Webhook');

export const webhooksContract = {
  'GET /api/webhooks': {
    summary: 'The systems that are sent events, by name',
    access: 'admin',
    confirm: 'needed',
    // The address may hold a key.
    secret: true,
    response: z.array(webhook),
  },
  'POST /api/webhooks': {
    summary:
      'Send events to another system: by Standard Webhooks to an address, or to Follow Up Boss. Only this answer shows the secret for checking signatures',
    access: 'admin',
    confirm: 'needed',
    limit: 'webhook',
    body: webhookFields,
    response: webhookWithSecret,
  },
  'GET /api/webhooks/:id': {
    summary: 'One of the systems that are sent events',
    access: 'admin',
    confirm: 'needed',
    // The address may hold a key.
    secret: true,
    params,
    response: webhook,
  },
  'PATCH /api/webhooks/:id': {
    summary:
      'Change name, events, address (of a standard webhook) or API key (of Follow Up Boss), or turn it off and on again; events from while it is off are not sent. 412 when it is no longer as `seen`',
    access: 'admin',
    confirm: 'needed',
    limit: 'webhook',
    params,
    body: webhookChanges,
    response: webhook,
  },
  'DELETE /api/webhooks/:id': {
    summary: 'Stop sending events to a system, and delete its log',
    access: 'admin',
    confirm: 'needed',
    limit: 'webhook',
    params,
    response: message,
  },
  'POST /api/webhooks/:id/secret': {
    summary:
      'Replace the secret of a standard webhook; for a day requests are signed by the former one, too. Only this answer shows the new one',
    access: 'admin',
    confirm: 'needed',
    limit: 'webhook',
    params,
    response: webhookWithSecret,
  },
  'POST /api/webhooks/:id/test': {
    summary: 'Send a test event now, once, and return how it went',
    access: 'admin',
    confirm: { none: 'A made-up event to where events go anyway' },
    scope: null,
    limit: 'webhook',
    params,
    response: delivery,
  },
  'GET /api/webhooks/:id/deliveries': {
    summary: 'Deliveries to a system in the last 30 days, sent or waiting, newest first',
    access: 'admin',
    confirm: { none: 'The time and result of deliveries, not their content' },
    scope: null,
    params,
    query: pageQuery({ default: 50, max: 200 }).extend({
      state: z.enum(deliveryStates, 'State is not known').optional(),
    }),
    response: z.array(delivery),
  },
  'POST /api/webhooks/:id/deliveries/:delivery/replay': {
    summary: 'Send an event again, under the same id and with another day of retries',
    access: 'admin',
    confirm: { none: 'The same event to where events go anyway' },
    scope: null,
    limit: 'webhook',
    params: params.extend({ delivery: z.string().regex(idPattern, 'Delivery not found') }),
    response: delivery,
  },
} satisfies Contract;
