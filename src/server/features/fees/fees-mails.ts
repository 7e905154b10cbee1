import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

/** To each other admin, so that no one changes the fees unseen; `starts` is a day. */
export const feesMail = (
  to: { name: string; email: string },
  { actor, starts, changes }: { actor: string; starts: string; changes: string[] },
  brokerage: Brokerage,
): Mail =>
  toMail(
    {
      to,
      subject: `New fees were published at ${brokerage.name}`,
      opening: [
        `${nameInMail(actor, 'An admin')} published fees that hold from ${formatDay(starts)} on.`,
        ...changes.map((change) => `${change}.`),
      ],
      closing: ['You get this email because you are an admin.'],
    },
    brokerage,
  );
