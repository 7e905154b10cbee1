import { consumeRateLimit, countHit, limits, returnHit } from '../../platform/http/rate-limits.ts';
import type { Parts } from '../../platform/parts.ts';
import { waitingRoom } from './waiting-room.ts';

const firstDelay = 250;
const maxDelay = 5000;

/** Milliseconds that a try waits, by the number of tries for its e-mail: 0.25 s, doubling up to 5 s. */
export function delayAfter(tries: number): number {
  const beyond = tries - limits.signInDelay.limit;
  return beyond <= 0 ? 0 : Math.min(maxDelay, firstDelay * 2 ** (beyond - 1));
}

/** Each holds a socket and little else. */
const wait = waitingRoom(200);

interface Try {
  email: string;
  /** The network that it comes from. */
  address: string;
  /** The known device of that user that it comes from, if any. */
  deviceId: string | undefined;
}

/**
 * Counts a try to sign in before anything is hashed, in the same way whether there is such a user or not; returns what
 * takes the count back when it was no wrong try (docs/security.md S3.5).
 *
 * A known device has a budget of its own, which no stranger can use up. Any other try counts for its address, and for
 * the e-mail at this address; tries for the e-mail at other addresses only make it wait.
 * @throws 429 past the limits of the address
 */
export async function countTry(
  parts: Pick<Parts, 'config' | 'db'>,
  { email, address, deviceId }: Try,
): Promise<() => Promise<void>> {
  if (deviceId !== undefined) {
    const tries = await countHit(parts, 'signInDevice', deviceId);
    if (tries <= limits.signInDevice.limit) return () => returnHit(parts, 'signInDevice', deviceId);
  }
  await consumeRateLimit(parts, 'signInBurst', address);
  await consumeRateLimit(parts, 'signInAddress', address);
  const here = `${email}:${address}`;
  await consumeRateLimit(parts, 'signInEmail', here);
  await wait(delayAfter(await countHit(parts, 'signInDelay', email)));
  return async () => {
    await returnHit(parts, 'signInEmail', here);
    await returnHit(parts, 'signInDelay', email);
  };
}
