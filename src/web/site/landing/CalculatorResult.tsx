import { type Calculator, calculatorTransaction } from '../../../shared/fees/calculator-link.ts';
import { differenceLabel, splitLabel } from '../../../shared/fees/comparison-label.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { cx } from '../../ui/cx.ts';
import { AmountBars } from './AmountBars.tsx';
import { CopyLink } from './CopyLink.tsx';
import {
  hasOptions,
  type SideBySide,
  transactionStatements,
  yearStatements,
} from './calculator-statements.ts';
import { Statement } from './Statement.tsx';

interface ResultProps {
  calculator: Calculator;
  fees: Readonly<FeeSchedule>;
  /** Whether the link of this calculation is from before the fees changed. */
  hasOtherFees: boolean;
  mistaken: boolean;
}

export function CalculatorResult({ calculator, fees, hasOtherFees, mistaken }: ResultProps) {
  const { transactionsPerYear } = calculator;
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
      <Compared
        title="One transaction"
        there={there}
        sides={transactionStatements(calculator, fees)}
        blank={mistaken}
      />
      <Compared title={`A year of ${transactionsPerYear}`} there={there} sides={year} blank={mistaken} />
      {hasOptions(calculatorTransaction(calculator), fees) && (
        <p className="text-muted text-sm">
          Options are included for us only; your brokerage may charge for them too.
        </p>
      )}
      <CopyLink calculator={calculator} fees={fees.version} />
    </div>
  );
}

interface ComparedProps {
  title: string;
  there: string;
  sides: SideBySide;
  blank: boolean;
}

function Compared({ title, there, sides, blank }: ComparedProps) {
  return (
    <section className="grid grid-cols-1 gap-4" aria-label={title}>
      <h4 className="border-text border-t pt-3">{title}</h4>
      <div className="statements grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2">
        <div>
          <h5 className="text-muted text-sm">Here</h5>
          <Statement
            lines={sides.here.lines}
            totalLabel="You keep"
            total={sides.here.agentKeeps}
            blank={blank}
          />
        </div>
        <div>
          <h5 className="text-muted text-sm">{there}</h5>
          <Statement
            lines={sides.there.lines}
            totalLabel="You keep"
            total={sides.there.agentKeeps}
            blank={blank}
          />
        </div>
      </div>
      <p className={cx('font-semibold text-sm', blank && 'invisible')}>
        {differenceLabel(sides.difference)}.
      </p>
    </section>
  );
}
