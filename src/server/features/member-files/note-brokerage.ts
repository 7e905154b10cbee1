import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { notedNames, notedOf } from './broker-license.ts';
import { settleAll } from './settle.ts';

/** Notes the brokerage of the server's settings at each start: once it is another one, the desk looks at all members again. */
export async function noteBrokerage(
  db: Database,
  { license, legalName }: Pick<Brokerage, 'license' | 'legalName'>,
): Promise<void> {
  const noted = await notedOf(db);
  if (noted.license === license && noted.legalName === legalName) return;
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('secrets')
      .values([
        { name: notedNames.license, value: license },
        { name: notedNames.legalName, value: legalName },
      ])
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ value: (e) => e.ref('excluded.value') }),
      )
      .execute();
    await settleAll(transaction);
  });
}
