import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

interface PayeeLink {
  member: { id: string; name: string };
  /** Names. */
  staff: readonly string[];
}

interface NumberLink extends PayeeLink {
  /** The name of the person who entered the number, if not the member. */
  by?: string | undefined;
  number: string;
}

/** To all admins: by the number only, accounts count as one person's (docs/security.md S17.12). */
export function numberLinkMail(
  to: { name: string; email: string },
  { member, by, number, staff }: NumberLink,
  brokerage: Brokerage,
): Mail {
  const who = nameInMail(member.name, 'A member');
  const entered =
    by === undefined
      ? `${who} entered the license number ${number}`
      : `${nameInMail(by, 'Someone of the office')} entered the license number ${number} for ${who}`;
  return inGroup('admins', brokerage, {
    to,
    subject: 'A license number makes two accounts one person',
    opening: [
      `${entered}. By it ${by === undefined ? 'they now count' : `${who} now counts`} as one person with ${namesOf(staff)}, and neither decides on the other's closings, agreement and file.`,
      'If they are two people, correct the license number, and then withdraw its entry in the file. An admin without this number does that.',
    ],
    action: {
      label: 'Open the file',
      url: `${brokerage.baseUrl}/dashboard/admin/compliance/${member.id}`,
    },
    closing: ['You get this email because you are an admin.'],
  });
}

/** To all admins: by the corporation that is paid for both, accounts count as one person's. */
export function payeeLinkMail(
  to: { name: string; email: string },
  { member, staff }: PayeeLink,
  brokerage: Brokerage,
): Mail {
  const who = nameInMail(member.name, 'A member');
  return inGroup('admins', brokerage, {
    to,
    subject: 'A corporation makes two accounts one person',
    opening: [
      `${who} is paid through a corporation from now on, as their application says. By it they now count as one person with ${namesOf(staff)}, and neither decides on the other's closings, agreement and file.`,
      'If they are two people, the corporation may be mistyped or have the name of another. Only a new application of the member changes it.',
    ],
    action: {
      label: 'Open the file',
      url: `${brokerage.baseUrl}/dashboard/admin/compliance/${member.id}`,
    },
    closing: ['You get this email because you are an admin.'],
  });
}

const namesOf = (staff: readonly string[]): string =>
  staff.map((name) => nameInMail(name, 'someone of the office')).join(', ');
