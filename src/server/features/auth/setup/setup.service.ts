/** The link by which the first admin is created. */

import type { Brokerage } from '../../../../shared/site/brokerage.ts';
import { day } from '../../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/database.ts';
import { fromNow, now } from '../../../platform/db/ids.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { invalid } from '../../../platform/http-error.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { rejectWeakPassword } from '../passwords/password-rules.ts';
import { hashPassword } from '../passwords/passwords.ts';
import type { Device } from '../sessions/known-devices.service.ts';
import { openSessionOnDevice, type SignedIn } from '../sessions/sessions.service.ts';
import { hasNoUsers, insertAdmin } from './new-admin.ts';

/** Makes a one-time link, valid for a day, for creating the first admin; returns its URL. */
export async function offerSetupLink(db: Database, baseUrl: string): Promise<string> {
  const token = newToken();
  await db
    .insertInto('setup_links')
    .values({ token_hash: hashToken(token), expires_at: fromNow(day) })
    .execute();
  // In the fragment, which never reaches a server or log.
  return `${baseUrl}/setup#${token}`;
}

const refusalOf = async (db: Database | DatabaseTransaction) =>
  invalid(
    (await hasNoUsers(db))
      ? 'This set-up link is no longer valid'
      : 'This site is already set up. Sign in instead.',
  );

/** Creates and signs in the first admin. @throws 400 for a used or expired link, existing users or a weak password */
export async function setUp(
  db: Database,
  given: { token: string; name: string; email: string; password: string; device?: string | undefined },
  device: Device,
  brokerage: Brokerage,
): Promise<SignedIn> {
  const tokenHash = hashToken(given.token);
  // Hashing is expensive: check the link first.
  if (!(await isOpen(db, tokenHash))) throw await refusalOf(db);
  await rejectWeakPassword(given.password, given, brokerage);
  const passwordHash = await hashPassword(given.password);
  return inTransaction(db, async (transaction) => {
    if (!(await consumeSetupLink(transaction, tokenHash))) throw await refusalOf(transaction);
    const { name, email } = given;
    const id = await insertAdmin(transaction, { name, email, passwordHash });
    if (id === undefined) throw await refusalOf(transaction);
    device.note?.({ userId: id });
    await transaction.updateTable('users').set({ last_sign_in_at: now() }).where('id', '=', id).execute();
    return openSessionOnDevice(transaction, id, device, { deviceToken: given.device, proof: 'password' });
  });
}

async function isOpen(db: Database, tokenHash: string): Promise<boolean> {
  const link = await db
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return link !== undefined && (await hasNoUsers(db));
}

/** Deletes all links, which locks: only one of concurrent callers gets true. */
async function consumeSetupLink(transaction: DatabaseTransaction, tokenHash: string): Promise<boolean> {
  const links = await transaction.deleteFrom('setup_links').returning(['token_hash', 'expires_at']).execute();
  const valid = links.some((link) => link.token_hash === tokenHash && link.expires_at > now());
  return valid && (await hasNoUsers(transaction));
}

/** Deletes expired links. */
export async function deleteOldSetupLinks(db: Database): Promise<void> {
  await db.deleteFrom('setup_links').where('expires_at', '<=', now()).execute();
}
