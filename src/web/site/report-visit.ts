import type { VisitEvent } from '../../shared/visit-events.ts';

const reported = new Set<string>();

/** Lets the server count what it cannot see, once for each page. */
export function reportVisit(event: Exclude<VisitEvent, 'sent'>): void {
  if (reported.has(event)) return;
  reported.add(event);
  navigator.sendBeacon(`/api/visits/${event}`);
}
