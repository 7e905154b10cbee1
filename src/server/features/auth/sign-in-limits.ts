import { consumeRateLimit, countHit, limits, returnHit } from '../../platform/http/rate-limits.ts';
import type { Parts } from '../../platform/parts.ts';
import { waitingRoom } from './waiting-room.ts';

const firstDelay = 250;
const maxDelay = 5000;

/** Milliseconds to delay a try, by the count for its e-mail: 0.25 s, doubling up to 5 s. */
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
 * tries count for the address, and for the e-mail at that address; tries for the e-mail elsewhere only delay.
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
