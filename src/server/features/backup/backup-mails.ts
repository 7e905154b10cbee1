import type { BackupStatus } from '../../../shared/backup.contract.ts';
import type { Brokerage } from '../../../shared/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

export const oldBackupMail = (
  to: { name: string; email: string },
  { last, error }: Pick<BackupStatus, 'last' | 'error'>,
  brokerage: Brokerage,
): Mail =>
  toMail(
    {
      to,
      subject: `There is no recent backup of ${brokerage.name}`,
      opening: [
        last
          ? `The last backup of the site is of ${last.date}, more than 26 hours ago.`
          : 'The site should be backed up every night, but there is no backup yet.',
        ...(error === null ? [] : [`The last attempt failed: ${error}`]),
      ],
      closing: [
        "Please tell your server administrator. We'll email you once a day until there is a new backup.",
      ],
    },
    brokerage,
  );
