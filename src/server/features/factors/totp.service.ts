/** Authenticator apps. */

import { Secret, TOTP } from 'otpauth';
import type { FactorAdded } from '../../../shared/factors/factors.contract.ts';
import { typedCode } from '../../../shared/search/search-form.ts';
import { minute, second } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { afterAdding, afterRemoving, lockSelf } from './factor-rows.ts';

/** Every authenticator app supports this form (RFC 6238). */
const form = { algorithm: 'SHA1', digits: 6, period: 30 };
const seedBytes = 20;
const label = 'an authenticator app';

export const wrongCodeMessage = 'This code is not valid';

const contextOf = (userId: string) => `totp:${userId}`;

/** A set-up that is opened again, by a reload or in another tab, has the seed that the app may already hold. */
const sameSeedFor = 15 * minute;

/**
 * Makes a seed, which counts once `enableTotp` has had a code of it. For 15 minutes the same session gets the same
 * seed. Otherwise an earlier seed is replaced, so that someone who began on another device does not know it.
 * @returns the seed in base32, and the address for a QR code
 * @throws 400 when an app is set up already
 */
export async function beginTotp(
  { db, config, sealing }: Pick<Parts, 'db' | 'config' | 'sealing'>,
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  const base32 = await inTransaction(db, async (transaction) => {
    await lockSelf(transaction, actor);
    const begun = await transaction
      .selectFrom('totp_factors')
      .select(['sealed_secret', 'created_at', 'enabled_at'])
      .where('user_id', '=', actor.id)
      .executeTakeFirst();
    if (begun && begun.enabled_at !== null)
      throw invalid('An authenticator app is already set up. Remove it before you set up another one.');
    const ofSession = (at: string) => seedOf(sealing, actor, at);
    if (begun && begun.created_at > fromNow(-sameSeedFor) && sealing.isOurs(begun.sealed_secret)) {
      const seed = sealing.open(begun.sealed_secret, contextOf(actor.id));
      if (seed === ofSession(begun.created_at)) return seed;
    }
    const created_at = now();
    const seed = ofSession(created_at);
    const sealed_secret = sealing.seal(seed, contextOf(actor.id));
    await transaction
      .insertInto('totp_factors')
      .values({ user_id: actor.id, sealed_secret, last_step: null, created_at, enabled_at: null })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sealed_secret, created_at }))
      .execute();
    return seed;
  });
  const secret = Secret.fromBase32(base32);
  const totp = new TOTP({ ...form, issuer: config.brokerage.name, label: actor.email, secret });
  return { secret: base32, uri: totp.toString() };
}

/** As good as random without the server's key, and another one for each session. */
function seedOf(sealing: Sealing, { id, session }: Actor, begun: string): string {
  const bytes = Buffer.from(sealing.mark(`totp seed:${id}:${session.tokenHash}:${begun}`), 'base64url');
  return new Secret({ buffer: new Uint8Array(bytes.subarray(0, seedBytes)).buffer }).base32;
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
    const step = stepOf(sealing.open(factor.sealed_secret, contextOf(actor.id)), typedCode(code));
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

/** Uses up the code's time step. When one code is tried many times at once, only one try gets true. */
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

/** The present time step or the one before or after it, as a phone's clock may be ahead, if the code is that of it. */
function stepOf(secret: string, code: string): number | undefined {
  // TOTP.validate throws where six characters are more than six bytes.
  if (!isSixDigits(code)) return undefined;
  const timestamp = Date.now();
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  if (delta === null) return undefined;
  return Math.floor(timestamp / (form.period * second)) + delta;
}
