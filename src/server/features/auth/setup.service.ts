import { day } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Device } from './known-devices.service.ts';
import { hasNoUsers, insertAdmin } from './new-admin.ts';
import { rejectCommonPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { openSessionOnDevice, type SignedIn } from './sessions.service.ts';
import { hashToken, newToken } from './tokens.ts';

/** Makes a link by which the first admin can be made, once, within a day; answers its address. */
export async function offerSetupLink(db: Database, baseUrl: string): Promise<string> {
  const token = newToken();
  await db
    .insertInto('setup_links')
    .values({ token_hash: hashToken(token), expires_at: fromNow(day) })
    .execute();
  // In the fragment, which no server and no log ever sees.
  return `${baseUrl}/setup#${token}`;
}

const spent = () => invalid('This set-up link is no longer valid');

/**
 * Makes the first admin by a set-up link and signs them in.
 * @throws 400 when the link was used, is older than a day, or there are users already; 400 for a common password
 */
export async function setUp(
  db: Database,
  given: { token: string; name: string; email: string; password: string; device?: string | undefined },
  device: Device,
): Promise<SignedIn> {
  const tokenHash = hashToken(given.token);
  // Hashing is dear: only whoever holds the link may ask for it.
  if (!(await isOpen(db, tokenHash))) throw spent();
  await rejectCommonPassword(given.password);
  const passwordHash = await hashPassword(given.password);
  return inTransaction(db, async (transaction) => {
    if (!(await consumeSetupLink(transaction, tokenHash))) throw spent();
    const { name, email } = given;
    const id = await insertAdmin(transaction, { name, email, passwordHash });
    if (id === undefined) throw spent();
    return openSessionOnDevice(transaction, id, device, given.device);
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

/** True for one caller only, although there may be several links: all of them go, and that one waits for the other. */
async function consumeSetupLink(transaction: DatabaseTransaction, tokenHash: string): Promise<boolean> {
  const links = await transaction.deleteFrom('setup_links').returningAll().execute();
  const valid = links.some((link) => link.token_hash === tokenHash && link.expires_at > now());
  return valid && (await hasNoUsers(transaction));
}

/** Deletes the links that are over by time. */
export async function deleteOldSetupLinks(db: Database): Promise<void> {
  await db.deleteFrom('setup_links').where('expires_at', '<=', now()).execute();
}
