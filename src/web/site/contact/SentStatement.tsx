import { changedSince, ownCalculation } from '../../../shared/fees/calculation-label.ts';
import { calculatorFromQuery, feesOfLink } from '../../../shared/fees/calculator-link.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { Comparisons } from '../closing-statement/Comparisons.tsx';

/** `query` as keptCalculation. */
export const sentInWords = (query: string, fees: Readonly<FeeSchedule>): string =>
  `Your figures were sent with it: ${ownCalculation(new URLSearchParams(query), fees)}.`;

/** The closing statement by the figures that were sent, as the calculator draws it. */
export function SentStatement({ query, fees }: { query: string; fees: Readonly<FeeSchedule> }) {
  const pairs = [...new URLSearchParams(query)];
  return (
    <section
      aria-labelledby="sent-statement"
      className="grid grid-cols-1 gap-8 rounded-lg border border-line bg-surface p-5 sm:p-8"
    >
      <h2 id="sent-statement" className="text-2xl">
        Your closing statement
      </h2>
      {feesOfLink(pairs) !== fees.version && <p className="text-sm">{changedSince}</p>}
      <Comparisons calculator={calculatorFromQuery(pairs)} fees={fees} level={['h3', 'h4']} />
    </section>
  );
}
