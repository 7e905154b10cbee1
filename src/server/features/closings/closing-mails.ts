import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { propertyInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

interface Recipient {
  name: string;
  email: string;
}

const own = ({ baseUrl }: Brokerage, closing: string) => `${baseUrl}/dashboard/my-closings/${closing}`;
const office = ({ baseUrl }: Brokerage, closing: string) => `${baseUrl}/dashboard/admin/closings/${closing}`;

interface Words {
  what: string;
  more: string;
  closing: string;
  /** As it was typed. */
  property?: string;
}

/** 'Your closing is approved: 12 Oak St', or without what does not look like an address (docs/security.md S7.6). */
function titleOf({ what, property = '' }: Pick<Words, 'what' | 'property'>): string {
  const address = propertyInMail(property);
  return address ? `${what}: ${address}` : what;
}

/** `what` and `more` are sentences of ours, `closing` is '' for the list. The office shows other typed texts. */
export const closingMail = (
  to: Recipient,
  { what, more, closing, property }: Words,
  brokerage: Brokerage,
): Mail =>
  inGroup('closing', brokerage, {
    to,
    subject: titleOf({ what, property }),
    opening: [`${titleOf({ what, property })}.`, more],
    action: { label: 'Open the closing', url: own(brokerage, closing) },
    closing: ['You get this email because you reported this closing or have a share of it.'],
  });

/** To those who may approve. */
export const promiseMail = (
  to: Recipient,
  { due, late }: { due: number; late: number },
  day: string,
  brokerage: Brokerage,
): Mail =>
  inGroup('work', brokerage, {
    to,
    subject: late > 0 ? 'Closing payments are late' : 'Closing payments are due today',
    opening: [`On ${formatDay(day)}, ${count(due)} due${late > 0 ? `, and ${count(late)} late` : ''}.`],
    action: { label: 'Open closings', url: `${brokerage.baseUrl}/dashboard/admin/closings` },
    closing: ['You get this email because you can approve closings.'],
  });

/** To those who may approve. */
export const reopenedMail = (to: Recipient, closing: string, brokerage: Brokerage, property = ''): Mail =>
  inGroup('work', brokerage, {
    to,
    subject: titleOf({ what: 'An approved closing is open again', property }),
    opening: [
      'What an approved closing was decided for, or whom it pays, has changed: its letter must not be sent or paid as it is.',
      'Open it to see what changed. To decide again, withdraw the approval first.',
    ],
    action: {
      label: 'Open the closing',
      url: `${brokerage.baseUrl}/dashboard/admin/closings/${closing}`,
    },
    closing: ['You get this email because you can approve closings.'],
  });

const count = (closings: number) => (closings === 1 ? '1 payment is' : `${closings} payments are`);

/** To those who may approve: `what` and `more` are sentences of ours. */
export const approverMail = (
  to: Recipient,
  { what, more, closing, property }: Words,
  brokerage: Brokerage,
): Mail =>
  inGroup('work', brokerage, {
    to,
    subject: titleOf({ what, property }),
    opening: [`${titleOf({ what, property })}.`, more],
    action: { label: 'Open the closing', url: office(brokerage, closing) },
    closing: ['You get this email because you can approve closings.'],
  });

/** To all admins. `acts` are words of ours; `closing` is '' for several. */
export const ownClosingMail = (
  to: Recipient,
  { actor, agent, acts, closing }: { actor: string; agent: string; acts: string; closing: string },
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: 'Someone worked on a closing that pays them',
    opening: [
      `${actor} worked on a closing that pays them: ${acts}.`,
      `The agent of the closing is ${agent}.`,
      'Closing settings allow this while only one person approves.',
    ],
    action: { label: 'Open closings', url: office(brokerage, closing) },
    closing: ['You get this email because you are an admin.'],
  });
