import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

export const exportReadyMail = (to: { name: string; email: string }, brokerage: Brokerage): Mail =>
  toMail(
    {
      to,
      subject: `Your data export from ${brokerage.name} is ready`,
      opening: ['The export you asked for is ready. You can download it for 7 days.'],
      action: { label: 'Open account settings', url: `${brokerage.baseUrl}/account-settings` },
      closing: ["If you didn't ask for it, change your password and contact us."],
    },
    brokerage,
  );
