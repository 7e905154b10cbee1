import { minute } from '../../../shared/time.ts';

const minutes = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** An ISO timestamp in Los Angeles time, for a datetime-local field: '2026-11-23T09:00'. */
export const toOfficeTime = (iso: string): string => minutes.format(new Date(iso)).replace(' ', 'T');

const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', timeStyle: 'short' });

/** The time of day in Los Angeles: '9:00 AM'. */
export const officeClock = (iso: string): string => clock.format(new Date(iso));

/** The ISO timestamp of a datetime-local value; undefined if invalid. An hour skipped in spring is the one after it. */
export function fromOfficeTime(local: string): string | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offsetAt = (moment: number) =>
    Date.parse(`${toOfficeTime(new Date(moment).toISOString())}Z`) - Math.floor(moment / minute) * minute;
  // Twice: the first offset may be from the other side of a clock change.
  const near = asUtc - offsetAt(asUtc);
  const exact = new Date(asUtc - offsetAt(near)).toISOString();
  return toOfficeTime(exact) === local ? exact : new Date(near).toISOString();
}
