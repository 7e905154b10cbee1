/** The second step of signing in. */

import type { PasskeyProof } from '../../../../shared/factors/passkeys.ts';
import type { Brokerage } from '../../../../shared/site/brokerage.ts';
import type { DatabaseTransaction } from '../../../platform/db/database.ts';
import { now } from '../../../platform/db/ids.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { consumeRateLimit } from '../../../platform/http/rate-limits.ts';
import { type HttpError, invalid, unfinished } from '../../../platform/http-error.ts';
import type { Parts } from '../../../platform/parts.ts';
import { consumeCode } from '../../factors/codes.service.ts';
import { proofMethods } from '../../factors/factor-rows.ts';
import {
  type ProvenPasskey,
  passkeyFault,
  recordUse,
  verifyPasskey,
} from '../../factors/passkeys.service.ts';
import { wrongCodeMessage } from '../../factors/totp.service.ts';
import type { Device } from '../sessions/known-devices.service.ts';
import { openSessionOnDevice, type SignedIn } from '../sessions/sessions.service.ts';
import { consumeTicket, tryTicket } from '../sessions/tickets.ts';

export type FactorParts = Pick<Parts, 'config' | 'db' | 'mails' | 'sealing'>;

interface GivenProof {
  code?: string | undefined;
  passkey?: PasskeyProof | undefined;
  /** The device token; '' requests one, undefined none. */
  device?: string | undefined;
}

/** The password was right; `msg` says which second step is missing or wrong. */
export const secondFactorError = async (
  { db }: Pick<Parts, 'db'>,
  userId: string,
  ticket: string,
  msg: string,
): Promise<HttpError> => {
  const methods = await proofMethods(db, { id: userId, secondFactor: true });
  return unfinished({ msg, field: 'code' }, { secondFactor: { ticket, methods } });
};

const expired = () => invalid('Please sign in again: this took too long, or too many tries');

/**
 * Opens the session of a ticket by a second factor.
 * @throws 400 for a wrong one, with the ticket as long as it lives, and for a ticket that is used, expired or has had
 *   its tries; 429 past the limit of wrong codes
 */
export async function finishSignIn(
  parts: FactorParts,
  { ticket, ...given }: GivenProof & { ticket: string },
  origin: Device,
): Promise<SignedIn> {
  if (!given.code && !given.passkey) throw invalid('Code is required', 'code');
  const proven = given.passkey && (await verifyPasskey(parts.db, parts.config, given.passkey));
  const outcome = await inTransaction(parts.db, async (transaction) => {
    const tried = await tryTicket(transaction, ticket);
    if (!tried) return 'expired';
    const { userId, isLast } = tried;
    origin.note?.({ userId });
    const isRight = given.passkey
      ? await isOwn(transaction, userId, proven)
      : await consumeCode(transaction, parts, userId, given.code ?? '');
    if (!isRight) return isLast ? 'expired' : { wrongFor: userId };
    await consumeTicket(transaction, ticket);
    return (await openFor(transaction, userId, origin, given.device, parts.config.brokerage)) ?? 'expired';
  });
  parts.mails.wake();
  if (outcome === 'expired') throw expired();
  if ('wrongFor' in outcome) {
    const msg = given.passkey ? await passkeyFault(parts.db, given.passkey) : wrongCodeMessage;
    throw await secondFactorError(parts, outcome.wrongFor, ticket, msg);
  }
  return outcome;
}

/** Records the use of a passkey if it is the user's. */
export const isOwn = async (
  transaction: DatabaseTransaction,
  userId: string,
  passkey: ProvenPasskey | undefined,
): Promise<boolean> =>
  passkey !== undefined && passkey.userId === userId && (await recordUse(transaction, passkey));

/** Undefined for a suspended user. */
async function openFor(
  transaction: DatabaseTransaction,
  userId: string,
  origin: Device,
  device: string | undefined,
  brokerage: Brokerage,
): Promise<SignedIn | undefined> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ last_sign_in_at: now() })
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  return openSessionOnDevice(transaction, userId, origin, {
    deviceToken: device,
    proof: 'factor',
    noticeFrom: brokerage,
  });
}

/** Signs in by only a passkey. @throws 400 with one message for everything about it that is wrong; 429 */
export async function signInByPasskey(
  parts: FactorParts,
  { passkey, device }: { passkey: PasskeyProof; device?: string | undefined },
  origin: Device,
): Promise<SignedIn> {
  await consumeRateLimit(parts, 'signInBurst', origin.address);
  await consumeRateLimit(parts, 'signInAddress', origin.address);
  const proven = await verifyPasskey(parts.db, parts.config, passkey);
  if (proven) origin.note?.({ userId: proven.userId });
  const signedIn =
    proven &&
    (await inTransaction(parts.db, async (transaction) => {
      // Locks the user first, as elsewhere: an admin who suspends them holds that row.
      const opened = await openFor(transaction, proven.userId, origin, device, parts.config.brokerage);
      return opened && (await recordUse(transaction, proven)) ? opened : undefined;
    }));
  if (!signedIn) throw invalid(await passkeyFault(parts.db, passkey));
  parts.mails.wake();
  return signedIn;
}
