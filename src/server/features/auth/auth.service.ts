import type { CurrentUser } from '../../../shared/auth.contract.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { needsSecondFactor } from '../../platform/http/second-factor-rule.ts';
import { invalid } from '../../platform/http-error.ts';
import { consumeCode } from '../factors/codes.service.ts';
import { wrongCodeMessage } from '../factors/totp.service.ts';
import { checkPassword } from './check-password.ts';
import { type Device, findKnownDevice } from './known-devices.service.ts';
import { type FactorParts, secondFactorError } from './second-factor.service.ts';
import { openSessionOnDevice, type SignedIn } from './sessions.service.ts';
import { countTry } from './sign-in-limits.ts';
import { openTicket } from './tickets.ts';

interface Credentials {
  email: string;
  password: string;
  /** The device token; '' requests one, undefined none. */
  device?: string | undefined;
  /** Of the second factor. */
  code?: string | undefined;
}

/**
 * Checks e-mail and password and opens a session. Counts tries and may delay up to 5 s.
 * @throws 400 'Invalid Credentials', with the same message and time for a wrong password, an unknown e-mail, a
 *   suspended or invited user; 400 with a ticket when the second factor is missing or wrong; 429 past the limits; 503
 *   when the hashing queue is full
 */
export async function signIn(
  parts: FactorParts,
  credentials: Credentials,
  origin: Device,
): Promise<SignedIn> {
  const { db } = parts;
  const { email, device } = credentials;
  const deviceId = await findKnownDevice(db, email, device);
  const undo = await countTry(parts, { email, address: origin.address, deviceId });
  const known = deviceId !== undefined;
  const outcome = await openIfRight(parts, credentials, origin, known).catch(async (error: unknown) => {
    // The password was not checked, so the try does not count.
    await undo().catch(unlessAway);
    throw error;
  });
  if (!outcome) throw invalid('Invalid Credentials');
  // The session is committed: a count that stays ends by itself.
  await undo().catch(unlessAway);
  parts.mails.wake();
  if ('ticket' in outcome) throw await secondFactorError(parts, outcome.userId, outcome.ticket, outcome.msg);
  return outcome;
}

/** The password was right. */
interface Unfinished {
  userId: string;
  ticket: string;
  msg: string;
}

function unlessAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error;
}

/** Undefined for wrong credentials. `known` devices skip the queue of others. @throws 503 */
async function openIfRight(
  parts: FactorParts,
  { email, password, device, code }: Credentials,
  origin: Device,
  known: boolean,
): Promise<SignedIn | Unfinished | undefined> {
  const { db } = parts;
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'suspended_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  const { matches, newHash } = await checkPassword(db, password, user?.password_hash ?? null, known);
  if (!user || !matches || user.suspended_at) return undefined;
  return inTransaction(db, async (transaction) => {
    // The password may have been replaced, and sessions ended, during the verification.
    const locked = await transaction
      .updateTable('users')
      .set({ last_sign_in_at: now(), ...(newHash && { password_hash: newHash }) })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('suspended_at', 'is', null)
      .returning('second_factor')
      .executeTakeFirst();
    if (!locked) return undefined;
    const { id: userId } = user;
    if (locked.second_factor) {
      if (!code) return { userId, ticket: await openTicket(transaction, userId), msg: codeNeededMessage };
      if (!(await consumeCode(transaction, parts, userId, code)))
        return { userId, ticket: await openTicket(transaction, userId, 1), msg: wrongCodeMessage };
    }
    return openSessionOnDevice(transaction, userId, origin, device);
  });
}

const codeNeededMessage = 'Please enter the code of your second factor';

/** The signed-in user for GET /api/auth. */
export async function currentUser(
  db: Database,
  actor: Actor,
  config: Pick<Config, 'contentEditors' | 'secondFactor'>,
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
    editsContent: actor.admin || config.contentEditors === 'members',
    profile: row?.profile_id != null,
    secondFactor: actor.secondFactor,
    mustEnrol: !actor.secondFactor && needsSecondFactor(config, actor),
  };
}
