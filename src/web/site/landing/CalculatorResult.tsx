import type { Calculator } from '../../../shared/fees/calculator-link.ts';
import { splitLabel } from '../../../shared/fees/comparison-label.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { Comparisons } from '../closing-statement/Comparisons.tsx';
import { yearStatements } from '../closing-statement/calculator-statements.ts';
import { AmountBars } from './AmountBars.tsx';
import { CopyLink } from './CopyLink.tsx';

interface ResultProps {
  calculator: Calculator;
  fees: Readonly<FeeSchedule>;
  /** Whether the link of this calculation is from before the fees changed. */
  hasOtherFees: boolean;
  mistaken: boolean;
}

export function CalculatorResult({ calculator, fees, hasOtherFees, mistaken }: ResultProps) {
  const there = splitLabel(calculator);
  const year = yearStatements(calculator, fees);
  return (
    <div className="grid grid-cols-1 content-start gap-8 rounded-lg bg-surface p-5 sm:p-8">
      {hasOtherFees && (
        <p role="status" className="text-sm">
          Our fees have changed since this link was made. These are the figures by today’s fees.
        </p>
      )}
      <AmountBars
        blank={mistaken}
        bars={[
          { label: 'A year here', amount: year.here.agentKeeps },
          { label: there, amount: year.there.agentKeeps, className: 'bar-there' },
        ]}
      />
      <Comparisons calculator={calculator} fees={fees} blank={mistaken} />
      <CopyLink calculator={calculator} fees={fees.version} />
    </div>
  );
}
