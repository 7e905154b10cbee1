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

/** Raised with any figure above: the figures of before then go into `formerFees` (docs/product.md P2.12). */
const FEES_VERSION = 1;

/** Every figure that a statement needs. Agreements name a schedule by its number. */
export interface FeeSchedule {
  version: number;
  sale: number;
  errorsAndOmissions: number;
  upperTierPrice: number;
  upperTierRate: number;
  upperTierStep: number;
  upperTierFeePerStep: number;
  lease: number;
  leaseRate: number;
  referral: number;
  referralRate: number;
  coordinator: number;
  shortSale: number;
  annual: number;
}

export const currentFees: Readonly<FeeSchedule> = {
  version: FEES_VERSION,
  sale: SALE_FEE,
  errorsAndOmissions: ERRORS_AND_OMISSIONS_FEE,
  upperTierPrice: UPPER_TIER_PRICE,
  upperTierRate: UPPER_TIER_RATE,
  upperTierStep: UPPER_TIER_STEP,
  upperTierFeePerStep: UPPER_TIER_FEE_PER_STEP,
  lease: LEASE_FEE,
  leaseRate: LEASE_RATE,
  referral: REFERRAL_FEE,
  referralRate: REFERRAL_RATE,
  coordinator: COORDINATOR_FEE,
  shortSale: SHORT_SALE_FEE,
  annual: ANNUAL_FEE,
};

/** Agreements name these and go on with them, so none is ever changed or removed. */
const formerFees: readonly Readonly<FeeSchedule>[] = [];

/** The schedule of that number; throws for one that never was. */
export function feesOfVersion(version: number): Readonly<FeeSchedule> {
  const schedule = [currentFees, ...formerFees].find((one) => one.version === version);
  if (!schedule) throw new Error(`No fee schedule has version ${version}`);
  return schedule;
}

/** Fees that individual terms may replace by another amount of cents. Rates and limits stay those of the schedule. */
export const FEE_LINES = {
  sale: 'Transaction fee of a sale under the upper tier',
  errorsAndOmissions: 'E&O insurance',
  upperTierFeePerStep: 'Upper tier, for each step of the sales price',
  lease: 'Lease, flat',
  referral: 'Referral, flat',
  coordinator: 'Transaction coordinator',
  shortSale: 'Short sale processing',
  annual: 'Annual fee',
} as const satisfies { [Line in keyof FeeSchedule]?: string };

export type FeeLine = keyof typeof FEE_LINES;

/** The schedule with the amounts that someone agreed on individually. */
export function withFeeLines(
  schedule: Readonly<FeeSchedule>,
  replaced: Partial<Record<FeeLine, number>>,
): Readonly<FeeSchedule> {
  return { ...schedule, ...replaced };
}

/** Labels of the rules, for statements and fee tables. */
export function rulesOf(fees: Readonly<FeeSchedule>) {
  const tier = formatMoney(fees.upperTierPrice);
  return {
    saleUnderUpperTier: `Under ${tier}: ${formatMoney(fees.sale)} per transaction, per side`,
    errorsAndOmissions: `${formatMoney(fees.errorsAndOmissions)} per transaction, per side`,
    saleUpperTier:
      `${tier} or more: the greater of ${formatPercent(fees.upperTierRate)} of the total gross commission or ` +
      `${formatMoney(fees.upperTierFeePerStep)} per ${formatMoney(fees.upperTierStep)} of the sales price, E&O included`,
    lease: `The greater of ${formatMoney(fees.lease)} flat or ${formatPercent(fees.leaseRate)} of the commission, per side`,
    referral:
      `The greater of ${formatMoney(fees.referral)} flat or ${formatPercent(fees.referralRate)} of the commission, ` +
      'excluding new construction',
    coordinator: `Optional: ${formatMoney(fees.coordinator)} per transaction, per side`,
    shortSale: `${formatMoney(fees.shortSale)}, non-refundable`,
    annual: `${formatMoney(fees.annual)} a year, due on joining`,
  };
}

export const RULES = rulesOf(currentFees);

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
export function closingStatement(
  transaction: Transaction,
  fees: Readonly<FeeSchedule> = currentFees,
): ClosingStatement {
  const commission = commissionLine(transaction);
  const charged = feeLines(transaction, commission.amount, fees);
  const totalFees = charged.reduce((sum, line) => sum - line.amount, 0);
  return {
    lines: [commission, ...charged],
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

function feeLines(
  transaction: Transaction,
  commission: number,
  fees: Readonly<FeeSchedule>,
): StatementLine[] {
  const rules = rulesOf(fees);
  switch (transaction.kind) {
    case 'lease':
      return [transactionFee(rules.lease, Math.max(fees.lease, percentOf(commission, fees.leaseRate)))];
    case 'referral':
      return [
        transactionFee(rules.referral, Math.max(fees.referral, percentOf(commission, fees.referralRate))),
      ];
    default:
      return [...saleFees(transaction.price, commission, fees), ...optionFees(transaction, fees)];
  }
}

function saleFees(price: number, commission: number, fees: Readonly<FeeSchedule>): StatementLine[] {
  if (price >= fees.upperTierPrice) return [upperTierFee(price, commission, fees)];
  const rules = rulesOf(fees);
  return [
    transactionFee(rules.saleUnderUpperTier, fees.sale),
    {
      id: 'errors-and-omissions',
      label: 'E&O insurance',
      rule: rules.errorsAndOmissions,
      amount: -fees.errorsAndOmissions,
    },
  ];
}

/** The least that the rule asks of the upper tier. It does not price a started step, so only whole ones count. */
export const leastUpperTierFee = (price: number, commission: number, fees: Readonly<FeeSchedule>): number =>
  Math.max(
    percentOf(commission, fees.upperTierRate),
    Math.floor(price / fees.upperTierStep) * fees.upperTierFeePerStep,
  );

/** The rule does not price a started $100,000. We charge pro rata, so such a fee is an estimate. */
function upperTierFee(price: number, commission: number, fees: Readonly<FeeSchedule>): StatementLine {
  const byCommission = percentOf(commission, fees.upperTierRate);
  const byPrice = Math.round((price * fees.upperTierFeePerStep) / fees.upperTierStep);
  const line = transactionFee(rulesOf(fees).saleUpperTier, Math.max(byCommission, byPrice));
  return byPrice > byCommission ? { ...line, estimate: true } : line;
}

function optionFees({ coordinator, shortSale }: Sale, fees: Readonly<FeeSchedule>): StatementLine[] {
  const rules = rulesOf(fees);
  const lines: StatementLine[] = [];
  if (coordinator) {
    const label = 'Transaction coordinator';
    lines.push({ id: 'coordinator', label, rule: rules.coordinator, amount: -fees.coordinator });
  }
  if (shortSale) {
    const label = 'Short sale processing';
    lines.push({ id: 'short-sale', label, rule: rules.shortSale, amount: -fees.shortSale });
  }
  return lines;
}

function transactionFee(rule: string, fee: number): StatementLine {
  return { id: 'transaction-fee', label: 'Transaction fee', rule, amount: -fee };
}
