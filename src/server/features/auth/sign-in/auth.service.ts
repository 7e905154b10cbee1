/** Signs in, and tells the office who is signed in (`currentUser`). */

import type { CurrentUser } from '../../../../shared/auth/auth.contract.ts';
import { may } from '../../../../shared/users/rights.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/db/database.ts';
import { unlessAway } from '../../../platform/db/database-away.ts';
import { now } from '../../../platform/db/ids.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { type Actor, editsHandbook } from '../../../platform/http/actor.ts';
import { outcomeOf, rulesFor } from '../../../platform/http/publishing.ts';
import { needsSecondFactor } from '../../../platform/http/second-factor-rule.ts';
import { invalid } from '../../../platform/http-error.ts';
import { consumeCode } from '../../factors/codes.service.ts';
import { wrongCodeMessage } from '../../factors/totp.service.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { countFailedSignIn, maxFailedSignIns } from '../passwords/failed-sign-ins.ts';
import { type Device, findKnownDevice } from '../sessions/known-devices.service.ts';
import { openSessionOnDevice, type SignedIn } from '../sessions/sessions.service.ts';
import { openTicket } from '../sessions/tickets.ts';
import { type FactorParts, secondFactorError } from './second-factor.service.ts';
import { countTry } from './sign-in-limits.ts';

interface Credentials {
  email: string;
  password: string;
  /** The device token; '' requests one, undefined none. */
  device?: string | undefined;
  /** Code of the second factor. */
  code?: string | undefined;
}

/**
 * Checks email and password and opens a session. Counts tries and may delay up to 5 s.
 * @throws 400 'Invalid Credentials', with the same message and time for a wrong password, an unknown email, a
 *   suspended or invited user, and for a password that failed 100 times in a row; 400 with a ticket when the second factor is missing or
 *   wrong; 429 past the limits; 503
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
  const tried = { deviceId, undo };
  const outcome = await openIfRight(parts, credentials, origin, tried).catch(async (error: unknown) => {
    // The password was not checked, so the try does not count.
    await undo(db).catch(unlessAway);
    throw error;
  });
  parts.mails.wake();
  if (!outcome) throw invalid('Invalid Credentials');
  if ('ticket' in outcome) {
    origin.note?.({
      event: outcome.msg === codeNeededMessage ? 'second-factor.asked' : 'second-factor.failed',
    });
    throw await secondFactorError(parts, outcome.userId, outcome.ticket, outcome.msg);
  }
  return outcome;
}

/** The password was right. */
interface Unfinished {
  userId: string;
  ticket: string;
  msg: string;
}

interface CountedTry {
  /** Set for a known device. */
  deviceId: string | undefined;
  undo: (db: Database) => Promise<void>;
}

/** Undefined for wrong credentials. Known devices skip the queue of others. @throws 503 */
async function openIfRight(
  parts: FactorParts,
  { email, password, device, code }: Credentials,
  origin: Device,
  { deviceId, undo }: CountedTry,
): Promise<SignedIn | Unfinished | undefined> {
  const { db, config } = parts;
  const known = deviceId !== undefined;
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'suspended_at', 'last_sign_in_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (user) origin.note?.({ userId: user.id });
  const { matches, newHash } = await checkPassword(db, password, user?.password_hash ?? null, known);
  if (!matches) await countFailedSignIn(db, user?.id, deviceId, config.brokerage);
  if (!user || !matches || user.suspended_at) return undefined;
  return inTransaction(db, async (transaction) => {
    // The password may have been replaced, and sessions ended, during the verification.
    const locked = await transaction
      .updateTable('users')
      .set((row) => ({
        last_sign_in_at: now(),
        // A sign-in on a known device does not make the password work elsewhere again.
        failed_sign_ins: row
          .case()
          .when('failed_sign_ins', '<', maxFailedSignIns)
          .then(0)
          .else(row.ref('failed_sign_ins'))
          .end(),
        ...(newHash && { password_hash: newHash }),
      }))
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('suspended_at', 'is', null)
      .$if(!known, (update) => update.where('failed_sign_ins', '<', maxFailedSignIns))
      .returning('second_factor')
      .executeTakeFirst();
    if (!locked) return undefined;
    await undo(transaction);
    const { id: userId } = user;
    if (locked.second_factor) {
      if (!code) return { userId, ticket: await openTicket(transaction, userId), msg: codeNeededMessage };
      if (!(await consumeCode(transaction, parts, userId, code)))
        return { userId, ticket: await openTicket(transaction, userId, 1), msg: wrongCodeMessage };
    }
    const noticeFrom = user.last_sign_in_at === null ? undefined : config.brokerage;
    const proof = locked.second_factor ? 'factor' : 'password';
    return openSessionOnDevice(transaction, userId, origin, { deviceToken: device, proof, noticeFrom });
  });
}

const codeNeededMessage = 'Please enter your two-step verification code';

/** The signed-in user for GET /api/auth. */
export async function currentUser(
  db: Database,
  actor: Actor,
  config: Pick<Config, 'contentEditors' | 'handbookEditors' | 'secondFactor'>,
): Promise<CurrentUser> {
  const settings = await rulesFor(db, config, actor);
  const articles = outcomeOf(settings.articles, actor);
  const testimonials = outcomeOf(settings.testimonials, actor);
  return {
    _id: actor.id,
    name: actor.name,
    email: actor.email,
    emailProven: actor.emailProven,
    admin: actor.admin,
    avatar: actor.avatar,
    date: actor.createdAt,
    editsContent: articles !== 'refused',
    editsTestimonials: testimonials !== 'refused',
    articlesWait: articles === 'waits',
    testimonialsWait: testimonials === 'waits',
    reviewsContent: may(actor, 'content') && Object.values(settings).includes('review'),
    editsHandbook: editsHandbook(config, actor),
    recruiting: may(actor, 'recruiting'),
    closings: may(actor, 'closings'),
    compliance: may(actor, 'compliance'),
    content: may(actor, 'content'),
    profile: actor.profile,
    secondFactor: actor.secondFactor,
    mustEnrol: !actor.secondFactor && needsSecondFactor(config, actor),
  };
}
