import { addDays, addMonths } from '../dates.ts';
import { formatMoney } from '../money.ts';

/** As stored; open ones are overdue by their day. */
export const dueStates = ['open', 'paid', 'kept', 'waived', 'void'] as const;
export type DueState = (typeof dueStates)[number];

export const shownDueStates = ['open', 'overdue', 'paid', 'kept', 'waived', 'void'] as const;
export type ShownDueState = (typeof shownDueStates)[number];

export const dueStateLabels: Record<ShownDueState, string> = {
  open: 'Open',
  overdue: 'Overdue',
  paid: 'Paid',
  kept: 'Deducted from a closing',
  waived: 'Waived',
  void: 'Void',
};

/** A credit is owed to the member, so it is never overdue. */
export const shownDueState = (
  { state, amount, due }: { state: DueState; amount: number; due: string },
  today: string,
): ShownDueState => (state === 'open' && amount > 0 && due < today ? 'overdue' : state);

/** On which days the annual fee is charged. */
export const chargeRules = ['anniversary', 'january', 'once'] as const;
export type ChargeRule = (typeof chargeRules)[number];

export const chargeRuleLabels: Record<ChargeRule, string> = {
  anniversary: 'On joining, and every year on that day',
  january: 'On joining, and every January 1',
  once: 'Once, on joining',
};

/** The last day until `today` on which a member who joined is charged; null before they join. Feb 29 is Feb 28 in other years. */
export function lastChargeDay(rule: ChargeRule, joined: string, today: string): string | null {
  if (today < joined) return null;
  if (rule === 'once') return joined;
  const year = today.slice(0, 4);
  if (rule === 'january') return `${year}-01-01` > joined ? `${year}-01-01` : joined;
  const years = Number(year) - Number(joined.slice(0, 4));
  const thisYear = addMonths(joined, 12 * years);
  return thisYear <= today ? thisYear : addMonths(joined, 12 * (years - 1));
}

/** From a charge until it is due, unless the office sets other days. */
export const usualDaysToPay = 14;

/** From one time that a member is told until the next. */
export const daysBetweenReminders = 7;

const halfYear = 183;
/** A fee charged in the half year before a day counts for it, such as that of who joined in December, for January 1. */
export const isCoveredBy = (charged: string, on: string): boolean =>
  charged > addDays(on, -halfYear) && charged < addDays(on, halfYear);

/** '$100', or '$100 credit' for what is owed to the member. */
export const dueAmount = (amount: number): string =>
  amount < 0 ? `${formatMoney(-amount)} credit` : formatMoney(amount);
