import { checkKinds, memberCheckKinds } from '../../../shared/member-files/member-checks.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { tellingWhatReopens } from './approved-closings.ts';
import { addEntry, openFile } from './entries.ts';
import { settleFiles } from './settle.ts';
import { standingChecks } from './standing-checks.ts';

/**
 * Makes a change of a member's license, name or payee. Their file says which checks are open again by it, with old and new
 * value, and their findings follow at once (docs/product.md P27.9). Approvers are told of what it
 * opens in closings.
 */
export async function sayingWhatOpens<T>(
  transaction: DatabaseTransaction,
  userId: string,
  change: () => Promise<T>,
): Promise<T> {
  const before = new Set(await openIn(transaction, userId));
  const changed = await tellingWhatReopens(transaction, { userId }, change);
  const opened = (await openIn(transaction, userId)).filter((text) => !before.has(text));
  if (opened.length > 0) {
    const file = await openFile(transaction, userId);
    for (const text of opened) await addEntry(transaction, undefined, file, { kind: 'note', text });
  }
  // A new name by itself opens no file: it would keep the name for years after an erasure.
  const files = await transaction
    .selectFrom('member_files')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  await settleFiles(
    transaction,
    files.map(({ id }) => id),
  );
  return changed;
}

async function openIn(transaction: DatabaseTransaction, userId: string): Promise<string[]> {
  const checks = (await standingChecks(transaction, [userId])).get(userId) ?? {};
  return checkKinds.flatMap((kind) => {
    const again = checks[kind]?.openAgain;
    return again ? [`Check open again: ${memberCheckKinds[kind]} (${again.was} → ${again.is})`] : [];
  });
}
