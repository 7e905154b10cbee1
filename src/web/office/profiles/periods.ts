import { formatDate } from '../../../shared/dates.ts';

interface Period {
  from: string | null;
  to: string | null;
  current: boolean;
}

/** 'YYYY/MM/DD – Now', as far as known; may be empty. */
export function periodLabel({ from, to, current }: Period): string {
  const end = current ? 'Now' : to && formatDate(to);
  if (from) return end ? `${formatDate(from)} – ${end}` : `Since ${formatDate(from)}`;
  if (current) return 'Now';
  return end ? `Until ${end}` : '';
}

/** ISO dates sort as text. */
const ends = ({ from, to, current }: Period) => (current ? '9999' : (to ?? from ?? ''));

/** Current entries first, then by end date; entries without dates last, newest first. */
export const newestPeriodFirst = <Entry extends Period>(entries: Entry[]): Entry[] =>
  entries.toSorted((a, b) => ends(b).localeCompare(ends(a)) || (b.from ?? '').localeCompare(a.from ?? ''));
