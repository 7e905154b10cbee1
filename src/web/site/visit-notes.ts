import type { VisitEvent } from '../../shared/insights/visit-events.ts';
import { mayBeCounted } from './may-be-counted.ts';

/** A key in session storage. */
export const calculationKey = 'calculation';
/** Stands in for session storage where the browser blocks it, for this page only. */
export const memory = new Map<string, string>();

let reported = false;

/** Lets the server count what it cannot see, once for each page; no page has two kinds. */
export function reportVisit(event: Extract<VisitEvent, 'calculator' | 'form'>): void {
  if (!reported && mayBeCounted()) navigator.sendBeacon(`/api/visits/${event}`);
  reported = true;
}
