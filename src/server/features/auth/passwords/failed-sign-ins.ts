import { randomInt } from 'node:crypto';
import type { Brokerage } from '../../../../shared/site/brokerage.ts';
import { minute } from '../../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/database.ts';
import { fromNow } from '../../../platform/db/ids.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { addHits } from '../../../platform/http/rate-limits.ts';
import { queueMail } from '../../../platform/mail/queue-mail.ts';
import { passwordBlockedMail } from '../account-mails.ts';

/** In a row; from then on the password opens nothing until it is replaced (docs/security.md S3.11). */
export const maxFailedSignIns = 100;

/**
 * Counts a wrong password. Tries from a known device count for that device only, and the last of them makes it unknown.
 * The user is notified by email when the password stops working. Does the same work for an undefined user.
 */
export async function countFailedSignIn(
  db: Database,
  userId: string | undefined,
  deviceId: string | undefined,
  brokerage: Brokerage,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (userId === undefined) return writeDecoy(transaction);
    if (deviceId !== undefined && (await countForDevice(transaction, deviceId))) return;
    const user = await transaction
      .updateTable('users')
      .set((row) => ({ failed_sign_ins: row('failed_sign_ins', '+', 1) }))
      .where('id', '=', userId)
      .returning(['name', 'email', 'failed_sign_ins'])
      .executeTakeFirst();
    if (user?.failed_sign_ins !== maxFailedSignIns) return;
    await queueMail(transaction, passwordBlockedMail(user, brokerage, maxFailedSignIns), { userId });
  });
}

/** False when the device is gone. */
async function countForDevice(transaction: DatabaseTransaction, id: string): Promise<boolean> {
  const device = await transaction
    .updateTable('known_devices')
    .set((row) => ({ failed_sign_ins: row('failed_sign_ins', '+', 1) }))
    .where('id', '=', id)
    .returning('failed_sign_ins')
    .executeTakeFirst();
  if (device && device.failed_sign_ins >= maxFailedSignIns)
    await transaction.deleteFrom('known_devices').where('id', '=', id).execute();
  return device !== undefined;
}

/**
 * An empty commit would be faster, and so reveal that no one has the email. There are many rows because only one
 * transaction at a time can lock each.
 */
const writeDecoy = (transaction: DatabaseTransaction) =>
  addHits(transaction, `sign-in:nobody:${randomInt(1000)}`, 1, fromNow(minute));
