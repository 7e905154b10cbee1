import type { Brokerage } from '../../../shared/brokerage.ts';
import { formatDate } from '../../../shared/dates.ts';
import { type Letter, toMail } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

/** Names nobody: anyone can type anything into the form. */
export const confirmationLetter = (email: string, link: string, brokerage: Brokerage): Letter => ({
  to: { name: 'there', email },
  subject: `Please confirm your privacy request to ${brokerage.name}`,
  opening: [
    `Somebody sent us a request about the data that ${brokerage.name} holds about this address. If it was you, confirm it within 7 days, so that we give nothing to a stranger.`,
  ],
  action: { label: 'Confirm my request', url: link },
  closing: ['If it was not you, there is nothing to do: nothing is changed or handed out.'],
});

export const receivedMail = (email: string, brokerage: Brokerage): Mail =>
  toMail(
    {
      to: { name: 'there', email },
      subject: `${brokerage.name} has received your privacy request`,
      opening: ['We have received your request about your data. We answer it within 30 days.'],
      closing: [`Questions? Write to ${brokerage.email} or call ${brokerage.phone}.`],
    },
    brokerage,
  );

export const newRequestMail = (brokerage: Brokerage): Mail =>
  toMail(
    {
      to: { name: 'office', email: brokerage.email },
      subject: 'A new privacy request',
      opening: ['A privacy request has come in. It is to be answered within 30 days.'],
      action: { label: 'Open the register', url: `${brokerage.baseUrl}/dashboard/admin/privacy` },
      closing: ['A confirmation by the person may still be missing.'],
    },
    brokerage,
  );

export const overdueMail = (count: number, brokerage: Brokerage): Mail =>
  toMail(
    {
      to: { name: 'office', email: brokerage.email },
      subject: count === 1 ? 'A privacy request is overdue' : `${count} privacy requests are overdue`,
      opening: [
        count === 1
          ? 'A privacy request has not been acknowledged or answered in time.'
          : `${count} privacy requests have not been acknowledged or answered in time.`,
      ],
      action: {
        label: 'Open the register',
        url: `${brokerage.baseUrl}/dashboard/admin/privacy?state=overdue`,
      },
      closing: ['The law gives 45 days, and 45 more with a notice to the person.'],
    },
    brokerage,
  );

/** Without a name, as the office's mailbox may be read by many. */
export const reviewMail = (count: number, brokerage: Brokerage): Mail =>
  toMail(
    {
      to: { name: 'office', email: brokerage.email },
      subject: count === 1 ? 'A legal hold is to be reviewed' : `${count} legal holds are to be reviewed`,
      opening: [
        count === 1
          ? 'The day of review of a legal hold has come.'
          : `The day of review of ${count} legal holds has come.`,
        'Release it if its reason is gone: until then the person’s data is neither erased by time nor on request.',
      ],
      action: { label: 'Open the legal holds', url: `${brokerage.baseUrl}/dashboard/admin/privacy` },
      closing: ['As long as it is due, this comes again each week.'],
    },
    brokerage,
  );

/** CCPA regulations 7021: the notice of the longer time, with its reason. */
export const extendedMail = (
  { email, reason, until }: { email: string; reason: string; until: string },
  brokerage: Brokerage,
): Mail =>
  toMail(
    {
      to: { name: 'there', email },
      subject: `Your privacy request to ${brokerage.name} takes longer`,
      opening: [
        `We need more time to answer your request about your data: until ${formatDate(until)} at the latest. The reason:`,
        reason,
      ],
      closing: [`Questions? Write to ${brokerage.email} or call ${brokerage.phone}.`],
    },
    brokerage,
  );

export const answeredMail = (
  { email, answer, done }: { email: string; answer: string; done: boolean },
  brokerage: Brokerage,
): Mail =>
  toMail(
    {
      to: { name: 'there', email },
      subject: `The answer of ${brokerage.name} to your privacy request`,
      opening: [
        done
          ? 'We have done what you asked us to do with your data:'
          : 'We cannot do what you asked us to do with your data. The reason:',
        answer,
      ],
      closing: [`Questions? Write to ${brokerage.email} or call ${brokerage.phone}.`],
    },
    brokerage,
  );
