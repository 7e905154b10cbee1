import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

/** To each admin. */
export const goneWebhookMail = (to: { name: string; email: string }, brokerage: Brokerage): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: `A webhook was turned off at ${brokerage.name}`,
    opening: [
      'The other system says that it takes no more events, so we stopped sending them. What happens from now on is not sent there later.',
      `Turn it on again, or delete it: ${brokerage.baseUrl}/dashboard/admin/webhooks`,
    ],
    closing: ['You get this email because you are an admin.'],
  });
