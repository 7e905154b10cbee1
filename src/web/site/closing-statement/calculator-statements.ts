import { type Calculator, calculatorTransaction } from '../../../shared/fees/calculator-link.ts';
import { comparison } from '../../../shared/fees/comparison.ts';
import {
  closingStatement,
  type FeeSchedule,
  QUOTED_BY_OFFICE,
  rulesOf,
  type Transaction,
} from '../../../shared/fees/fees.ts';
import { formatMoney, formatPercent, MAX_RATE } from '../../../shared/money.ts';
import type { Line } from './Statement.tsx';

/** Deductions are written `0 - amount`: `-0` would show its sign. */
export interface SideBySide {
  here: { lines: Line[]; agentKeeps: number };
  there: { lines: Line[]; agentKeeps: number };
  /** In cents, here minus there. */
  difference: number;
}

/** Itemised, here and at the split brokerage, in cents. */
export function transactionStatements(calculator: Calculator, fees: Readonly<FeeSchedule>): SideBySide {
  const transaction = calculatorTransaction(calculator);
  const { lines, agentKeeps } = closingStatement(transaction, fees);
  const { there, difference } = comparison(transaction, 1, calculator, fees).perTransaction;
  const escrowChosen = calculator.inHouseEscrow && 'price' in transaction;
  const escrow = QUOTED_BY_OFFICE.filter(({ id }) => escrowChosen && id === 'in-house-escrow');
  return {
    here: {
      lines: [
        ...lines,
        ...escrow.map((line) => ({ ...line, rule: 'Quoted for your case', amount: line.rule })),
      ],
      agentKeeps,
    },
    there: {
      lines: [
        { ...grossCommission, rule: 'The same commission', amount: there.grossCommission },
        { ...share, rule: shareRule(calculator), amount: 0 - there.brokerageTakes },
      ],
      agentKeeps: there.agentKeeps,
    },
    difference,
  };
}

/** Itemised, here and at the split brokerage, in cents. */
export function yearStatements(calculator: Calculator, fees: Readonly<FeeSchedule>): SideBySide {
  const { transactionsPerYear: count, monthlyFee } = calculator;
  const transaction = calculatorTransaction(calculator);
  const { perTransaction, perYear } = comparison(transaction, count, calculator, fees);
  const { here, there, difference } = perYear;
  const times = (amount: number) => `${count} × ${formatMoney(amount)}`;
  const commissions = { ...grossCommission, rule: times(perTransaction.here.grossCommission) };
  return {
    here: {
      lines: [
        { ...commissions, amount: here.grossCommission },
        {
          id: 'fees',
          label: 'Fees',
          rule: `${times(perTransaction.here.fees)}${withOptions(transaction, fees)}`,
          amount: 0 - here.fees,
        },
        { id: 'annual', label: 'Annual fee', rule: rulesOf(fees).annual, amount: 0 - here.annualFee },
      ].filter(({ id, amount }) => id === 'gross-commission' || amount !== 0),
      agentKeeps: here.agentKeeps,
    },
    there: {
      lines: [
        { ...commissions, amount: there.grossCommission },
        { ...share, rule: shareRule(calculator), amount: 0 - there.brokerageTakes },
        {
          id: 'monthly',
          label: 'Monthly fees',
          rule: `12 × ${formatMoney(monthlyFee)}`,
          amount: 0 - there.monthlyFees,
        },
      ],
      agentKeeps: there.agentKeeps,
    },
    difference,
  };
}

const withOptions = (transaction: Transaction, fees: Readonly<FeeSchedule>): string =>
  hasOptions(transaction, fees) ? ', the options in each' : '';

/** Whether an option is chosen that costs something. */
export const hasOptions = (transaction: Transaction, fees: Readonly<FeeSchedule>): boolean =>
  closingStatement(transaction, fees).lines.some(({ id }) => id === 'coordinator' || id === 'short-sale');

const grossCommission = { id: 'gross-commission', label: 'Gross commission' };
const share = { id: 'share', label: 'The brokerage’s share' };

function shareRule({ agentSplit, annualCap }: Calculator): string {
  const rule = `${formatPercent(MAX_RATE - agentSplit)} of the commission`;
  return annualCap === undefined ? rule : `${rule}, at most ${formatMoney(annualCap)} a year`;
}
