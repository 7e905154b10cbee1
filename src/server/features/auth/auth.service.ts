import type { CurrentUser } from '../../../shared/auth.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { checkPassword } from './check-password.ts';
import { type Device, findKnownDevice } from './known-devices.service.ts';
import { openSessionOnDevice, type SignedIn } from './sessions.service.ts';
import { countTry } from './sign-in-limits.ts';

interface Credentials {
  email: string;
  password: string;
  /** The device token; '' requests one, undefined none. */
  device?: string | undefined;
}

/**
 * Checks e-mail and password and opens a session. Counts tries and may delay up to 5 s.
 * @throws 400 'Invalid Credentials', with the same message and time for a wrong password, an unknown e-mail, a
 *   suspended or invited user; 429 past the limits; 503 when the hashing queue is full
 */
export async function signIn(
  parts: Pick<Parts, 'config' | 'db'>,
  credentials: Credentials,
  origin: Device,
): Promise<SignedIn> {
  const { db } = parts;
  const { email, device } = credentials;
  const deviceId = await findKnownDevice(db, email, device);
  const undo = await countTry(parts, { email, address: origin.address, deviceId });
  const known = deviceId !== undefined;
  const signedIn = await openIfRight(db, credentials, origin, known).catch(async (error: unknown) => {
    // The password was not checked, so the try does not count.
    await undo().catch(unlessAway);
    throw error;
  });
  if (!signedIn) throw invalid('Invalid Credentials');
  // The session is committed: a count that stays ends by itself.
  await undo().catch(unlessAway);
  return signedIn;
}

function unlessAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error;
}

/** Undefined for wrong credentials. `known` devices skip the queue of others. @throws 503 */
async function openIfRight(
  db: Database,
  { email, password, device }: Credentials,
  origin: Device,
  known: boolean,
): Promise<SignedIn | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'suspended_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  const { matches, newHash } = await checkPassword(db, password, user?.password_hash ?? null, known);
  if (!user || !matches || user.suspended_at) return undefined;
  return inTransaction(db, async (transaction) => {
    // The password may have been replaced, and sessions ended, during the verification.
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ last_sign_in_at: now(), ...(newHash && { password_hash: newHash }) })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('suspended_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    return openSessionOnDevice(transaction, user.id, origin, device);
  });
}

/** The signed-in user for GET /api/auth; `editors` is the setting of who may edit content. */
export async function currentUser(
  db: Database,
  actor: Actor,
  editors: 'members' | 'admins',
): Promise<CurrentUser> {
  const row = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.avatar_url', 'profiles.id as profile_id'])
    .where('users.id', '=', actor.id)
    .executeTakeFirst();
  return {
    _id: actor.id,
    name: actor.name,
    email: actor.email,
    admin: actor.admin,
    avatar: row?.avatar_url ?? null,
    date: actor.createdAt,
    editsContent: actor.admin || editors === 'members',
    profile: row?.profile_id != null,
  };
}
