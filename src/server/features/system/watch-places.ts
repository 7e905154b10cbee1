import { hostname } from 'node:os';
import { day } from '../../../shared/time.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { mailAdmins } from '../../platform/mail/mail-admins.ts';
import type { Parts } from '../../platform/parts.ts';
import { degradedMail } from './system-mails.ts';

const claimOf = (setting: string) => `mail about ${setting} of ${hostname()}`;

/** Tries every folder of the settings, and mails admins once about each that fails; a job of each process and minute. */
export async function watchPlaces({
  db,
  config,
  places,
  mails,
}: Pick<Parts, 'db' | 'config' | 'places' | 'mails'>): Promise<void> {
  await places.look();
  const { faults } = places;
  const claims = faults.map(({ setting }) => claimOf(setting));
  // What works again is mailed anew when it fails another day, not each time that it comes and goes.
  await db
    .deleteFrom('jobs')
    .where('name', 'like', `${claimOf('%')}`)
    .where('started_at', '<', fromNow(-day))
    .$if(claims.length > 0, (query) => query.where('name', 'not in', claims))
    .execute();
  for (const fault of faults) {
    const mailed = await inTransaction(db, async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('jobs')
        .values({ name: claimOf(fault.setting), started_at: now() })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      await mailAdmins(transaction, (admin) => degradedMail(admin, fault, config.brokerage));
      return true;
    });
    if (mailed) mails.wake();
  }
}
