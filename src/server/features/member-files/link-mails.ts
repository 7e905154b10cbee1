import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

interface NumberLink {
  member: { id: string; name: string };
  /** The name of the person who entered the number, if not the member. */
  by?: string | undefined;
  number: string;
  /** Names. */
  staff: readonly string[];
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
  const names = staff.map((name) => nameInMail(name, 'someone of the office')).join(', ');
  return toMail(
    {
      to,
      subject: 'A license number makes two accounts one person',
      opening: [
        `${entered}. By it ${by === undefined ? 'they now count' : `${who} now counts`} as one person with ${names}, and neither decides on the other's closings, agreement and file.`,
        'If they are two people, correct the license number, and then withdraw its entry in the file. An admin without this number does that.',
      ],
      action: { label: 'Open the file', url: `${brokerage.baseUrl}/dashboard/admin/compliance/${member.id}` },
      closing: ['You get this email because you are an admin.'],
    },
    brokerage,
  );
}
