import { formatMoney } from '../../../shared/money.ts';
import { cx } from '../../ui/cx.ts';

interface AmountBarsProps {
  blank: boolean;
  bars: { label: string; amount: number; className?: string }[];
}

/** Hidden from screen readers: the statements below have the amounts. */
export function AmountBars({ blank, bars }: AmountBarsProps) {
  const widest = Math.max(1, ...bars.map(({ amount }) => amount));
  return (
    <div className={cx('grid gap-3', blank && 'invisible')} aria-hidden="true">
      {bars.map(({ label, amount, className }) => (
        <div key={label} className="text-sm">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span>{label}</span> {formatMoney(amount)}
          </span>
          <svg className={cx('bar mt-1 w-full', className)} aria-hidden="true">
            <rect height="100%" width={`${Math.max(0, (100 * amount) / widest)}%`} />
          </svg>
        </div>
      ))}
    </div>
  );
}
