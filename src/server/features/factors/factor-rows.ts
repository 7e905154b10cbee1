/** The second steps that an account has. */

import type { ProofMethod } from '../../../shared/errors.ts';
import type { FactorAdded, Factors } from '../../../shared/factors/factors.contract.ts';
import { type Held, rightColumns } from '../../../shared/users/rights.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { needsSecondFactor } from '../../platform/http/second-factor-rule.ts';
import { invalid, unauthenticated } from '../../platform/http-error.ts';
import { type Mail, queueMail } from '../../platform/mail/queue-mail.ts';
import { factorAddedMail, factorRemovedMail, type NamedFactor } from './factor-mails.ts';
import { listPasskeys } from './passkey-rows.ts';
import { countRecoveryCodes, deleteRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';

export interface FactorOwner extends Held {
  id: string;
  name: string;
  email: string;
  second_factor: boolean;
}

/** Locks the row, which orders concurrent changes of a user's factors. @throws 401 when the user is gone */
export async function lockOwner(transaction: DatabaseTransaction, userId: string): Promise<FactorOwner> {
  const user = await transaction
    .updateTable('users')
    .set((row) => ({ second_factor: row.ref('second_factor') }))
    .where('id', '=', userId)
    .returning(['id', 'name', 'email', 'admin', ...rightColumns, 'second_factor'])
    .executeTakeFirst();
  if (!user) throw unauthenticated();
  return user;
}

/**
 * Locks the row for a change by its owner.
 * @throws 401 when the session has ended, or another one has set up the first factor in between
 */
export async function lockSelf(
  transaction: DatabaseTransaction,
  { id, session }: Actor,
): Promise<FactorOwner> {
  const owner = await lockOwner(transaction, id);
  const row = await transaction
    .selectFrom('sessions')
    .select('factor_proven_at')
    .where('id', '=', session.id)
    .executeTakeFirst();
  if (!row || (owner.second_factor && row.factor_proven_at === null)) throw unauthenticated();
  return owner;
}

/**
 * Call it after inserting a factor, which the actor's session has proven by that. The first one brings recovery codes
 * and ends all other sessions: a password opened them (docs/security.md S1.8). `factor` is for the mail.
 */
export async function afterAdding(
  transaction: DatabaseTransaction,
  { actor, owner }: { actor: Actor; owner: FactorOwner },
  factor: NamedFactor,
  { brokerage }: Pick<Config, 'brokerage'>,
): Promise<FactorAdded> {
  const isFirst = !owner.second_factor;
  await mailOwner(transaction, owner, factorAddedMail(owner, brokerage, factor, { isFirst }));
  await transaction
    .updateTable('sessions')
    .set({ factor_proven_at: now() })
    .where('id', '=', actor.session.id)
    .execute();
  if (!isFirst) return {};
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', owner.id)
    .where('id', '!=', actor.session.id)
    .execute();
  await setSecondFactor(transaction, owner.id, true);
  return { recoveryCodes: await renewRecoveryCodes(transaction, owner.id) };
}

/** Call it after deleting a factor. @throws 400 when it was the last and one is required */
export async function afterRemoving(
  transaction: DatabaseTransaction,
  owner: FactorOwner,
  factor: NamedFactor,
  config: Pick<Config, 'brokerage' | 'secondFactor'>,
): Promise<void> {
  const { totp, passkeys } = await listFactors(transaction, owner.id);
  if (!totp && passkeys.length === 0) {
    if (needsSecondFactor(config, owner))
      throw invalid('Two-step verification is required here. Add another way before you remove this one.');
    await deleteRecoveryCodes(transaction, owner.id);
    await setSecondFactor(transaction, owner.id, false);
  }
  await mailOwner(transaction, owner, factorRemovedMail(owner, config.brokerage, factor));
}

/** For a user who has lost them; the caller checks who asks, and ends their sessions. */
export async function removeAllFactors(transaction: DatabaseTransaction, userId: string): Promise<void> {
  await transaction.deleteFrom('totp_factors').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await deleteRecoveryCodes(transaction, userId);
  await setSecondFactor(transaction, userId, false);
}

const setSecondFactor = (transaction: DatabaseTransaction, userId: string, has: boolean) =>
  transaction.updateTable('users').set({ second_factor: has }).where('id', '=', userId).execute();

/** Call `mails.wake()` after the commit. */
export const mailOwner = (transaction: DatabaseTransaction, { id }: { id: string }, mail: Mail) =>
  queueMail(transaction, mail, { userId: id });

export async function listFactors(db: Database, userId: string): Promise<Factors> {
  const totp = await db
    .selectFrom('totp_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return {
    totp: totp !== undefined,
    passkeys: await listPasskeys(db, userId),
    recoveryCodes: await countRecoveryCodes(db, userId),
  };
}

/** How a user proves that it is them; recovery codes are codes. */
export async function proofMethods(
  db: Database,
  { id, secondFactor }: Pick<Actor, 'id' | 'secondFactor'>,
): Promise<ProofMethod[]> {
  if (!secondFactor) return ['password'];
  const passkeys = await listPasskeys(db, id);
  return passkeys.length > 0 ? ['code', 'passkey'] : ['code'];
}
