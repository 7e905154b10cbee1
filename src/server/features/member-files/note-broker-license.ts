import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { brokerLicenseName, notedLicense } from './broker-license.ts';
import { settleAll } from './settle.ts';

/** Notes the license of the server's settings at each start: once it is another one, the desk looks at all members again. */
export async function noteBrokerLicense(db: Database, license: string): Promise<void> {
  if ((await notedLicense(db)) === license) return;
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('secrets')
      .values({ name: brokerLicenseName, value: license })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: license }))
      .execute();
    await settleAll(transaction);
  });
}
