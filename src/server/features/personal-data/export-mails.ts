import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { mailIn } from '../mail-texts/render-mail-text.ts';

export const exportReadyMail = (to: { name: string; email: string }, brokerage: Brokerage): Mail =>
  mailIn('export', brokerage, { to, url: `${brokerage.baseUrl}/account-settings`, values: {} });
