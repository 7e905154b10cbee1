import type { Calculator } from '../../../shared/calculator-link.ts';
import { differenceLabel, splitLabel } from '../../../shared/comparison-label.ts';
import { cx } from '../../ui/cx.ts';
import { AmountBars } from './AmountBars.tsx';
import { CopyLink } from './CopyLink.tsx';
import { type SideBySide, transactionStatements, yearStatements } from './calculator-statements.ts';
import { Statement } from './Statement.tsx';

interface ResultProps {
  calculator: Calculator;
  mistaken: boolean;
}

export function CalculatorResult({ calculator, mistaken }: ResultProps) {
  const { transactionsPerYear, coordinator, shortSale } = calculator;
  const there = splitLabel(calculator);
  const year = yearStatements(calculator);
  return (
    <div className="grid grid-cols-1 content-start gap-8 rounded-lg bg-surface p-5 sm:p-8">
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
        sides={transactionStatements(calculator)}
        blank={mistaken}
      />
      <Compared title={`A year of ${transactionsPerYear}`} there={there} sides={year} blank={mistaken} />
      {(coordinator || shortSale) && (
        <p className="text-muted text-sm">
          Options are included for us only; your brokerage may charge for them too.
        </p>
      )}
      <CopyLink calculator={calculator} />
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
