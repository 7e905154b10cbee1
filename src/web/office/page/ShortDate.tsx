import { formatDate } from '../../../shared/dates.ts';

/** A date as YYYY/MM/DD (docs/product.md P8.8). */
export function ShortDate({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {formatDate(iso)}
    </time>
  );
}
