/** Checks the codes of the second step, recovery codes too. */

import { typedCode } from '../../../shared/search/search-form.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { consumeRateLimit, returnHit } from '../../platform/http/rate-limits.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { newRecoveryCodesMail, recoveryCodeUsedMail, wrongCodesMail } from './factor-mails.ts';
import { lockOwner, lockSelf, mailOwner } from './factor-rows.ts';
import { consumeRecoveryCode, countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { consumeTotp, isSixDigits } from './totp.service.ts';

/** Wrong codes in a day until the owner is told. */
const wrongCodesToTell = 5;

/**
 * Whether it is a code of the user's authenticator app or a recovery code; uses it up. Queues mails: commit also when
 * it is wrong, and call `mails.wake()`.
 * @throws 429 past the limit of wrong codes of the app
 */
export async function consumeCode(
  transaction: DatabaseTransaction,
  parts: Pick<Parts, 'config' | 'sealing'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const { config } = parts;
  const owner = await lockOwner(transaction, userId);
  if (!isSixDigits(typedCode(code))) {
    const isRight = await consumeRecoveryCode(transaction, userId, code);
    if (isRight) {
      const left = await countRecoveryCodes(transaction, userId);
      await mailOwner(transaction, owner, recoveryCodeUsedMail(owner, config.brokerage, left));
    }
    return isRight;
  }
  // Counts before the check: many tries at once must all count.
  const limited = { config, db: transaction };
  const tries = await consumeRateLimit(limited, 'wrongCode', userId);
  if (await consumeTotp(transaction, parts, userId, typedCode(code))) {
    await returnHit(limited, 'wrongCode', userId);
    return true;
  }
  if (tries === wrongCodesToTell)
    await mailOwner(transaction, owner, wrongCodesMail(owner, config.brokerage, tries));
  return false;
}

/** Replaces the recovery codes. @throws 400 without a second factor */
export async function makeRecoveryCodes(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
): Promise<string[]> {
  return inTransaction(db, async (transaction) => {
    const owner = await lockSelf(transaction, actor);
    if (!owner.second_factor) throw invalid('Set up two-step verification first');
    await mailOwner(transaction, owner, newRecoveryCodesMail(owner, config.brokerage));
    return renewRecoveryCodes(transaction, actor.id);
  });
}
