import { type SaleKind, type TransactionKind, transactionKinds } from '../closings/transaction-kinds.ts';
import { formatMoney, formatPercent, percentOf } from '../money.ts';

/** Every figure of the fees (docs/product.md P2.1): amounts in whole cents, rates in basis points. */
export interface FeeFigures {
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
  /** Never part of a transaction. */
  annual: number;
}

/** All that a statement needs, under the number by which an agreement names it. */
export interface FeeSchedule extends FeeFigures {
  version: number;
}

/** Version 1 of each site, until its owner publishes another (docs/product.md P2.12). */
export const startFees: Readonly<FeeSchedule> = {
  version: 1,
  sale: 475_00,
  errorsAndOmissions: 125_00,
  upperTierPrice: 1_000_000_00,
  upperTierRate: 5_00,
  upperTierStep: 100_000_00,
  upperTierFeePerStep: 100_00,
  lease: 150_00,
  leaseRate: 10_00,
  referral: 399_00,
  referralRate: 5_00,
  coordinator: 500_00,
  shortSale: 795_00,
  annual: 100_00,
};

/** Writes a schedule for the browser, as short as can be. */
export const feesToText = (fees: Readonly<FeeSchedule>): string =>
  [
    fees.version,
    fees.sale,
    fees.errorsAndOmissions,
    fees.upperTierPrice,
    fees.upperTierRate,
    fees.upperTierStep,
    fees.upperTierFeePerStep,
    fees.lease,
    fees.leaseRate,
    fees.referral,
    fees.referralRate,
    fees.coordinator,
    fees.shortSale,
    fees.annual,
  ].join(' ');

/** @throws Error for a text that is no schedule */
export function feesFromText(text: string): FeeSchedule {
  const figures = text.split(' ').map(Number);
  const next = () => {
    const figure = figures.shift();
    if (figure === undefined || Number.isNaN(figure)) throw new Error('The page has no fees');
    return figure;
  };
  return {
    version: next(),
    sale: next(),
    errorsAndOmissions: next(),
    upperTierPrice: next(),
    upperTierRate: next(),
    upperTierStep: next(),
    upperTierFeePerStep: next(),
    lease: next(),
    leaseRate: next(),
    referral: next(),
    referralRate: next(),
    coordinator: next(),
    shortSale: next(),
    annual: next(),
  };
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
  replaced: Partial<FeeFigures>,
): Readonly<FeeSchedule> {
  return { ...schedule, ...replaced };
}

/** Labels of the rules, for statements and fee tables. A figure of 0 has no part in its rule. */
export function rulesOf(fees: Readonly<FeeSchedule>) {
  const tier = formatMoney(fees.upperTierPrice);
  const commission = 'of the commission';
  return {
    saleUnderUpperTier: `Under ${tier}: ${formatMoney(fees.sale)} per transaction, per side`,
    errorsAndOmissions: `${formatMoney(fees.errorsAndOmissions)} per transaction, per side`,
    saleUpperTier: `${tier} or more: ${upperTierRule(fees)}`,
    lease: `${greater(flat(fees.lease), share(fees.leaseRate, commission))}, per side`,
    referral: `${greater(flat(fees.referral), share(fees.referralRate, commission))}, excluding new construction`,
    coordinator: `Optional: ${formatMoney(fees.coordinator)} per transaction, per side`,
    shortSale: `${formatMoney(fees.shortSale)}, non-refundable`,
    annual: `${formatMoney(fees.annual)} a year, due on joining`,
  };
}

/** '' for 0. */
const share = (rate: number, what: string) => (rate === 0 ? '' : `${formatPercent(rate)} ${what}`);
const flat = (amount: number) => (amount === 0 ? '' : `${formatMoney(amount)} flat`);
export const perStep = ({ upperTierFeePerStep: fee, upperTierStep: step }: Readonly<FeeFigures>) =>
  fee === 0 ? '' : `${formatMoney(fee)} per ${formatMoney(step)}`;

function greater(one: string, other: string, start = 'The greater of'): string {
  return one !== '' && other !== '' ? `${start} ${one} or ${other}` : one || other;
}

/** 'the greater of 5% of the total gross commission or $100 per $100,000 of the sales price, E&O included'. */
export function upperTierRule(fees: Readonly<FeeFigures>, start = 'the greater of'): string {
  const byCommission = share(fees.upperTierRate, 'of the total gross commission');
  const step = perStep(fees);
  const rule = greater(byCommission, step && `${step} of the sales price`, start);
  return fees.errorsAndOmissions === 0 || rule === '' ? rule : `${rule}, E&O included`;
}

/** False if a sale of the upper tier costs nothing, so that E&O is included there without a fee. */
export const hasUpperTierFee = (fees: Readonly<FeeFigures>): boolean => upperTierRule(fees) !== '';

/** No published fee: never part of a statement. */
export const QUOTED_BY_OFFICE = [
  { id: 'new-construction-referral', label: 'New construction referral', rule: 'Contact the office' },
  { id: 'in-house-escrow', label: 'In-house escrow', rule: 'Contact the office' },
] as const;

/** One side of a sale, in cents. The commission is a `rate` in basis points of the price, or an amount. */
export type Sale = {
  kind: SaleKind;
  price: number;
  coordinator?: boolean;
  shortSale?: boolean;
} & ({ rate: number } | { commission: number });

export type Transaction = Sale | { kind: Exclude<TransactionKind, SaleKind>; commission: number };

/** `amount` in cents, negative for a deduction; `rule` is the label of its origin. */
type StatementLine = {
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

/** Itemises one side of a transaction, in cents rounded half up, without the annual fee (docs/product.md P2.8) and lines of 0. */
export function closingStatement(transaction: Transaction, fees: Readonly<FeeSchedule>): ClosingStatement {
  const commission = commissionLine(transaction);
  const charged = feeLines(transaction, commission.amount, fees).filter(({ amount }) => amount !== 0);
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
  if ('price' in transaction)
    return [...saleFees(transaction.price, commission, fees), ...optionFees(transaction, fees)];
  const { fees: rule } = transactionKinds[transaction.kind];
  const fee = Math.max(fees[rule], percentOf(commission, fees[`${rule}Rate`]));
  return [transactionFee(rulesOf(fees)[rule], fee)];
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
