import { useRef } from 'react';
import { isSaleKind } from '../../../shared/closings/transaction-kinds.ts';
import {
  type Calculator,
  calculatorTransaction,
  DEFAULT_CALCULATOR,
} from '../../../shared/fees/calculator-link.ts';
import { comparison, type SplitBrokerage } from '../../../shared/fees/comparison.ts';
import { closingStatement, type FeeSchedule, type Transaction } from '../../../shared/fees/fees.ts';
import { formatAmount, formatMoney, toDecimal } from '../../../shared/money.ts';
import { TextField } from '../../ui/TextField.tsx';
import { Statement } from '../closing-statement/Statement.tsx';
import type { FieldErrors } from './calculator-form.ts';
import { useCalculatorForm } from './useCalculatorForm.ts';

/** An example of a split, no particular brokerage's. */
const usualSplit: SplitBrokerage = { agentSplit: 70_00, annualCap: undefined, monthlyFee: 0 };

export function ClosingSlip({ fees }: { fees: Readonly<FeeSchedule> }) {
  const form = useRef<HTMLFormElement>(null);
  const { errors, mistaken, calculator, read, tidy } = useCalculatorForm(form, fees, () => location.hash);
  const transaction = calculatorTransaction(saleOf(calculator));
  const { lines, agentKeeps } = closingStatement(transaction, fees);
  return (
    <form
      ref={form}
      aria-label="Closing statement"
      onInput={read}
      onBlur={tidy}
      onSubmit={(event) => event.preventDefault()}
    >
      <SaleFields errors={errors} />
      <Statement lines={lines} totalLabel="You keep" total={agentKeeps} short blank={mistaken} />
      <p className="mt-3 rounded-md bg-sand px-3 py-2.5 text-sm" role="status">
        {mistaken ? (
          'Fix the highlighted field to see the figures.'
        ) : (
          <AgainstSplit transaction={transaction} fees={fees} />
        )}
      </p>
      <a href="#calculator" className="slip-link text-sm">
        Leases, referrals, options and a whole year
      </a>
    </form>
  );
}

/** The slip shows a sale, also while the calculator below shows something else. */
function saleOf(calculator: Calculator): Calculator {
  const kind = isSaleKind(calculator.kind) ? calculator.kind : DEFAULT_CALCULATOR.kind;
  return { ...calculator, kind, commissionBy: 'rate' };
}

function SaleFields({ errors }: { errors: FieldErrors }) {
  const common = { inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <fieldset className="needs-script mb-4 grid grid-cols-2 items-start gap-3">
      <legend className="sr-only">Your sale</legend>
      <TextField
        {...common}
        name="price"
        label="Sale price"
        before="$"
        defaultValue={formatAmount(DEFAULT_CALCULATOR.price)}
        error={errors.price}
      />
      <TextField
        {...common}
        name="rate"
        label="Your commission"
        after="%"
        defaultValue={toDecimal(DEFAULT_CALCULATOR.rate)}
        error={errors.rate}
      />
    </fieldset>
  );
}

interface AgainstSplitProps {
  transaction: Transaction;
  fees: Readonly<FeeSchedule>;
}

function AgainstSplit({ transaction, fees }: AgainstSplitProps) {
  const { there, difference } = comparison(transaction, 1, usualSplit, fees).perTransaction;
  return (
    <>
      On a 70/30 split you would keep {formatMoney(there.agentKeeps)}. That is{' '}
      <strong>{differenceLabel(difference)}</strong>.
    </>
  );
}

function differenceLabel(difference: number): string {
  if (difference === 0) return 'the same';
  return `${formatMoney(Math.abs(difference))} ${difference > 0 ? 'less' : 'more'}`;
}
