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
    <dl className="statement">
      {lines.map(({ id, label, rule, amount, estimate }) => (
        <Row key={id} amount={blank ? '—' : shown(amount)}>
          {label}
          {estimate && !blank && <span className="text-muted"> (estimate)</span>}
          <span className={cx('statement-rule', short && 'max-sm:hidden', blank && 'invisible')}>{rule}</span>
        </Row>
      ))}
      <Row className="statement-total" amount={blank ? '—' : formatMoney(total)}>
        {totalLabel}
      </Row>
    </dl>
  );
}

const shown = (amount: number | string) => (typeof amount === 'number' ? formatMoney(amount) : amount);

function Row({ className, amount, children }: { className?: string; amount: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{children}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
