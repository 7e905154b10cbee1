import { formatDate } from '../../shared/dates.ts';

/** A day as YYYY/MM/DD (docs/product.md P8.8), never broken into two lines. */
export function ShortDate({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {formatDate(iso)}
    </time>
  );
}
