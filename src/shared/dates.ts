const officeZone = 'America/Los_Angeles';
const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/;

const dayParts = new Intl.DateTimeFormat('en-US', {
  timeZone: officeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const longDay = new Intl.DateTimeFormat('en-US', {
  timeZone: officeZone,
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: officeZone,
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'shortGeneric',
});

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

const steps = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'year', seconds: 31_557_600 },
] as const;

/**
 * Formats an ISO timestamp, as its day in Los Angeles, or a 'YYYY-MM-DD', which never shifts, as 'YYYY/MM/DD'
 * for the lists that docs/product.md P8.8 names; elsewhere days are as `formatDay` shows them.
 * @throws RangeError for anything else
 */
export function formatDate(iso: string): string {
  if (dateOnly.test(iso)) return iso.replaceAll('-', '/');
  const parts = dayParts.formatToParts(new Date(iso));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}/${part('month')}/${part('day')}`;
}

/**
 * Formats an ISO timestamp, as its day in Los Angeles, or a 'YYYY-MM-DD', which never shifts, as 'Nov 22, 2026'.
 * @throws RangeError for anything else
 */
export const formatDay = (iso: string): string =>
  longDay.format(new Date(dateOnly.test(iso) ? `${iso}T20:00:00Z` : iso));

const nearDay = new Intl.DateTimeFormat('en-US', {
  timeZone: officeZone,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
});

/** A day (YYYY-MM-DD) on which someone must act: 'Sun, Nov 22' within six days of `now` (epoch ms), else 'Jan 5, 2027'. */
export function formatDueDay(day: string, now: number): string {
  const noon = new Date(`${day}T20:00:00Z`);
  return Math.abs(noon.getTime() - now) < 6.5 * 86_400_000 ? nearDay.format(noon) : formatDay(day);
}

/** The day of an ISO timestamp in Los Angeles, as 'YYYY-MM-DD'. @throws RangeError for anything else */
export const officeDay = (iso: string): string => formatDate(iso).replaceAll('/', '-');

/** The present day in Los Angeles, as YYYY-MM-DD. */
export const today = (): string => officeDay(new Date().toISOString());

/** When a day (YYYY-MM-DD) begins in Los Angeles, as an ISO timestamp: clocks are changed at two in the morning, not before. */
export function startOfOfficeDay(day: string): string {
  const inSummer = `${day}T07:00:00.000Z`;
  return officeDay(inSummer) === day ? inSummer : `${day}T08:00:00.000Z`;
}

/** The later of two days as YYYY-MM-DD. */
export const laterDay = (one: string, other: string): string => (one > other ? one : other);

/** The day (YYYY-MM-DD) that lies `days` after another, or before it. */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** Moves a day (YYYY-MM-DD) by months, forward or back. In a shorter month it becomes the last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Formats an ISO timestamp as 'Nov 22, 2026, 3:05 PM PT' in Los Angeles. @throws RangeError for anything else */
export function formatDateTime(iso: string): string {
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return `${formatDay(iso)}, ${clock.format(new Date(iso)).replace(/\s/g, ' ')}`;
}

/** The largest unit that has passed between an ISO timestamp and `now` (epoch ms); undefined below a minute. */
function distance(iso: string, now: number) {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const step = steps.findLast((each) => Math.abs(seconds) >= each.seconds);
  return step && { count: Math.trunc(seconds / step.seconds), unit: step.unit };
}

/** Formats an ISO timestamp relative to `now` (epoch ms), rounded towards it: 'now', '5 minutes ago', 'in 2 hours'. */
export function formatRelative(iso: string, now: number): string {
  const far = distance(iso, now);
  return far ? relative.format(far.count, far.unit) : 'now';
}

/** How long ago an ISO timestamp was, rounded towards `now` (epoch ms): '3 days', '1 month'; '' below a minute. */
export function formatAge(iso: string, now: number): string {
  const far = distance(iso, now);
  if (!far) return '';
  const count = Math.abs(far.count);
  return `${count} ${far.unit}${count === 1 ? '' : 's'}`;
}
