import { setImmediate } from 'node:timers/promises';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { batch } from '../../platform/db/in-batches.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

const lowestId = '00000000-0000-0000-0000-000000000000';

/**
 * For accounts of versions that did not note it: an address is proven where its invitation went by mail, was used after
 * that, and nobody in the office had seen its link (docs/security.md S15.1). May stop anywhere and run again.
 */
export async function proveKnownAddresses(db: Database): Promise<void> {
  for (let after: string | undefined = lowestId; after !== undefined; ) {
    const last: string = after;
    after = await inTransaction(db, (transaction) => provePage(transaction, last));
    await setImmediate();
  }
}

/** Returns the last id of a full page. */
async function provePage(transaction: DatabaseTransaction, after: string): Promise<string | undefined> {
  const users = await transaction
    .selectFrom('users')
    .select(['id', 'email', 'email_proven_at', 'adult_confirmed_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute();
  const open = users.filter((user) => user.email_proven_at === null && user.adult_confirmed_at !== null);
  for (const { id, at } of await provenAmong(transaction, open))
    await transaction
      .updateTable('users')
      .set({ email_proven_at: at })
      .where('id', '=', id)
      .where('email_proven_at', 'is', null)
      .execute();
  return users.length < batch ? undefined : users.at(-1)?.id;
}

interface Invited {
  id: string;
  email: string;
  adult_confirmed_at: string | null;
}

async function provenAmong(
  transaction: DatabaseTransaction,
  users: Invited[],
): Promise<{ id: string; at: string }[]> {
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return [];
  const mails = await transaction
    .selectFrom('mails')
    .select(['id', 'user_id', 'recipient', 'sent_at'])
    .where('user_id', 'in', ids)
    .where('link', '=', 'invitation')
    .where('state', '=', 'sent')
    .execute();
  const seen = await transaction
    .selectFrom('audit_log')
    .select('object_id')
    .where('object_id', 'in', [...ids, ...mails.map(({ id }) => id)])
    .where('action', 'in', ['password-link.printed', 'invitation.shown'])
    .execute();
  const handedOver = new Set(seen.map(({ object_id }) => object_id));
  return users.flatMap(({ id, email, adult_confirmed_at: at }) => {
    if (at === null || handedOver.has(id)) return [];
    const own = mails.filter(({ user_id }) => user_id === id);
    const isProven =
      own.every((mail) => !handedOver.has(mail.id)) &&
      own.some(({ recipient, sent_at }) => recipient === email && sent_at !== null && sent_at < at);
    return isProven ? [{ id, at }] : [];
  });
}
