import { hostname } from 'node:os';
import { day } from '../../../shared/time.ts';
import { isDatabaseBusy } from '../../platform/db/database-away.ts';
import { databaseFault } from '../../platform/db/database-fault.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { tryWrite } from '../../platform/db/try-write.ts';
import { clockWords, lookAtClock } from '../../platform/jobs/clock.ts';
import { mailAdmins } from '../../platform/mail/mail-admins.ts';
import type { Parts } from '../../platform/parts.ts';
import { clockPlace, degradedMail } from './system-mails.ts';

const claimOf = (setting: string) => `mail about ${setting} of ${hostname()}`;

/** Says so on the page System while the clock is not believed; at the start, and each minute. */
export async function watchClock({ db, places }: Pick<Parts, 'db' | 'places'>): Promise<void> {
  const fault = await lookAtClock(db);
  places.report(clockPlace, fault && clockWords(fault));
}

/** Another program may take away the file of an embedded database; PostgreSQL may refuse to write. False: nothing is saved. */
async function watchDatabase({
  db,
  config,
  places,
}: Pick<Parts, 'db' | 'config' | 'places'>): Promise<boolean> {
  const setting = config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR (database)';
  try {
    await tryWrite(db);
    places.report(setting, undefined);
    return true;
  } catch (error) {
    const says = isDatabaseBusy(error) ? undefined : databaseFault(error, config);
    if (says === undefined) throw error;
    places.report(setting, `Nothing can be saved. ${says}`);
    return false;
  }
}

/**
 * Tries every folder of the settings and the database, looks at the clock, and mails admins once about what fails; a job of
 * each process and minute.
 */
export async function watchPlaces({
  db,
  config,
  places,
  mails,
}: Pick<Parts, 'db' | 'config' | 'places' | 'mails'>): Promise<void> {
  await places.look();
  // Nor can an email be queued.
  if (!(await watchDatabase({ db, config, places }))) return;
  await watchClock({ db, places });
  const { faults } = places;
  const claims = faults.map(({ setting }) => claimOf(setting));
  // A repaired place is emailed about again when it fails on another day, not each time that it comes and goes.
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
