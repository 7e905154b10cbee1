import { Secret, TOTP } from 'otpauth';
import type { FactorAdded } from '../../../shared/factors.contract.ts';
import { second } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { afterAdding, afterRemoving, lockSelf } from './factor-rows.ts';

/** What every authenticator app supports (RFC 6238). */
const form = { algorithm: 'SHA1', digits: 6, period: 30 };
const seedBytes = 20;
const label = 'an authenticator app';

export const wrongCodeMessage = 'This code is not valid';

const contextOf = (userId: string) => `totp:${userId}`;

/**
 * Makes a seed, which counts once `enableTotp` has had a code of it; a seed begun before is replaced.
 * @returns the seed in base32, and the address for a QR code
 * @throws 400 when an app is set up already
 */
export async function beginTotp(
  { db, config, sealing }: Pick<Parts, 'db' | 'config' | 'sealing'>,
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: seedBytes });
  const sealed = sealing.seal(secret.base32, contextOf(actor.id));
  await inTransaction(db, async (transaction) => {
    await lockSelf(transaction, actor);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('totp_factors')
      .values({
        user_id: actor.id,
        sealed_secret: sealed,
        last_step: null,
        created_at: now(),
        enabled_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ sealed_secret: sealed, created_at: now() })
          .where('totp_factors.enabled_at', 'is', null),
      )
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows)
      throw invalid('An authenticator app is already set up. Remove it before you set up another one.');
  });
  const totp = new TOTP({ ...form, issuer: config.brokerage.name, label: actor.email, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

/** Switches the app on. @throws 400 for a wrong code, or when none was begun */
export async function enableTotp(
  { db, config, sealing }: Pick<Parts, 'db' | 'config' | 'sealing'>,
  actor: Actor,
  code: string,
): Promise<FactorAdded> {
  return inTransaction(db, async (transaction) => {
    const owner = await lockSelf(transaction, actor);
    const factor = await transaction
      .selectFrom('totp_factors')
      .select('sealed_secret')
      .where('user_id', '=', actor.id)
      .where('enabled_at', 'is', null)
      .executeTakeFirst();
    if (!factor || !sealing.isOurs(factor.sealed_secret))
      throw invalid('Begin to set up the authenticator app first');
    const step = stepOf(sealing.open(factor.sealed_secret, contextOf(actor.id)), withoutBlanks(code));
    if (step === undefined) throw invalid(wrongCodeMessage, 'code');
    await transaction
      .updateTable('totp_factors')
      .set({ enabled_at: now(), last_step: step })
      .where('user_id', '=', actor.id)
      .execute();
    return afterAdding(transaction, { actor, owner }, label, config);
  });
}

/** @throws 400 when no app is set up, or it is the last factor and one is required */
export async function removeTotp({ db, config }: Pick<Parts, 'db' | 'config'>, actor: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const owner = await lockSelf(transaction, actor);
    const { numDeletedRows } = await transaction
      .deleteFrom('totp_factors')
      .where('user_id', '=', actor.id)
      .where('enabled_at', 'is not', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw invalid('No authenticator app is set up');
    await afterRemoving(transaction, owner, label, config);
  });
}

/** Uses up the code's time step: of many tries at once with one code, one gets true. */
export async function consumeTotp(
  transaction: DatabaseTransaction,
  { sealing }: Pick<Parts, 'sealing'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await transaction
    .selectFrom('totp_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  // Sealed by a key that is lost: no code is right (npm run accept-key).
  if (!factor || !sealing.isOurs(factor.sealed_secret)) return false;
  const step = stepOf(sealing.open(factor.sealed_secret, contextOf(userId)), code);
  if (step === undefined) return false;
  const { numUpdatedRows } = await transaction
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const isSixDigits = (code: string): boolean => /^\d{6}$/.test(code);

export const withoutBlanks = (code: string): string => code.replaceAll(/\s/g, '');

/** The present time step or the one before, if the code is that of it. */
function stepOf(secret: string, code: string): number | undefined {
  // TOTP.validate throws where six characters are more than six bytes.
  if (!isSixDigits(code)) return undefined;
  const timestamp = Date.now();
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  if (delta !== 0 && delta !== -1) return undefined;
  return Math.floor(timestamp / (form.period * second)) + delta;
}
