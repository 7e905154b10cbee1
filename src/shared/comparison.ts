import { ANNUAL_FEE, closingStatement, type Transaction } from './fees.ts';
import { percentOf } from './money.ts';

/** The most transactions a year the comparison takes; keeps yearly sums exact. */
export const MAX_TRANSACTIONS_PER_YEAR = 1000;

/** A brokerage that splits commissions. None of its figures is ours: the visitor enters them. */
export type SplitBrokerage = {
  /** The agent's part, in basis points: 7000 is a 70/30 split. */
  agentSplit: number;
  /** The most the brokerage takes in a year, in cents; undefined for no cap. Monthly fees come on top. */
  annualCap: number | undefined;
  /** In cents. */
  monthlyFee: number;
};

/** All in cents. `difference` is here minus there, negative when the split brokerage leaves the agent more. */
export type Comparison = {
  perTransaction: {
    here: { grossCommission: number; fees: number; agentKeeps: number };
    there: { grossCommission: number; brokerageTakes: number; agentKeeps: number };
    difference: number;
  };
  perYear: {
    here: { grossCommission: number; fees: number; annualFee: number; agentKeeps: number };
    there: { grossCommission: number; brokerageTakes: number; monthlyFees: number; agentKeeps: number };
    difference: number;
  };
};

/**
 * What the agent keeps here and at a split brokerage: on the year's first transaction without yearly or monthly
 * fees, and over a year of `transactionsPerYear` (a whole number) equal transactions with them. The options of a
 * sale are charged here only, since what another brokerage asks for them is unknown.
 */
export function comparison(
  transaction: Transaction,
  transactionsPerYear: number,
  split: SplitBrokerage,
): Comparison {
  const { grossCommission, totalFees, agentKeeps } = closingStatement(transaction);
  const kept = keptAtSplit(grossCommission, 1, split);
  const yearHere = {
    grossCommission: grossCommission * transactionsPerYear,
    fees: totalFees * transactionsPerYear,
    annualFee: ANNUAL_FEE,
    agentKeeps: agentKeeps * transactionsPerYear - ANNUAL_FEE,
  };
  const year = keptAtSplit(grossCommission, transactionsPerYear, split);
  const monthlyFees = split.monthlyFee * 12;
  const yearThere = { ...year, monthlyFees, agentKeeps: year.agentKeeps - monthlyFees };
  return {
    perTransaction: {
      here: { grossCommission, fees: totalFees, agentKeeps },
      there: kept,
      difference: agentKeeps - kept.agentKeeps,
    },
    perYear: { here: yearHere, there: yearThere, difference: yearHere.agentKeeps - yearThere.agentKeeps },
  };
}

function keptAtSplit(commission: number, transactions: number, { agentSplit, annualCap }: SplitBrokerage) {
  const grossCommission = commission * transactions;
  const uncapped = (commission - percentOf(commission, agentSplit)) * transactions;
  const brokerageTakes = Math.min(uncapped, annualCap ?? uncapped);
  return { grossCommission, brokerageTakes, agentKeeps: grossCommission - brokerageTakes };
}
