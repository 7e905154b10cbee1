import { minute } from '../../../shared/time.ts';

/** A pause as long begins a new visit. */
const pause = 30 * minute;

interface Visits {
  /** ISO dates: the last time of this visit, and of the one before. */
  now: string;
  before: string | null;
}

/** Notes a visit of this browser's user, and returns the last moment of the visit before; null at the first. */
export function noteVisit(userId: string, at = new Date()): string | null {
  const key = `visits-${userId}`;
  const { now, before } = read(key);
  const isSameVisit = now !== null && at.getTime() - Date.parse(now) < pause;
  const last = isSameVisit ? before : now;
  localStorage.setItem(key, JSON.stringify({ now: at.toISOString(), before: last } satisfies Visits));
  return last;
}

function read(key: string): { now: string | null; before: string | null } {
  const none = { now: null, before: null };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('now' in stored) || !('before' in stored))
      return none;
    return { now: toDate(stored.now), before: toDate(stored.before) };
  } catch {
    return none;
  }
}

const toDate = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;
