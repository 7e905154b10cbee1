import { isSaleKind, kindOf } from '../closings/transaction-kinds.ts';
import { formatMoney, formatPercent } from '../money.ts';
import {
  type Calculator,
  calculatorFromQuery,
  calculatorTransaction,
  feesOfLink,
} from './calculator-link.ts';
import { comparison } from './comparison.ts';
import type { FeeSchedule } from './fees.ts';

/** '12 sales of $850,000 at 2.5%', the transactions of a year. */
export function calculationObject(calculator: Calculator): string {
  const { kind, price, commissionBy, rate, commission, transactionsPerYear: count } = calculator;
  const [one, many] = kindOf(kind).nouns;
  const earned =
    isSaleKind(kind) && commissionBy === 'rate'
      ? `at ${formatPercent(rate)}`
      : `with a commission of ${formatMoney(commission)}`;
  const object = isSaleKind(kind) ? ` of ${formatMoney(price)}` : '';
  return `${count} ${count === 1 ? one : many}${object} ${earned}`;
}

/**
 * Sums up a visitor's figures for the first year, the annual fee included: '12 sales of $850,000 at 2.5%: keeps
 * $247,700'.
 */
export const calculationLabel = (calculator: Calculator, fees: Readonly<FeeSchedule>): string =>
  `${calculationObject(calculator)}: keeps ${keptAYear(calculator, fees)}`;

function keptAYear(calculator: Calculator, fees: Readonly<FeeSchedule>): string {
  const { perYear } = comparison(
    calculatorTransaction(calculator),
    calculator.transactionsPerYear,
    calculator,
    fees,
  );
  return formatMoney(perYear.here.agentKeeps);
}

/** Says to visitors what they have sent, by the pairs of their calculation and the fees of the page. */
export function ownCalculation(
  pairs: Iterable<readonly [string, string]>,
  fees: Readonly<FeeSchedule>,
): string {
  const calculator = calculatorFromQuery(pairs);
  return `for ${calculationObject(calculator)} you would keep ${keptAYear(calculator, fees)} in the first year`;
}

/** Stands behind figures whose link or inquiry is from before the fees changed. */
export const changedSince = 'The fees have changed since; these are the figures by today’s.';

/** Sums up the pairs of a link by the fees in force, and says whether they were others then. */
export function calculationInWords(
  pairs: (readonly [string, string])[],
  fees: Readonly<FeeSchedule>,
): string {
  const label = calculationLabel(calculatorFromQuery(pairs), fees);
  return feesOfLink(pairs) === fees.version ? label : `${label}. ${changedSince}`;
}
