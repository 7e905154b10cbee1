import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

/** To all admins: accounts that were one person only by the number are two from then on (docs/security.md S17.12). */
export const licenseWithdrawnMail = (
  to: { name: string; email: string },
  { actor, member, number, reason }: { actor: string; member: string; number: string; reason: string },
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: 'A license number was withdrawn from a file',
    opening: [
      `${actor} withdrew the license number ${number} from the file of ${member}. The reason they gave: ${reason}`,
      'Once it is no longer on file, two accounts that share only this number no longer count as one person.',
    ],
    action: { label: 'Open compliance', url: `${brokerage.baseUrl}/dashboard/admin/compliance` },
    closing: ['You get this email because you are an admin.'],
  });
