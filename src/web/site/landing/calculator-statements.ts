import { type Calculator, calculatorTransaction } from '../../../shared/calculator-link.ts';
import { comparison } from '../../../shared/comparison.ts';
import { closingStatement, QUOTED_BY_OFFICE, RULES, type Transaction } from '../../../shared/fees.ts';
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
export function transactionStatements(calculator: Calculator): SideBySide {
  const transaction = calculatorTransaction(calculator);
  const { lines, agentKeeps } = closingStatement(transaction);
  const { there, difference } = comparison(transaction, 1, calculator).perTransaction;
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
export function yearStatements(calculator: Calculator): SideBySide {
  const { transactionsPerYear: count, monthlyFee } = calculator;
  const transaction = calculatorTransaction(calculator);
  const { perTransaction, perYear } = comparison(transaction, count, calculator);
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
          rule: `${times(perTransaction.here.fees)}${withOptions(transaction)}`,
          amount: -here.fees,
        },
        { id: 'annual', label: 'Annual fee', rule: RULES.annual, amount: -here.annualFee },
      ],
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

function withOptions(transaction: Transaction): string {
  const chosen = 'price' in transaction && (transaction.coordinator || transaction.shortSale);
  return chosen ? ', the options in each' : '';
}

const grossCommission = { id: 'gross-commission', label: 'Gross commission' };
const share = { id: 'share', label: 'The brokerage’s share' };

function shareRule({ agentSplit, annualCap }: Calculator): string {
  const rule = `${formatPercent(MAX_RATE - agentSplit)} of the commission`;
  return annualCap === undefined ? rule : `${rule}, at most ${formatMoney(annualCap)} a year`;
}
