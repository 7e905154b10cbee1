import { hash, randomBytes } from 'node:crypto';
import { minute } from '../../../shared/time.ts';
import { networkOf, widerNetworkOf } from '../http/network-of.ts';

/** One address counts once in it for each page. */
const pause = 30 * minute;
/** So many networks make a source one that is counted apart on this day. */
const networksNeeded = 3;
/** Limits for one network in a day: sources, and sums of a page and a source. */
const sourcesEach = 10;
const sumsEach = 50;
/** Bound the memory; the oldest are forgotten first. */
const maxSeen = 50_000;
const maxWaiting = 2000;
/** Beyond it further networks bring nothing new. */
const maxNetworks = 20_000;

/**
 * Keeps one address, and one network, from dominating the sums. Addresses are hashed with a key of the day; neither
 * leaves the memory of the process.
 */
export class VisitLimits {
  #key = newKey();
  /**
   * The times when a counted visit may count again. Two halves, as deleting one by one would cost more than the hash.
   */
  #seen = new Map<string, number>();
  #seenBefore = new Map<string, number>();
  #seenSince = 0;
  /** The networks of sources that are not counted apart yet. */
  readonly #waiting = new Map<string, Set<string>>();
  readonly #brought = new Map<string, { sources: number; sums: number }>();

  /** Forgets everything of the day before. */
  beginDay(): void {
    this.#key = newKey();
    this.#seen.clear();
    this.#seenBefore.clear();
    this.#waiting.clear();
    this.#brought.clear();
  }

  /** Whether the address has not done this within the last half hour; from then on it has. */
  isFirst(address: string, what: string, now: number): boolean {
    const key = this.#hashOf(`${networkOf(address)} ${what}`);
    if ((this.#seen.get(key) ?? this.#seenBefore.get(key) ?? 0) > now) return false;
    if (now >= this.#seenSince + pause || this.#seen.size >= maxSeen / 2) {
      this.#seenBefore = this.#seen;
      this.#seen = new Map();
      this.#seenSince = now;
    }
    this.#seen.set(key, now + pause);
    return true;
  }

  /** Whether several networks have brought the source. */
  isKnown(source: string, address: string): boolean {
    const networks = this.#waiting.get(source) ?? new Set();
    const network = this.#hashOf(widerNetworkOf(address));
    if (!networks.has(network)) {
      if (!this.#mayBring(network, 'sources', sourcesEach)) return false;
      this.#waiting.set(source, networks.add(network));
      const [oldest] = this.#waiting.keys();
      if (this.#waiting.size > maxWaiting && oldest !== undefined) this.#waiting.delete(oldest);
    }
    if (networks.size < networksNeeded) return false;
    this.#waiting.delete(source);
    return true;
  }

  /** Whether the network of the address may make one more sum of a page and a source. */
  mayBringSum(address: string): boolean {
    return this.#mayBring(this.#hashOf(widerNetworkOf(address)), 'sums', sumsEach);
  }

  #mayBring(network: string, what: 'sources' | 'sums', most: number): boolean {
    const brought = this.#brought.get(network) ?? { sources: 0, sums: 0 };
    if (brought[what] >= most) return false;
    if (!this.#brought.has(network) && this.#brought.size >= maxNetworks) return false;
    brought[what]++;
    this.#brought.set(network, brought);
    return true;
  }

  #hashOf(text: string): string {
    return hash('sha256', this.#key + text, 'base64');
  }
}

const newKey = () => randomBytes(32).toString('base64');
