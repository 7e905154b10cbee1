import type { ReactNode } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { cx } from '../../ui/cx.ts';

/** `amount` in cents, or a label where there is no figure. */
export interface Line {
  id: string;
  label: string;
  rule: string;
  amount: number | string;
  estimate?: boolean;
}

interface StatementProps {
  lines: Line[];
  totalLabel: string;
  /** In cents. */
  total: number;
  /** Hides the rules on a phone, where the page explains them further down. */
  short?: boolean;
  blank?: boolean;
}

export function Statement({ lines, totalLabel, total, short = false, blank = false }: StatementProps) {
  return (
    <dl className="flex flex-col">
      {lines.map(({ id, label, rule, amount, estimate }) => (
        <Row
          key={id}
          className="border-line border-b py-2 text-sm nth-last-2:border-transparent"
          amount={blank ? '—' : shown(amount)}
        >
          {label}
          {estimate && !blank && <span className="text-muted"> (estimate)</span>}
          <span className={cx('block text-muted text-xs', short && 'max-sm:hidden', blank && 'invisible')}>
            {rule}
          </span>
        </Row>
      ))}
      <Row
        className="statement-total mt-auto items-baseline pt-3 pb-2"
        amount={blank ? '—' : formatMoney(total)}
      >
        {totalLabel}
      </Row>
    </dl>
  );
}

const shown = (amount: number | string) => (typeof amount === 'number' ? formatMoney(amount) : amount);

function Row({ className, amount, children }: { className: string; amount: string; children: ReactNode }) {
  return (
    <div className={cx('flex justify-between gap-4', className)}>
      <dt className="min-w-0">{children}</dt>
      <dd className="max-w-2/3 shrink-0 text-right">{amount}</dd>
    </div>
  );
}
