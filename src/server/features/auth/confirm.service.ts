import type { PasskeyProof } from '../../../shared/passkeys.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { consumeCode } from '../factors/codes.service.ts';
import { verifyPasskey, wrongPasskeyMessage } from '../factors/passkeys.service.ts';
import { wrongCodeMessage } from '../factors/totp.service.ts';
import { verifyPassword } from './passwords.ts';
import { type FactorParts, isOwn } from './second-factor.service.ts';
import { renewSession } from './sessions.service.ts';

interface Proof {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyProof | undefined;
}

/**
 * Makes the actor's session as fresh as after signing in, under a new token. Who has a second factor confirms by that:
 * a stolen password alone must not remove it.
 * @throws 400 for a wrong or missing proof; 401 when the session has ended or was confirmed meanwhile; 429
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

async function byPassword({ db }: FactorParts, actor: Actor, { password }: Proof): Promise<string> {
  if (!password) throw invalid('Password is required', 'password');
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirst();
  if (!(await verifyPassword(password, user?.password_hash ?? null, true)))
    throw invalid('The password is not right', 'password');
  return inTransaction(db, (transaction) => renewSession(transaction, actor));
}

async function byFactor(parts: FactorParts, actor: Actor, { code, passkey }: Proof): Promise<string> {
  if (!code && !passkey) throw invalid('Code is required', 'code');
  const proven = passkey && (await verifyPasskey(parts.db, parts.config, passkey));
  const token = await inTransaction(parts.db, async (transaction) => {
    const isRight = passkey
      ? await isOwn(transaction, actor.id, proven)
      : await consumeCode(transaction, parts, actor.id, code ?? '');
    return isRight ? renewSession(transaction, actor) : undefined;
  });
  parts.mails.wake();
  if (token !== undefined) return token;
  throw passkey ? invalid(wrongPasskeyMessage, 'passkey') : invalid(wrongCodeMessage, 'code');
}
