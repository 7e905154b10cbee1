import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

/**
 * The name that a member signs by: that of the agreement in force, which is the one on their license, unless the office has
 * given the account another name since (docs/product.md P27.16).
 */
export function nameToSign(
  { name }: { name: string },
  before: { name: string; account_name: string | null } | undefined,
): string {
  if (!before) return name;
  return before.account_name === null || before.account_name === name ? before.name : name;
}

/** Agreements in one transaction. */
const batch = 200;

/**
 * Stores the account's name at the signature of agreements of an earlier version, as the audit log has it. Returns how many.
 * May stop anywhere and run again.
 */
export async function refillAccountNames(db: Database): Promise<number> {
  let written = 0;
  for (let found = batch; found === batch; written += found) found = await refillSome(db);
  return written;
}

const refillSome = (db: Database): Promise<number> =>
  inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('agreements')
      .innerJoin('users', 'users.id', 'agreements.user_id')
      .select(['agreements.id', 'agreements.user_id', 'agreements.signed_at', 'users.name'])
      .where('agreements.account_name', 'is', null)
      .orderBy('agreements.id')
      .limit(batch)
      .execute();
    for (const { id, user_id, signed_at, name } of rows) {
      // As users.service.ts writes it in an audit event.
      const first = await transaction
        .selectFrom('audit_log')
        .select('details')
        .where('object_id', '=', user_id)
        .where('action', '=', 'user.updated')
        .where('details', 'like', 'name: %')
        .where('created_at', '>=', signed_at)
        .orderBy('created_at')
        .limit(1)
        .executeTakeFirst();
      const before = first && /^name: (.*?) → /.exec(first.details)?.[1];
      await transaction
        .updateTable('agreements')
        .set({ account_name: before ?? name })
        .where('id', '=', id)
        .execute();
    }
    return rows.length;
  });
