import type { Limit } from '../../../shared/member-limits.ts';
import { second } from '../../../shared/time.ts';

/** Bounds the memory; the oldest are forgotten. */
const maxAddresses = 10_000;

/**
 * Counts in the memory of the process what it makes for an address, where a write for each would cost as much as the work.
 * False beyond the limit; without one always true.
 */
export function workOfAddresses(limit: Limit | undefined): (address: string) => boolean {
  const counts = new Map<string, { made: number; ends: number }>();
  return (address) => {
    if (!limit) return true;
    const now = Date.now();
    const known = counts.get(address);
    if (known && known.ends > now) return ++known.made <= limit.limit;
    // Deleted first: the map is ordered by age.
    counts.delete(address);
    counts.set(address, { made: 1, ends: now + limit.seconds * second });
    const [oldest] = counts.keys();
    if (counts.size > maxAddresses && oldest !== undefined) counts.delete(oldest);
    return true;
  };
}
