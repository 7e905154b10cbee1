import { useSyncExternalStore } from 'react';
import { formatDateTime, formatDay, formatRelative } from '../../shared/dates.ts';
import { day, minute } from '../../shared/time.ts';

const week = 7 * day;

function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, minute);
  return () => clearInterval(timer);
}

/** Rounded to the minute, so that the snapshot is stable between ticks. */
const currentMinute = () => Math.floor(Date.now() / minute);

/** Relative time with the Los Angeles time as title; the date after a week and in cached server pages. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const now = useSyncExternalStore(everyMinute, currentMinute, () => null);
  const recent = now !== null && Math.abs(now * minute - Date.parse(iso)) < week;
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className={className}>
      {recent ? formatRelative(iso, Date.now()) : formatDay(iso)}
    </time>
  );
}
