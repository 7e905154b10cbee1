import { formatMoney, MAX_RATE, toDecimal } from '../money.ts';
import type { SplitBrokerage } from './comparison.ts';

/** 'At a 70/30 split'. */
export const splitLabel = ({ agentSplit }: Pick<SplitBrokerage, 'agentSplit'>): string =>
  `At a ${toDecimal(agentSplit)}/${toDecimal(MAX_RATE - agentSplit)} split`;

/** Takes a difference in cents, here minus there: 'You keep $67,100 more here'. */
export function differenceLabel(difference: number): string {
  if (difference === 0) return 'You keep the same at both';
  return `You keep ${formatMoney(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} here`;
}
