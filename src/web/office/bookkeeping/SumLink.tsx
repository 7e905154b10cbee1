import { Link } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';

/** A sum in cents, which leads to what it adds up. */
export const SumLink = ({ to, cents }: { to: string; cents: number }) =>
  cents === 0 ? (
    <span className="text-muted">$0</span>
  ) : (
    <Link
      to={to}
      className="whitespace-nowrap text-brand underline underline-offset-4 hover:text-brand-hover"
    >
      {formatMoney(cents)}
    </Link>
  );
