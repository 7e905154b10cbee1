import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { WebhookPayload } from '../../../shared/webhooks/webhooks.contract.ts';

/** Where Follow Up Boss takes events (https://docs.followupboss.com/reference/events-post). */
export const followUpBossUrl = 'https://api.followupboss.com/v1/events';

/** As Follow Up Boss names what a person did. */
const types = {
  'lead.created': 'General Inquiry',
  'lead.updated': 'General Inquiry',
  'lead.joined': 'Registration',
  // By the test button: visits trigger no action plan.
  'webhook.test': 'Visited Website',
} as const;

/** The event as Follow Up Boss takes it. */
export function toFollowUpBoss(payload: WebhookPayload, { name, baseUrl }: Brokerage): string {
  const event = { source: new URL(baseUrl).hostname, system: name, occurredAt: payload.timestamp };
  switch (payload.type) {
    case 'member.activated':
      throw new Error('Follow Up Boss is not sent members');
    case 'closing.reported':
    case 'closing.approved':
    case 'closing.paid':
      throw new Error('Follow Up Boss is not sent closings');
    case 'webhook.test':
      return JSON.stringify({
        ...event,
        type: types[payload.type],
        message: payload.data.text,
        person: { firstName: 'Test', lastName: 'Webhook', emails: [{ value: 'webhook-test@example.com' }] },
      });
    default: {
      const {
        _id,
        firstName,
        lastName,
        email,
        phone,
        brokerage,
        license,
        dealsPerYear,
        calculation,
        message,
      } = payload.data;
      const said = [
        message,
        calculation?.text,
        brokerage && `Current brokerage: ${brokerage}`,
        license && `License: ${license}`,
        dealsPerYear !== null && `Deals per year: ${dealsPerYear}`,
      ];
      return JSON.stringify({
        ...event,
        type: types[payload.type],
        message: said.filter(Boolean).join('\n'),
        person: {
          firstName,
          lastName,
          emails: [{ value: email }],
          phones: [{ value: phone }],
          sourceUrl: `${baseUrl}/dashboard/leads/${_id}`,
        },
      });
    }
  }
}

/** The key is the user name of HTTP Basic; the password stays empty. */
export const followUpBossHeaders = (key: string, { name }: Brokerage): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  // Header values are Latin-1.
  'x-system': name.normalize('NFKD').replaceAll(/[^ -~]/g, ''),
});
