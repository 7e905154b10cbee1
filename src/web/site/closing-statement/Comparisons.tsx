import { type Calculator, calculatorTransaction } from '../../../shared/fees/calculator-link.ts';
import { differenceLabel, splitLabel } from '../../../shared/fees/comparison-label.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { cx } from '../../ui/cx.ts';
import {
  hasOptions,
  type SideBySide,
  transactionStatements,
  yearStatements,
} from './calculator-statements.ts';
import { Statement } from './Statement.tsx';

/** Headings of a statement and of its sides. */
type Level = readonly ['h3', 'h4'] | readonly ['h4', 'h5'];

interface ComparisonsProps {
  calculator: Calculator;
  fees: Readonly<FeeSchedule>;
  blank?: boolean;
  level?: Level;
}

/** One transaction and a year, each here and at the split brokerage. */
export function Comparisons({ calculator, fees, blank = false, level = ['h4', 'h5'] }: ComparisonsProps) {
  const rest = { there: splitLabel(calculator), blank, level };
  return (
    <>
      <Compared {...rest} title="One transaction" sides={transactionStatements(calculator, fees)} />
      <Compared
        {...rest}
        title={`A year of ${calculator.transactionsPerYear}`}
        sides={yearStatements(calculator, fees)}
      />
      {hasOptions(calculatorTransaction(calculator), fees) && (
        <p className="text-muted text-sm">
          Options are included for us only; your brokerage may charge for them too.
        </p>
      )}
    </>
  );
}

interface ComparedProps {
  title: string;
  level: Level;
  there: string;
  sides: SideBySide;
  blank: boolean;
}

function Compared({ title, level, there, sides, blank }: ComparedProps) {
  const [Title, Side] = level;
  return (
    <section className="grid grid-cols-1 gap-4" aria-label={title}>
      <Title className="border-text border-t pt-3">{title}</Title>
      <div className="statements grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2">
        <div>
          <Side className="font-sans text-muted text-sm tracking-normal">Here</Side>
          <Statement
            lines={sides.here.lines}
            totalLabel="You keep"
            total={sides.here.agentKeeps}
            blank={blank}
          />
        </div>
        <div>
          <Side className="font-sans text-muted text-sm tracking-normal">{there}</Side>
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
