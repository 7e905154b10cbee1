import type { BackupStatus } from '../../../shared/backup/backup.contract.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

export const oldBackupMail = (
  to: { name: string; email: string },
  { nightly, last, error }: Pick<BackupStatus, 'nightly' | 'last' | 'error'>,
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: `There is no recent backup of ${brokerage.name}`,
    opening: [
      last
        ? `The last backup of the site is from ${last.date}, more than 26 hours ago.`
        : 'The site has no backup: the first night has passed without one.',
      ...(nightly ? [] : ["The server makes no backups because BACKUP_DIR isn't set."]),
      ...(error === null ? [] : [`The last attempt failed: ${error}`]),
    ],
    closing: [
      nightly
        ? "Please tell your server administrator. We'll email you once a day until there is a new backup."
        : "Please ask your server administrator to set BACKUP_DIR, or BACKUP_DIR=none if backups are made elsewhere. We'll email you once a week until then.",
    ],
  });
