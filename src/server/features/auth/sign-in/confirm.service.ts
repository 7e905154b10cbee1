/** Confirming again that it is you, before acts that do harm. */

import type { PasskeyProof } from '../../../../shared/factors/passkeys.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { consumeRateLimit, returnHit } from '../../../platform/http/rate-limits.ts';
import { invalid } from '../../../platform/http-error.ts';
import { queueMail } from '../../../platform/mail/queue-mail.ts';
import { consumeCode } from '../../factors/codes.service.ts';
import { passkeyFault, verifyPasskey } from '../../factors/passkeys.service.ts';
import { wrongCodeMessage } from '../../factors/totp.service.ts';
import { wrongPasswordsMail } from '../account-mails.ts';
import { countFailedSignIn, maxFailedSignIns } from '../passwords/failed-sign-ins.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { renewSession } from '../sessions/sessions.service.ts';
import { type FactorParts, isOwn } from './second-factor.service.ts';

interface Proof {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyProof | undefined;
}

/**
 * Makes the actor's session as fresh as after signing in, under a new token. A user with a second factor confirms by
 * that: a stolen password must not be enough to remove it.
 * @throws 400 for a wrong or missing proof; 401 when the session has ended or was confirmed in between; 429
 */
export async function confirmIdentity(
  parts: FactorParts,
  actor: Actor,
  proof: Proof,
): Promise<{ token: string }> {
  const token = actor.secondFactor
    ? await byFactor(parts, actor, proof)
    : await byPassword(parts, actor, proof);
  return { token };
}

/** Wrong passwords in a day until the owner is told. */
const wrongPasswordsToTell = 5;

async function byPassword(parts: FactorParts, actor: Actor, { password }: Proof): Promise<string> {
  if (!password) throw invalid('Password is required', 'password');
  const { db, config, mails } = parts;
  // Counts before the check: many tries at once must all count.
  const tries = await consumeRateLimit(parts, 'wrongPassword', actor.id);
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirst();
  const hash = user?.password_hash ?? null;
  const token = (await verifyPassword(password, hash, true))
    ? await renewByPassword(db, actor, hash)
    : undefined;
  if (token !== undefined) {
    await returnHit(parts, 'wrongPassword', actor.id);
    return token;
  }
  await countFailedSignIn(db, actor.id, undefined, config.brokerage);
  if (tries === wrongPasswordsToTell)
    await inTransaction(db, (transaction) =>
      queueMail(transaction, wrongPasswordsMail(actor, config.brokerage, tries), { userId: actor.id }),
    );
  mails.wake();
  throw invalid('The password is not right', 'password');
}

/**
 * Undefined when the password no longer opens anything: replaced in between, or wrong 100 times
 * (docs/security.md S3.11).
 */
const renewByPassword = (db: Database, actor: Actor, hash: string | null): Promise<string | undefined> =>
  inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ failed_sign_ins: 0 })
      .where('id', '=', actor.id)
      .where('password_hash', '=', hash)
      .where('failed_sign_ins', '<', maxFailedSignIns)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? renewSession(transaction, actor, 'password') : undefined;
  });

async function byFactor(parts: FactorParts, actor: Actor, { code, passkey }: Proof): Promise<string> {
  if (!code && !passkey) throw invalid('Code is required', 'code');
  const proven = passkey && (await verifyPasskey(parts.db, parts.config, passkey));
  const token = await inTransaction(parts.db, async (transaction) => {
    const isRight = passkey
      ? await isOwn(transaction, actor.id, proven)
      : await consumeCode(transaction, parts, actor.id, code ?? '');
    return isRight ? renewSession(transaction, actor, 'factor') : undefined;
  });
  parts.mails.wake();
  if (token !== undefined) return token;
  throw passkey
    ? invalid(await passkeyFault(parts.db, passkey), 'passkey')
    : invalid(wrongCodeMessage, 'code');
}
