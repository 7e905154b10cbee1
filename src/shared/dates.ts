const officeZone = 'America/Los_Angeles';
const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/;

const dayParts = new Intl.DateTimeFormat('en-US', {
  timeZone: officeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: officeZone,
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
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
 * (docs/product.md P8.8).
 * @throws RangeError for anything else
 */
export function formatDate(iso: string): string {
  if (dateOnly.test(iso)) return iso.replaceAll('-', '/');
  const parts = dayParts.formatToParts(new Date(iso));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}/${part('month')}/${part('day')}`;
}

/** The day of an ISO timestamp in Los Angeles, as 'YYYY-MM-DD'. @throws RangeError for anything else */
export const officeDay = (iso: string): string => formatDate(iso).replaceAll('/', '-');

/** The day (YYYY-MM-DD) that lies `days` after another, or before it. */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** Formats an ISO timestamp as 'YYYY/MM/DD, 3:05 PM PST' in Los Angeles. @throws RangeError for anything else */
export function formatDateTime(iso: string): string {
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return `${formatDate(iso)}, ${clock.format(new Date(iso)).replace(/\s/g, ' ')}`;
}

/** Formats an ISO timestamp relative to `now` (epoch ms), rounded towards it: 'now', '5 minutes ago', 'in 2 hours'. */
export function formatRelative(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const step = steps.findLast((each) => Math.abs(seconds) >= each.seconds);
  if (!step) return 'now';
  return relative.format(Math.trunc(seconds / step.seconds), step.unit);
}
