import type { Database } from '../../../platform/db/database.ts';
import {
  consumeRateLimits,
  countHit,
  hitOf,
  limits,
  returnHit,
  returnHits,
} from '../../../platform/http/rate-limits.ts';
import type { Parts } from '../../../platform/parts.ts';
import { waitingRoom } from './waiting-room.ts';

const firstDelay = 250;
const maxDelay = 5000;

/** Milliseconds to delay a try, by the count for its email: 0.25 s, doubling up to 5 s. */
export function delayAfter(tries: number): number {
  const beyond = tries - limits.signInDelay.limit;
  return beyond <= 0 ? 0 : Math.min(maxDelay, firstDelay * 2 ** (beyond - 1));
}

const wait = waitingRoom(200);

interface Try {
  email: string;
  address: string;
  deviceId: string | undefined;
}

/**
 * Counts a try to sign in before anything is hashed, the same whether the user exists or not; returns a function that
 * undoes the count (docs/security.md S3.5). A known device has its own budget, which strangers cannot exhaust. Other
 * tries count for the address, and for the email at that address; tries for the email elsewhere only delay.
 * @throws 429 past the limits of the address
 */
export async function countTry(
  { config, db }: Pick<Parts, 'config' | 'db'>,
  { email, address, deviceId }: Try,
): Promise<(within: Database) => Promise<void>> {
  if (deviceId !== undefined) {
    const tries = await countHit({ config, db }, 'signInDevice', deviceId);
    if (tries <= limits.signInDevice.limit)
      return (within) => returnHit({ config, db: within }, 'signInDevice', deviceId);
  }
  const here = hitOf('signInEmail', `${email}:${address}`);
  const anywhere = { ...hitOf('signInDelay', email), limit: neverReached };
  const ofAddress = [hitOf('signInBurst', address), hitOf('signInAddress', address)];
  const tries = await consumeRateLimits({ config, db }, [...ofAddress, here, anywhere]);
  await wait(delayAfter(tries));
  return (within) => returnHits({ config, db: within }, [here, anywhere]);
}

/** Tries beyond signInDelay are delayed, but not rejected. */
const neverReached = { ...limits.signInDelay, limit: Number.POSITIVE_INFINITY };
