const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An article keeps no more former versions than this. */
const maxVersions = 50;
/** Nor more bytes of them; the newest version is kept whatever its size. */
const maxBytes = 10_000_000;
/** So many of the newest are not thinned out by number, only by age and bytes. */
const newestKept = 25;

/** Up to which age one version of each period is kept; the newest day is kept whole. */
const periods = [
  { age: day, period: 0 },
  { age: 2 * day, period: hour },
  { age: 30 * day, period: day },
  { age: Number.POSITIVE_INFINITY, period: 7 * day },
];

export interface KeptVersion {
  id: string;
  /** ISO date. */
  saved_at: string;
  bytes: number;
}

/**
 * Which former versions of an article to delete at the moment `now` (milliseconds since 1970): those that are one too
 * many for their age, then what is beyond 50 versions or 10 MB. Of too many, the one closest to its neighbours in
 * time goes first, so that a burst of saves does not push out what was there before; of the newest 25 the oldest go,
 * and only for their bytes.
 * @param versions newest first
 */
export function versionsToDelete(versions: KeptVersion[], now: number): KeptVersion[] {
  const kept = thinnedByAge(versions, now);
  let bytes = kept.reduce((sum, version) => sum + version.bytes, 0);
  while (kept.length > maxVersions || (bytes > maxBytes && kept.length > 1)) {
    const [removed] = kept.splice(leastMissed(kept), 1);
    bytes -= removed?.bytes ?? 0;
  }
  const ids = new Set(kept.map(({ id }) => id));
  return versions.filter(({ id }) => !ids.has(id));
}

/** Of each period the newest, as it held what was before it. */
function thinnedByAge(versions: KeptVersion[], now: number): KeptVersion[] {
  const taken = new Set<string>();
  return versions.filter(({ saved_at }) => {
    const at = Date.parse(saved_at);
    const period = periods.find(({ age }) => now - at < age)?.period ?? 0;
    if (period === 0) return true;
    // By the calendar and not by age: else a version would move to another period with every save.
    const slot = `${period} ${Math.floor(at / period)}`;
    if (taken.has(slot)) return false;
    taken.add(slot);
    return true;
  });
}

/** Beyond the newest ones, where the next newer and the next older version are closest; the oldest is as far as it is old. */
function leastMissed(kept: KeptVersion[]): number {
  let best = kept.length - 1;
  let smallest = Number.POSITIVE_INFINITY;
  for (let at = newestKept; at < kept.length - 1; at++) {
    const gap = timeOf(kept[at - 1]) - timeOf(kept[at + 1]);
    if (gap < smallest) [best, smallest] = [at, gap];
  }
  return best;
}

const timeOf = (version: KeptVersion | undefined) => Date.parse(version?.saved_at ?? '');
