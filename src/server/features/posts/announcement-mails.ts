import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { mailIn } from '../mail-texts/render-mail-text.ts';

/** To no one by name: each member gets the same words, which the office has typed. `id` is the post's. */
export const announcementMail = (
  { id, author, text }: { id: string; author: string; text: string },
  brokerage: Brokerage,
): Mail => {
  const values = { author: nameInMail(author, 'The office'), text: text.split(/\n{2,}/) };
  const given = { to: { name: '', email: '' }, url: `${brokerage.baseUrl}/posts/${id}`, values };
  return mailIn('announcement', brokerage, given);
};
