import { isSaleKind, isTransactionKind } from '../../../shared/closings/transaction-kinds.ts';
import { type Calculator, parseTransactions } from '../../../shared/fees/calculator-link.ts';
import { MAX_TRANSACTIONS_PER_YEAR } from '../../../shared/fees/comparison.ts';
import { QUOTED_BY_OFFICE } from '../../../shared/fees/fees.ts';
import {
  formatAmount,
  parseMoney,
  parsePercent,
  toDecimal,
  unreadAmount,
  unreadPercent,
} from '../../../shared/money.ts';

/** Keys of the calculator's link. */
type FigureField = 'price' | 'rate' | 'commission' | 'transactions' | 'split' | 'cap' | 'monthly';
type ChoiceField = 'type' | 'by' | 'coordinator' | 'shortsale' | 'escrow';

export type FieldValues = Partial<Record<FigureField | ChoiceField, string>>;

export type FieldErrors = Partial<Record<FigureField, string>>;

const amounts = new Set(['price', 'commission', 'cap', 'monthly']);
const percentages = new Set(['rate', 'split']);
const mayBeEmpty = new Set(['cap', 'monthly']);

export function fieldValues(calculator: Calculator): Record<FigureField | ChoiceField, string> {
  return {
    type: calculator.kind,
    price: formatAmount(calculator.price),
    by: calculator.commissionBy,
    rate: toDecimal(calculator.rate),
    commission: formatAmount(calculator.commission),
    coordinator: calculator.coordinator ? 'yes' : '',
    shortsale: calculator.shortSale ? 'yes' : '',
    escrow: calculator.inHouseEscrow ? 'yes' : '',
    transactions: String(calculator.transactionsPerYear),
    split: toDecimal(calculator.agentSplit),
    cap: calculator.annualCap === undefined ? '' : formatAmount(calculator.annualCap),
    monthly: formatAmount(calculator.monthlyFee),
  };
}

export const isSale = ({ type }: FieldValues): boolean => !isTransactionKind(type) || isSaleKind(type);

/** The office quotes these kinds: there is nothing to compute. */
export const isQuoted = ({ type }: FieldValues) => QUOTED_BY_OFFICE.some(({ id }) => id === type);

export function fieldErrors(values: FieldValues): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of figuresInUse(values)) {
    const error = errorOf(name, values[name]);
    if (error) errors[name] = error;
  }
  return errors;
}

/** Figures of a link that have digits but cannot be read, such as '850000,00'; 'lots' is as good as nothing. */
export function unreadFigures(link: FieldValues): FieldValues {
  const errors = fieldErrors(link);
  return Object.fromEntries(
    Object.entries(link).filter(([name, text]) => Object.hasOwn(errors, name) && /\d/.test(text)),
  );
}

function figuresInUse(values: FieldValues): FigureField[] {
  if (isQuoted(values)) return [];
  const ofSale: FigureField[] = ['price', values.by === 'amount' ? 'commission' : 'rate'];
  return [...(isSale(values) ? ofSale : ['commission' as const]), 'transactions', 'split', 'cap', 'monthly'];
}

function errorOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined || (mayBeEmpty.has(name) && text.trim() === '')) return undefined;
  if (amounts.has(name)) {
    return parseMoney(text) === undefined ? unreadAmount : undefined;
  }
  if (percentages.has(name)) {
    return parsePercent(text) === undefined ? unreadPercent : undefined;
  }
  return parseTransactions(text) === undefined
    ? `Enter a whole number up to ${MAX_TRANSACTIONS_PER_YEAR.toLocaleString('en-US')}`
    : undefined;
}

/** Formats an amount as the page does: '1200000' becomes '1,200,000'; other input is unchanged. */
export function tidied(name: string, text: string): string {
  const amount = amounts.has(name) ? parseMoney(text) : undefined;
  return amount === undefined ? text : formatAmount(amount);
}
