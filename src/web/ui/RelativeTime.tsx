import { useSyncExternalStore } from 'react';
import { formatDate, formatDateTime, formatRelative } from '../../shared/dates.ts';

const monthInMilliseconds = 30 * 86_400_000;

function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, 60_000);
  return () => clearInterval(timer);
}

/** The minute, so that the snapshot stays the same between two ticks. */
const minute = () => Math.floor(Date.now() / 60_000);

/** How long ago, with the time in Los Angeles as title; after 30 days, and in pages kept on the server, the date. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const now = useSyncExternalStore(everyMinute, minute, () => null);
  const recent = now !== null && Math.abs(now * 60_000 - Date.parse(iso)) < monthInMilliseconds;
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className={className}>
      {recent ? formatRelative(iso, Date.now()) : formatDate(iso)}
    </time>
  );
}
