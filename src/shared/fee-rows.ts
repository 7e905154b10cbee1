import { currentFees, type FeeSchedule, QUOTED_BY_OFFICE, rulesOf } from './fees.ts';
import { formatMoney, formatPercent } from './money.ts';

/** docs/product.md P2.1; without a fee the office quotes it. */
export interface FeeRow {
  what: string;
  fee?: string;
  applies: string;
}

/** The tables of a schedule, as the public page and agreements show them. */
export function feeRows(fees: Readonly<FeeSchedule>) {
  const rules = rulesOf(fees);
  const upperTier = formatMoney(fees.upperTierPrice);
  const rate = formatPercent(fees.upperTierRate);
  const step = `${formatMoney(fees.upperTierFeePerStep)} per ${formatMoney(fees.upperTierStep)}`;
  const under = {
    fee: `${formatMoney(fees.sale)} + ${formatMoney(fees.errorsAndOmissions)} E&O`,
    applies: 'Each per transaction, per side',
  };
  const from = {
    fee: `${rate} or ${step}`,
    applies: `The greater of ${rate} of the total gross commission or ${step} of the sales price, E&O included`,
  };
  const transactions: FeeRow[] = [
    { what: `Residential sale under ${upperTier}`, ...under },
    { what: `Residential sale of ${upperTier} or more`, ...from },
    {
      what: 'Lease',
      fee: `${formatMoney(fees.lease)} or ${formatPercent(fees.leaseRate)}`,
      applies: rules.lease,
    },
    {
      what: 'Referral',
      fee: `${formatMoney(fees.referral)} or ${formatPercent(fees.referralRate)}`,
      applies: rules.referral,
    },
  ];
  const others: FeeRow[] = [
    { what: 'Annual or start-up fee', fee: formatMoney(fees.annual), applies: 'Due on joining' },
    {
      what: 'Transaction coordinator',
      fee: formatMoney(fees.coordinator),
      applies: 'Optional, per transaction, per side',
    },
    { what: 'Short sale processing', fee: formatMoney(fees.shortSale), applies: 'Non-refundable' },
    ...QUOTED_BY_OFFICE.map(({ label, rule }) => ({ what: label, applies: rule })),
  ];
  const commercial: FeeRow[] = [
    { what: `5+ units, mixed use or land under ${upperTier}`, ...under },
    { what: `5+ units, mixed use or land of ${upperTier} or more`, ...from },
  ];
  return { transactions, others, commercial };
}

export const {
  transactions: transactionFees,
  others: otherFees,
  commercial: commercialFees,
} = feeRows(currentFees);
