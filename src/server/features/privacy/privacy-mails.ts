import { formatDateTime, formatDay } from '../../../shared/dates.ts';
import { type PrivacyKind, privacyKindLabels } from '../../../shared/privacy/privacy-kinds.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup, letterIn, mailIn } from '../mail-texts/render-mail-text.ts';

/** Anyone can type anything into the form. */
const nameless = (email: string) => ({ name: 'there', email });

/** Names no one. */
export const confirmationLetter = (email: string, link: string, brokerage: Brokerage): Letter =>
  letterIn('privacy-confirm', brokerage, { to: nameless(email), url: link, values: {} });

export const receivedMail = (email: string, brokerage: Brokerage): Mail =>
  mailIn('privacy-received', brokerage, { to: nameless(email), values: {} });

export const newRequestMail = (brokerage: Brokerage): Mail =>
  inGroup('work', brokerage, {
    to: { name: 'office', email: brokerage.email },
    subject: 'A new privacy request',
    opening: ['A privacy request came in. Answer it within 30 days.'],
    action: { label: 'Open privacy requests', url: `${brokerage.baseUrl}/dashboard/admin/privacy` },
    closing: ['The person may still need to confirm it.'],
  });

export const digestSubject = 'More privacy requests';
const listedAtMost = 100;

/** Replaces single emails when many requests have come. Names no one, as many may read the office's mailbox. */
export function newRequestsMail(
  requests: readonly { kind: PrivacyKind; received: string }[],
  brokerage: Brokerage,
): Mail {
  const listed = requests
    .slice(0, listedAtMost)
    .map(({ kind, received }) => `${formatDateTime(received)} · ${privacyKindLabels[kind]}`);
  const more = requests.length - listed.length;
  return inGroup('work', brokerage, {
    to: { name: 'office', email: brokerage.email },
    subject: digestSubject,
    opening: [
      'More privacy requests have come in. Answer each within 30 days.',
      ...listed,
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
    action: { label: 'Open the register', url: `${brokerage.baseUrl}/dashboard/admin/privacy` },
    closing: ['Some people may still need to confirm.'],
  });
}

export const overdueMail = (count: number, brokerage: Brokerage): Mail =>
  inGroup('work', brokerage, {
    to: { name: 'office', email: brokerage.email },
    subject: count === 1 ? 'A privacy request is overdue' : `${count} privacy requests are overdue`,
    opening: [
      count === 1
        ? "A privacy request wasn't acknowledged or answered in time."
        : `${count} privacy requests weren't acknowledged or answered in time.`,
    ],
    action: {
      label: 'Open privacy requests',
      url: `${brokerage.baseUrl}/dashboard/admin/privacy?state=overdue`,
    },
    closing: ['The law allows 45 days, and 45 more if you notify the person.'],
  });

/** Without a name, as the office's mailbox may be read by many. */
export const reviewMail = (count: number, brokerage: Brokerage): Mail =>
  inGroup('work', brokerage, {
    to: { name: 'office', email: brokerage.email },
    subject: count === 1 ? 'A legal hold is due for review' : `${count} legal holds are due for review`,
    opening: [
      count === 1 ? 'A legal hold is due for review.' : `Due for review: ${count} legal holds.`,
      "Release it if it's no longer needed. Until then nothing deletes the person's data.",
    ],
    action: { label: 'Open legal holds', url: `${brokerage.baseUrl}/dashboard/admin/privacy` },
    closing: ["We'll remind you every week until you review it."],
  });

/** CCPA regulations 7021: the notice of the longer time, with its reason. */
export const extendedMail = (
  { email, reason, until }: { email: string; reason: string; until: string },
  brokerage: Brokerage,
): Mail => {
  const values = {
    until: `We need more time to answer your request about your data: until ${formatDay(until)} at the latest. Here's why:`,
    reason,
  };
  return mailIn('privacy-extended', brokerage, { to: nameless(email), values });
};

export const answeredMail = (
  { email, answer, done }: { email: string; answer: string; done: boolean },
  brokerage: Brokerage,
): Mail => {
  const outcome = done
    ? 'We did what you asked with your data:'
    : "We can't do what you asked with your data. Here's why:";
  const values = { outcome, answer };
  return mailIn('privacy-answered', brokerage, { to: nameless(email), values });
};
