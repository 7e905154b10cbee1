import type { WebhookEvent, WebhookKind } from '../../../shared/webhooks/webhook-events.ts';
import type { Delivery } from '../../../shared/webhooks/webhooks.contract.ts';

export const eventLabels: Record<WebhookEvent, string> = {
  'lead.created': 'New lead',
  'lead.updated': 'A lead changed',
  'lead.joined': 'A lead joined',
  'member.activated': 'A member signed in for the first time',
  'closing.reported': 'A closing was reported',
  'closing.approved': 'A closing was approved',
  'closing.paid': 'A closing was paid',
};

export const deliveryEventLabel = (event: Delivery['event']): string =>
  event === 'webhook.test' ? 'Test' : eventLabels[event];

export const kindLabels: Record<WebhookKind, string> = {
  standard: 'Web address',
  'follow-up-boss': 'Follow Up Boss',
};

export const deliveryStateLabels: Record<Delivery['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

export const deliveryLabel = ({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): string =>
  state === 'waiting' && attempts > 0 ? 'Waiting to retry' : deliveryStateLabels[state];
