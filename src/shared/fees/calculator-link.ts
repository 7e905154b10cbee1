/**
 * Inputs of the calculator, as they stand in its link. A new one also needs `CalculatorFields.tsx` and
 * calculator-statements.ts.
 */

import { repairedPair } from '../articles/link-repair.ts';
import { calculatorKinds, isSaleKind, type TransactionKind } from '../closings/transaction-kinds.ts';
import { isWhole, parseMoney, parsePercent, toDecimal } from '../money.ts';
import { MAX_TRANSACTIONS_PER_YEAR, type SplitBrokerage } from './comparison.ts';
import type { Transaction } from './fees.ts';

/**
 * In cents and basis points. Flat, so that changing the kind loses no input. Leases and referrals use only
 * `commission`.
 */
export type Calculator = SplitBrokerage & {
  kind: TransactionKind;
  price: number;
  commissionBy: 'rate' | 'amount';
  rate: number;
  commission: number;
  coordinator: boolean;
  shortSale: boolean;
  /** Has no published fee: adds no amount, only a line that refers to the office. */
  inHouseEscrow: boolean;
  transactionsPerYear: number;
};

/** An example, not a claim about another brokerage's fees. */
export const DEFAULT_CALCULATOR: Calculator = {
  kind: 'residential',
  price: 850_000_00,
  commissionBy: 'rate',
  rate: 2_50,
  commission: 5_000_00,
  coordinator: false,
  shortSale: false,
  inHouseEscrow: false,
  transactionsPerYear: 12,
  agentSplit: 70_00,
  annualCap: undefined,
  monthlyFee: 0,
};

/** Converts a calculator for `closingStatement` and `comparison`. */
export function calculatorTransaction(calculator: Calculator): Transaction {
  const { kind, price, commissionBy, rate, commission, coordinator, shortSale } = calculator;
  if (!isSaleKind(kind)) return { kind, commission };
  const sale = { kind, price, coordinator, shortSale };
  return commissionBy === 'rate' ? { ...sale, rate } : { ...sale, commission };
}

/**
 * The query string, without '?', of what differs from the default: 'rate=2'. It ends with the version of the fees, such
 * as '&fees=3', but for version 1, which links from before there were versions name by leaving it out.
 */
export function calculatorToQuery(calculator: Calculator, fees: number): string {
  const standard = toPairs(DEFAULT_CALCULATOR);
  const changed = Object.entries(toPairs(calculator)).filter(([key, value]) => value !== standard[key]);
  if (changed.length > 0 && fees !== 1) changed.push(['fees', String(fees)]);
  return changed.map(([key, value]) => `${key}=${value}`).join('&');
}

/** The query as an inquiry keeps it: the unchanged example, too, has its version of the fees. */
export function keptCalculation(calculator: Calculator, fees: number): string {
  return calculatorToQuery(calculator, fees) || (fees === 1 ? '' : `fees=${fees}`);
}

/** The version of the fees by which a link was made, from decoded pairs; links from before there were others name none. */
export function feesOfLink(pairs: Iterable<readonly [string, unknown]>): number {
  const value = new Map([...pairs].map(repairedPair)).get('fees');
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1;
}

/**
 * Parses decoded pairs (URLSearchParams, or `Object.entries` of a query) to a calculator. Missing and invalid values
 * get their default, so that old and mangled links still open.
 */
export function calculatorFromQuery(pairs: Iterable<readonly [string, unknown]>): Calculator {
  const values = new Map([...pairs].map(repairedPair));
  const text = (key: string) => {
    const value = values.get(key);
    return typeof value === 'string' ? value : '';
  };
  const otherwise = DEFAULT_CALCULATOR;
  return {
    kind: calculatorKinds.find((kind) => kind === text('type')) ?? otherwise.kind,
    price: parseMoney(text('price')) ?? otherwise.price,
    commissionBy: text('by') === 'amount' ? 'amount' : 'rate',
    rate: parsePercent(text('rate')) ?? otherwise.rate,
    commission: parseMoney(text('commission')) ?? otherwise.commission,
    coordinator: text('coordinator') === 'yes',
    shortSale: text('shortsale') === 'yes',
    inHouseEscrow: text('escrow') === 'yes',
    transactionsPerYear: parseTransactions(text('transactions')) ?? otherwise.transactionsPerYear,
    agentSplit: parsePercent(text('split')) ?? otherwise.agentSplit,
    annualCap: parseMoney(text('cap')),
    monthlyFee: parseMoney(text('monthly')) ?? otherwise.monthlyFee,
  };
}

/** Parses a number of transactions a year; undefined unless whole and within bounds. */
export function parseTransactions(text: string): number | undefined {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : undefined;
  return isWhole(count, MAX_TRANSACTIONS_PER_YEAR) ? count : undefined;
}

/** No value ever needs percent-encoding. '' stands for "none" and equals its default. */
function toPairs(calculator: Calculator): Record<string, string> {
  return {
    type: calculator.kind,
    price: toDecimal(calculator.price),
    by: calculator.commissionBy,
    rate: toDecimal(calculator.rate),
    commission: toDecimal(calculator.commission),
    coordinator: calculator.coordinator ? 'yes' : 'no',
    shortsale: calculator.shortSale ? 'yes' : 'no',
    escrow: calculator.inHouseEscrow ? 'yes' : 'no',
    transactions: String(calculator.transactionsPerYear),
    split: toDecimal(calculator.agentSplit),
    cap: calculator.annualCap === undefined ? '' : toDecimal(calculator.annualCap),
    monthly: toDecimal(calculator.monthlyFee),
  };
}
