import { percentOf } from '../money.ts';
import { closingStatement, type FeeSchedule, type Transaction } from './fees.ts';

/** Keeps yearly sums exact. */
export const MAX_TRANSACTIONS_PER_YEAR = 1000;

export type SplitBrokerage = {
  /** The agent's part in basis points: 7000 is a 70/30 split. */
  agentSplit: number;
  /** Max that the brokerage keeps a year, in cents, without monthly fees; undefined for no cap. */
  annualCap: number | undefined;
  /** In cents. */
  monthlyFee: number;
};

/** In cents. `difference` is here minus there; negative when the split brokerage is better. */
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
 * Returns what the agent keeps here and at a split brokerage: of the year's first transaction without yearly and
 * monthly fees, and of `transactionsPerYear` (a whole number) equal transactions with them. Options are charged here
 * only: the other brokerage's prices are unknown.
 */
export function comparison(
  transaction: Transaction,
  transactionsPerYear: number,
  split: SplitBrokerage,
  fees: Readonly<FeeSchedule>,
): Comparison {
  const { grossCommission, totalFees, agentKeeps } = closingStatement(transaction, fees);
  const net = netAtSplit(grossCommission, 1, split);
  const yearHere = {
    grossCommission: grossCommission * transactionsPerYear,
    fees: totalFees * transactionsPerYear,
    annualFee: fees.annual,
    agentKeeps: agentKeeps * transactionsPerYear - fees.annual,
  };
  const year = netAtSplit(grossCommission, transactionsPerYear, split);
  const monthlyFees = split.monthlyFee * 12;
  const yearThere = { ...year, monthlyFees, agentKeeps: year.agentKeeps - monthlyFees };
  return {
    perTransaction: {
      here: { grossCommission, fees: totalFees, agentKeeps },
      there: net,
      difference: agentKeeps - net.agentKeeps,
    },
    perYear: { here: yearHere, there: yearThere, difference: yearHere.agentKeeps - yearThere.agentKeeps },
  };
}

function netAtSplit(commission: number, transactions: number, { agentSplit, annualCap }: SplitBrokerage) {
  const grossCommission = commission * transactions;
  const uncapped = (commission - percentOf(commission, agentSplit)) * transactions;
  const brokerageTakes = Math.min(uncapped, annualCap ?? uncapped);
  return { grossCommission, brokerageTakes, agentKeeps: grossCommission - brokerageTakes };
}
