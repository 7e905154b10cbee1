import { closingStatement, type FeeSchedule } from '../../../shared/fees/fees.ts';
import { formatMoney, formatPercent, percentOf } from '../../../shared/money.ts';
import { pricesAround } from './fee-form.ts';

const commissionRate = 2_50;

/** Works the tier's two rules out for prices on either side of it. */
export function TierExamples({ fees }: { fees: FeeSchedule }) {
  return (
    <table className="col-span-full w-full text-sm tabular-nums">
      <caption className="pb-2 text-left text-muted">
        Fees on either side of the tier, at {formatPercent(commissionRate)} commission
      </caption>
      <thead>
        <tr className="border-line border-b">
          {['Sale price', 'By commission', 'By price', 'Fees'].map((header, index) => (
            <th
              key={header}
              scope="col"
              className={index === 0 ? 'py-1.5 text-left' : 'py-1.5 ps-2 text-right'}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pricesAround(fees).map((price) => {
          const isUpper = price >= fees.upperTierPrice;
          const byCommission = percentOf(percentOf(price, commissionRate), fees.upperTierRate);
          const byPrice = Math.round((price * fees.upperTierFeePerStep) / fees.upperTierStep);
          const { totalFees } = closingStatement({ kind: 'residential', price, rate: commissionRate }, fees);
          return (
            <tr key={price} className="border-line border-b">
              <th scope="row" className="py-1.5 text-left font-normal">
                {formatMoney(price)}
              </th>
              <td className="py-1.5 ps-2 text-right">{isUpper ? formatMoney(byCommission) : '—'}</td>
              <td className="py-1.5 ps-2 text-right">{isUpper ? formatMoney(byPrice) : '—'}</td>
              <td className="py-1.5 ps-2 text-right font-semibold">{formatMoney(totalFees)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
