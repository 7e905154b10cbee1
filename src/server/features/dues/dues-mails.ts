import { formatDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { mailIn } from '../mail-texts/render-mail-text.ts';

export interface WhatIsDue {
  /** In cents; negative where the member has more credit than dues. */
  total: number;
  /** YYYY-MM-DD, of the first. */
  due: string;
  isOverdue: boolean;
}

/** '$160, due by Nov 30, 2026' */
export function whatIsDue({ total, due, isOverdue }: WhatIsDue): string {
  if (total === 0) return 'nothing to pay, as your credit covers what is due';
  if (total < 0) return `${formatMoney(-total)} in your favor`;
  return `${formatMoney(total)}, ${isOverdue ? 'due since' : 'due by'} ${formatDay(due)}`;
}

/** Without labels: the office types them. */
export const duesMail = (
  to: { name: string; email: string },
  what: WhatIsDue,
  howToPay: string,
  brokerage: Brokerage,
): Mail =>
  mailIn('dues', brokerage, {
    to,
    url: `${brokerage.baseUrl}/dashboard/my-closings/dues`,
    values: {
      subject: what.isOverdue ? 'Your dues are overdue' : 'Your dues',
      due: whatIsDue(what),
      howToPay: what.total <= 0 ? '' : howToPay,
      rest:
        what.total <= 0
          ? 'It is paid back with your next closing.'
          : 'What is still open is deducted from your next closing. We remind you once a week at most.',
    },
  });
