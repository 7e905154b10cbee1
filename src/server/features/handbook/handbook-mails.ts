import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { mailIn } from '../mail-texts/render-mail-text.ts';

interface Reminder {
  name: string;
  email: string;
  count: number;
  /** YYYY-MM-DD, of the first. */
  due: string;
  isOverdue: boolean;
}

/** '2 pages, the first by Nov 30, 2026' */
export function whatIsOpen({ count, due, isOverdue }: Omit<Reminder, 'name' | 'email'>): string {
  const [pages, by] = [count === 1 ? '1 page' : `${count} pages`, isOverdue ? 'was due' : 'by'];
  return count === 1 ? `${pages}, ${by} ${formatDay(due)}` : `${pages}, the first ${by} ${formatDay(due)}`;
}

/** Without titles: an editor types them. */
export const handbookMail = (reminder: Reminder, brokerage: Brokerage): Mail =>
  mailIn('handbook', brokerage, {
    to: reminder,
    url: `${brokerage.baseUrl}/handbook`,
    values: {
      subject: reminder.count === 1 ? 'A handbook page to read' : 'Handbook pages to read',
      pages: whatIsOpen(reminder),
    },
  });
