import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

/** To each other admin, so that no one changes the fees unseen; `starts` is a day. */
export const feesMail = (
  to: { name: string; email: string },
  { actor, starts, changes }: { actor: string; starts: string; changes: string[] },
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: `New fees were published at ${brokerage.name}`,
    opening: [
      `${nameInMail(actor, 'An admin')} published fees that hold from ${formatDay(starts)} on.`,
      ...changes.map((change) => `${change}.`),
    ],
    closing: ['You get this email because you are an admin.'],
  });

/** To each other admin, who was told of these fees; `starts` is a day. */
export const withdrawnFeesMail = (
  to: { name: string; email: string },
  { actor, version, starts }: { actor: string; version: number; starts: string },
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: `New fees were withdrawn at ${brokerage.name}`,
    opening: [
      `${nameInMail(actor, 'An admin')} withdrew version ${version} of the fees, which was to hold from ${formatDay(starts)} on.`,
      'The fees in force stay.',
    ],
    closing: ['You get this email because you are an admin.'],
  });
