import { formatMoney } from '../../../shared/money.ts';
import { cx } from '../../ui/cx.ts';

interface KeptBarsProps {
  /** Keeps the place without the bars. */
  blank: boolean;
  bars: { label: string; kept: number; className?: string }[];
}

/** How long the amounts are beside each other; the statements below say them in words. */
export function KeptBars({ blank, bars }: KeptBarsProps) {
  const widest = Math.max(1, ...bars.map(({ kept }) => kept));
  return (
    <div className={cx('grid gap-3', blank && 'invisible')} aria-hidden="true">
      {bars.map(({ label, kept, className }) => (
        <div key={label} className="text-sm">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span>{label}</span> {formatMoney(kept)}
          </span>
          <svg className={cx('bar mt-1 w-full', className)} aria-hidden="true">
            <rect height="100%" width={`${Math.max(0, (100 * kept) / widest)}%`} />
          </svg>
        </div>
      ))}
    </div>
  );
}
