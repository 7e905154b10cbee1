import { formatDay } from '../../../shared/dates.ts';

/** A date as Nov 22, 2026 (docs/product.md P8.8). */
export function PlainDate({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {formatDay(iso)}
    </time>
  );
}
