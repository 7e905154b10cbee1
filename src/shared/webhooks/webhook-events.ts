/** The events that other systems can subscribe to. */
export const webhookEvents = [
  'lead.created',
  'lead.updated',
  'lead.joined',
  'member.activated',
  'closing.reported',
  'closing.approved',
  'closing.paid',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent only by the test button. */
export const testEvent = 'webhook.test';

export const webhookKinds = ['standard', 'follow-up-boss'] as const;
export type WebhookKind = (typeof webhookKinds)[number];

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Follow Up Boss has contacts, not members. */
export const eventsOfKind: Record<WebhookKind, readonly WebhookEvent[]> = {
  standard: webhookEvents,
  'follow-up-boss': ['lead.created', 'lead.updated', 'lead.joined'],
};

/** Why a webhook is off when its maker lost their rights; turned on by another admin, it is theirs. */
export const makerLeftReason = 'The person who added it is no longer an admin';
