import {
  ANNUAL_FEE,
  COORDINATOR_FEE,
  ERRORS_AND_OMISSIONS_FEE,
  LEASE_FEE,
  LEASE_RATE,
  QUOTED_BY_OFFICE,
  REFERRAL_FEE,
  REFERRAL_RATE,
  RULES,
  SALE_FEE,
  SHORT_SALE_FEE,
  UPPER_TIER_FEE_PER_STEP,
  UPPER_TIER_PRICE,
  UPPER_TIER_RATE,
  UPPER_TIER_STEP,
} from '../../../shared/fees.ts';
import { formatMoney, formatPercent } from '../../../shared/money.ts';

/** docs/product.md P2.1; without a fee the office quotes it. */
export interface FeeRow {
  what: string;
  fee?: string;
  applies: string;
}

const upperTier = formatMoney(UPPER_TIER_PRICE);

const saleUnderUpperTier = {
  fee: `${formatMoney(SALE_FEE)} + ${formatMoney(ERRORS_AND_OMISSIONS_FEE)} E&O`,
  applies: 'Each per transaction, per side',
};
const saleFromUpperTier = {
  fee: `${formatPercent(UPPER_TIER_RATE)} or ${formatMoney(UPPER_TIER_FEE_PER_STEP)} per ${formatMoney(UPPER_TIER_STEP)}`,
  applies: `The greater of ${formatPercent(UPPER_TIER_RATE)} of the total gross commission or ${formatMoney(UPPER_TIER_FEE_PER_STEP)} per ${formatMoney(UPPER_TIER_STEP)} of the sales price, E&O included`,
};

export const transactionFees: FeeRow[] = [
  { what: `Residential sale under ${upperTier}`, ...saleUnderUpperTier },
  { what: `Residential sale of ${upperTier} or more`, ...saleFromUpperTier },
  {
    what: 'Lease',
    fee: `${formatMoney(LEASE_FEE)} or ${formatPercent(LEASE_RATE)}`,
    applies: RULES.lease,
  },
  {
    what: 'Referral',
    fee: `${formatMoney(REFERRAL_FEE)} or ${formatPercent(REFERRAL_RATE)}`,
    applies: RULES.referral,
  },
];

export const otherFees: FeeRow[] = [
  { what: 'Annual or start-up fee', fee: formatMoney(ANNUAL_FEE), applies: 'Due on joining' },
  {
    what: 'Transaction coordinator',
    fee: formatMoney(COORDINATOR_FEE),
    applies: 'Optional, per transaction, per side',
  },
  { what: 'Short sale processing', fee: formatMoney(SHORT_SALE_FEE), applies: 'Non-refundable' },
  ...QUOTED_BY_OFFICE.map(({ label, rule }) => ({ what: label, applies: rule })),
];

export const commercialFees: FeeRow[] = [
  { what: `5+ units, mixed use or land under ${upperTier}`, ...saleUnderUpperTier },
  { what: `5+ units, mixed use or land of ${upperTier} or more`, ...saleFromUpperTier },
];
