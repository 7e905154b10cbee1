import { formatDate } from '../../../shared/dates.ts';

interface Period {
  from: string | null;
  to: string | null;
  current: boolean;
}

/** 'YYYY/MM/DD – Now', as much of it as is known; empty when nothing is. */
export function periodLabel({ from, to, current }: Period): string {
  const end = current ? 'Now' : to && formatDate(to);
  if (from) return end ? `${formatDate(from)} – ${end}` : `Since ${formatDate(from)}`;
  if (current) return 'Now';
  return end ? `Until ${end}` : '';
}

/** Days as text sort as they follow each other. */
const ends = ({ from, to, current }: Period) => (current ? '9999' : (to ?? from ?? ''));

/** What goes on first, then what ended last; what has no dates comes last, newest entry first. */
export const newestPeriodFirst = <Entry extends Period>(entries: Entry[]): Entry[] =>
  entries.toSorted((a, b) => ends(b).localeCompare(ends(a)) || (b.from ?? '').localeCompare(a.from ?? ''));
