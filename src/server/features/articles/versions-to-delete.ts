const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const maxVersions = 50;
/** In total. The newest version always stays. */
const maxBytes = 10_000_000;
/** Exempt from the limit by number, not from those by age and bytes. */
const exempt = 25;

/** Up to each age one version per period is retained; all of the newest day. */
const periods = [
  { age: day, period: 0 },
  { age: 2 * day, period: hour },
  { age: 30 * day, period: day },
  { age: Number.POSITIVE_INFINITY, period: 7 * day },
];

export interface FormerVersion {
  id: string;
  saved_at: string;
  bytes: number;
}

/**
 * The former versions of an article to delete at `now` (ms since 1970): first by age, then beyond 50 versions or 10 MB.
 * Beyond these, the version closest to its neighbors in time goes first, so that a burst of saves does not push out
 * older ones.
 * @param versions newest first
 */
export function versionsToDelete(versions: FormerVersion[], now: number): FormerVersion[] {
  const remaining = thinnedByAge(versions, now);
  let bytes = remaining.reduce((sum, version) => sum + version.bytes, 0);
  while (remaining.length > maxVersions || (bytes > maxBytes && remaining.length > 1)) {
    const [removed] = remaining.splice(leastMissed(remaining), 1);
    bytes -= removed?.bytes ?? 0;
  }
  const ids = new Set(remaining.map(({ id }) => id));
  return versions.filter(({ id }) => !ids.has(id));
}

function thinnedByAge(versions: FormerVersion[], now: number): FormerVersion[] {
  const taken = new Set<string>();
  return versions.filter(({ saved_at }) => {
    const at = Date.parse(saved_at);
    const period = periods.find(({ age }) => now - at < age)?.period ?? 0;
    if (period === 0) return true;
    // By calendar, not age: otherwise a version would change its period with every save.
    const slot = `${period} ${Math.floor(at / period)}`;
    if (taken.has(slot)) return false;
    taken.add(slot);
    return true;
  });
}

/** The version, beyond the newest ones, with the smallest gap between its neighbors. */
function leastMissed(remaining: FormerVersion[]): number {
  let best = remaining.length - 1;
  let smallest = Number.POSITIVE_INFINITY;
  for (let at = exempt; at < remaining.length - 1; at++) {
    const gap = timeOf(remaining[at - 1]) - timeOf(remaining[at + 1]);
    if (gap < smallest) [best, smallest] = [at, gap];
  }
  return best;
}

const timeOf = (version: FormerVersion | undefined) => Date.parse(version?.saved_at ?? '');
