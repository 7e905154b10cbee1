import { feeRows } from '../../../shared/fees/fee-rows.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { Island } from '../Island.tsx';
import { Calculator } from './Calculator.tsx';
import { Disclosure } from './Disclosure.tsx';
import { FeeTable } from './FeeTable.tsx';
import { Section } from './Section.tsx';

interface FeeStructureProps {
  fees: Readonly<FeeSchedule>;
  /** For a preview: the fees against which changes are marked. */
  before?: Readonly<FeeSchedule> | undefined;
}

export function FeeStructure({ fees, before }: FeeStructureProps) {
  const { transactions, others, commercial } = feeRows(fees);
  const former = before && feeRows(before);
  return (
    <Section
      id="fee-structure"
      heading="Every fee, on one page"
      intro="These are the fees on your closing statement, for one side of one transaction. Commissions are not set by law and are negotiable."
      className="bg-ground"
    >
      <div className="mt-10 grid gap-10">
        <FeeTable caption="Transactions" rows={transactions} before={former?.transactions} />
        <FeeTable caption="Joining, options and extras" rows={others} before={former?.others} />
        <p>
          <a href="/fees.pdf">Download the fee schedule (PDF)</a>
        </p>
        {commercial.length > 0 && (
          <div>
            <h3>Commercial sales</h3>
            <p className="mt-2 text-muted">
              5+ units, mixed use, and land have the same fees as residential sales.
            </p>
            <Disclosure more="Show More" less="Close" className="mt-4">
              <div className="mt-6">
                <FeeTable caption="Commercial sales" titled rows={commercial} before={former?.commercial} />
              </div>
            </Disclosure>
          </div>
        )}
      </div>
      <div id="calculator" className="calculator mt-16 md:mt-24">
        <h3 className="text-2xl">Run your own numbers</h3>
        <p className="mt-3 max-w-measure text-muted">
          Enter your numbers and compare with your current brokerage. Commissions are not set by law and are
          negotiable; the rates here are examples.
        </p>
        <noscript>
          <p className="mt-3">This is an example. Turn on JavaScript to enter your own numbers.</p>
        </noscript>
        <Island
          name="calculator"
          when="query"
          component={Calculator}
          props={{ fees }}
          sent={{}}
          className="mt-8"
        />
      </div>
    </Section>
  );
}
