import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { letterIn } from '../mail-texts/render-mail-text.ts';

export const exportReadyMail = (to: { name: string; email: string }, brokerage: Brokerage): Mail =>
  toMail(
    letterIn('export', { to, url: `${brokerage.baseUrl}/account-settings`, values: {} }, brokerage),
    brokerage,
  );
