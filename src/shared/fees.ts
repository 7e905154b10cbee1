import { formatMoney, formatPercent, percentOf } from './money.ts';

/** The fee structure (docs/product.md P2.1): amounts in cents, rates in basis points. */
export const SALE_FEE = 475_00;
export const ERRORS_AND_OMISSIONS_FEE = 125_00;
export const UPPER_TIER_PRICE = 1_000_000_00;
export const UPPER_TIER_RATE = 5_00;
export const UPPER_TIER_STEP = 100_000_00;
export const UPPER_TIER_FEE_PER_STEP = 100_00;
export const LEASE_FEE = 150_00;
export const LEASE_RATE = 10_00;
export const REFERRAL_FEE = 399_00;
export const REFERRAL_RATE = 5_00;
export const COORDINATOR_FEE = 500_00;
export const SHORT_SALE_FEE = 795_00;
/** Never part of a transaction. */
export const ANNUAL_FEE = 100_00;

/** Labels of the rules, for statements and fee tables. */
export const RULES = {
  saleUnderUpperTier: `Under ${formatMoney(UPPER_TIER_PRICE)}: ${formatMoney(SALE_FEE)} per transaction, per side`,
  errorsAndOmissions: `${formatMoney(ERRORS_AND_OMISSIONS_FEE)} per transaction, per side`,
  saleUpperTier:
    `${formatMoney(UPPER_TIER_PRICE)} or more: the greater of ${formatPercent(UPPER_TIER_RATE)} of the total gross ` +
    `commission or ${formatMoney(UPPER_TIER_FEE_PER_STEP)} per ${formatMoney(UPPER_TIER_STEP)} of the sales price, E&O included`,
  lease: `The greater of ${formatMoney(LEASE_FEE)} flat or ${formatPercent(LEASE_RATE)} of the commission, per side`,
  referral:
    `The greater of ${formatMoney(REFERRAL_FEE)} flat or ${formatPercent(REFERRAL_RATE)} of the commission, ` +
    'excluding new construction',
  coordinator: `Optional: ${formatMoney(COORDINATOR_FEE)} per transaction, per side`,
  shortSale: `${formatMoney(SHORT_SALE_FEE)}, non-refundable`,
  annual: `${formatMoney(ANNUAL_FEE)} a year, due on joining`,
};

/** No published fee: never part of a statement. */
export const QUOTED_BY_OFFICE = [
  { id: 'new-construction-referral', label: 'New construction referral', rule: 'Contact the office' },
  { id: 'in-house-escrow', label: 'In-house escrow', rule: 'Contact the office' },
] as const;

export const TRANSACTION_KINDS = {
  residential: 'Residential sale',
  commercial: 'Commercial sale (5+ units, mixed use, land)',
  lease: 'Lease',
  referral: 'Referral',
} as const;

export type TransactionKind = keyof typeof TRANSACTION_KINDS;

/** One side of a sale, in cents. The commission is a `rate` in basis points of the price, or an amount. */
export type Sale = {
  kind: 'residential' | 'commercial';
  price: number;
  coordinator?: boolean;
  shortSale?: boolean;
} & ({ rate: number } | { commission: number });

export type Transaction = Sale | { kind: 'lease' | 'referral'; commission: number };

/** `amount` in cents, negative for a deduction; `rule` is the label of its origin. */
export type StatementLine = {
  id: 'gross-commission' | 'transaction-fee' | 'errors-and-omissions' | 'coordinator' | 'short-sale';
  label: string;
  rule: string;
  amount: number;
  estimate?: boolean;
};

/** In cents. The lines add up to `agentKeeps`, which is negative when the fees exceed the commission. */
export type ClosingStatement = {
  lines: StatementLine[];
  grossCommission: number;
  totalFees: number;
  agentKeeps: number;
};

/** True for the key of a transaction kind. */
export function isTransactionKind(value: unknown): value is TransactionKind {
  return typeof value === 'string' && Object.hasOwn(TRANSACTION_KINDS, value);
}

/** Itemises one side of a transaction, in cents rounded half up, without the annual fee (docs/product.md P2.8). */
export function closingStatement(transaction: Transaction): ClosingStatement {
  const commission = commissionLine(transaction);
  const fees = feeLines(transaction, commission.amount);
  const totalFees = fees.reduce((sum, line) => sum - line.amount, 0);
  return {
    lines: [commission, ...fees],
    grossCommission: commission.amount,
    totalFees,
    agentKeeps: commission.amount - totalFees,
  };
}

function commissionLine(transaction: Transaction): StatementLine {
  const line = { id: 'gross-commission', label: 'Gross commission' } as const;
  if ('rate' in transaction) {
    const rule = `${formatPercent(transaction.rate)} of the ${formatMoney(transaction.price)} sales price`;
    return { ...line, rule, amount: percentOf(transaction.price, transaction.rate) };
  }
  return { ...line, rule: 'The commission of your side, as entered', amount: transaction.commission };
}

function feeLines(transaction: Transaction, commission: number): StatementLine[] {
  switch (transaction.kind) {
    case 'lease':
      return [transactionFee(RULES.lease, Math.max(LEASE_FEE, percentOf(commission, LEASE_RATE)))];
    case 'referral':
      return [transactionFee(RULES.referral, Math.max(REFERRAL_FEE, percentOf(commission, REFERRAL_RATE)))];
    default:
      return [...saleFees(transaction.price, commission), ...optionFees(transaction)];
  }
}

function saleFees(price: number, commission: number): StatementLine[] {
  if (price >= UPPER_TIER_PRICE) return [upperTierFee(price, commission)];
  return [
    transactionFee(RULES.saleUnderUpperTier, SALE_FEE),
    {
      id: 'errors-and-omissions',
      label: 'E&O insurance',
      rule: RULES.errorsAndOmissions,
      amount: -ERRORS_AND_OMISSIONS_FEE,
    },
  ];
}

/** The rule does not price a started $100,000. We charge pro rata, so such a fee is an estimate. */
function upperTierFee(price: number, commission: number): StatementLine {
  const byCommission = percentOf(commission, UPPER_TIER_RATE);
  const byPrice = Math.round((price * UPPER_TIER_FEE_PER_STEP) / UPPER_TIER_STEP);
  const line = transactionFee(RULES.saleUpperTier, Math.max(byCommission, byPrice));
  return byPrice > byCommission ? { ...line, estimate: true } : line;
}

function optionFees({ coordinator, shortSale }: Sale): StatementLine[] {
  const lines: StatementLine[] = [];
  if (coordinator) {
    const label = 'Transaction coordinator';
    lines.push({ id: 'coordinator', label, rule: RULES.coordinator, amount: -COORDINATOR_FEE });
  }
  if (shortSale) {
    const label = 'Short sale processing';
    lines.push({ id: 'short-sale', label, rule: RULES.shortSale, amount: -SHORT_SALE_FEE });
  }
  return lines;
}

function transactionFee(rule: string, fee: number): StatementLine {
  return { id: 'transaction-fee', label: 'Transaction fee', rule, amount: -fee };
}
