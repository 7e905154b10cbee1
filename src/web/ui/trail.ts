/** Page.tsx looks there before it loads this. */
const key = 'trail';

/** The list that a page was opened from, in this tab. */
export interface Trail {
  /** The whole address of the list. */
  from: string;
  /** The pages of its rows. */
  paths: string[];
  /** The number of the first of them, from 1. */
  first: number;
  total: string;
}

/** The place of an entry in the tab's history, as the router counts. */
const place = (): unknown => history.state?.idx;

export function keepTrail(trail: Trail): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...trail, place: place() }));
  } catch {
    // Storage is full or blocked: the page has no way to the next.
  }
}

/** Part of the state of an entry that was reached along the trail. */
export const onTrail = { onTrail: true };

/** The trail that leads through the page that is shown, unless that was opened from elsewhere. */
export function trailThrough(pathname: string, state: unknown): Trail | undefined {
  try {
    const trail: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!isTrail(trail) || !trail.paths.includes(pathname)) return undefined;
    const isNext = place() === Number(trail.place) + 1;
    return isNext || Object(state).onTrail ? trail : undefined;
  } catch {
    return undefined;
  }
}

/** An older version of the product may have written it. */
const isTrail = (value: unknown): value is Trail & { place: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'from' in value &&
  typeof value.from === 'string' &&
  'paths' in value &&
  Array.isArray(value.paths) &&
  'place' in value;

let returning: string | undefined;

/** The list that is shown next has the focus on the row of this page. */
export function returnFrom(pathname: string): void {
  returning = pathname;
}

export function takeReturn(): string | undefined {
  const path = returning;
  returning = undefined;
  return path;
}
