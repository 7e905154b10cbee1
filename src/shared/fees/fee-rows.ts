import { formatMoney, formatPercent } from '../money.ts';
import { type FeeSchedule, perStep, QUOTED_BY_OFFICE, rulesOf, upperTierRule } from './fees.ts';

/** docs/product.md P2.1; without a fee the office quotes it. */
export interface FeeRow {
  what: string;
  fee?: string;
  applies: string;
}

/** Stands for all kinds of transactions where none of them costs anything: a table has at least a row. */
const noFee: FeeRow = {
  what: 'Sales, leases and referrals',
  fee: 'No fee',
  applies: 'Per transaction, per side',
};

/** The tables of a schedule, as the public page and agreements show them. What costs nothing has no row. */
export function feeRows(fees: Readonly<FeeSchedule>) {
  const rules = rulesOf(fees);
  const upperTier = formatMoney(fees.upperTierPrice);
  const under = [money(fees.sale), fees.errorsAndOmissions && `${formatMoney(fees.errorsAndOmissions)} E&O`];
  const lower = {
    fee: joined(under, ' + '),
    applies: under.every(Boolean) ? 'Each per transaction, per side' : 'Per transaction, per side',
  };
  const upper = {
    fee: joined([rate(fees.upperTierRate), perStep(fees)], ' or '),
    applies: startOfSentence(upperTierRule(fees)),
  };
  const transactions: FeeRow[] = [
    { what: `Residential sale under ${upperTier}`, ...lower },
    { what: `Residential sale of ${upperTier} or more`, ...upper },
    { what: 'Lease', fee: joined([money(fees.lease), rate(fees.leaseRate)], ' or '), applies: rules.lease },
    {
      what: 'Referral',
      fee: joined([money(fees.referral), rate(fees.referralRate)], ' or '),
      applies: rules.referral,
    },
  ];
  const others: FeeRow[] = [
    { what: 'Annual or start-up fee', fee: money(fees.annual), applies: 'Due on joining' },
    {
      what: 'Transaction coordinator',
      fee: money(fees.coordinator),
      applies: 'Optional, per transaction, per side',
    },
    { what: 'Short sale processing', fee: money(fees.shortSale), applies: 'Non-refundable' },
    ...QUOTED_BY_OFFICE.map(({ label, rule }) => ({ what: label, applies: rule })),
  ];
  const commercial: FeeRow[] = [
    { what: `5+ units, mixed use or land under ${upperTier}`, ...lower },
    { what: `5+ units, mixed use or land of ${upperTier} or more`, ...upper },
  ];
  const charged = transactions.filter(isCharged);
  return {
    transactions: charged.length > 0 ? charged : [noFee],
    others: others.filter(isCharged),
    commercial: commercial.filter(isCharged),
  };
}

/** '' for 0. */
const money = (amount: number) => (amount === 0 ? '' : formatMoney(amount));
const rate = (basisPoints: number) => (basisPoints === 0 ? '' : formatPercent(basisPoints));

const joined = (parts: (string | 0)[], word: string) => parts.filter(Boolean).join(word);
const startOfSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const isCharged = ({ fee }: FeeRow) => fee !== '';
